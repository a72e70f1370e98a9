import Platform

/// Looks again and again, for five seconds at most, for something that nothing tells of; returns whether it came.
public func waitUntil(_ condition: () -> Bool) -> Bool {
  let never = Bell()
  for _ in 0..<500 where !condition() { never.wait(milliseconds: 10) }
  return condition()
}
