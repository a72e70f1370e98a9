#if arch(wasm32)
  import Domain

  /// Where the script leaves a request and finds the answer. A worker runs it alone.
  nonisolated(unsafe) private var paper = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 0)

  private var address: UInt32 { unsafe UInt32(UInt(bitPattern: paper.baseAddress)) }

  /// A place for this many bytes.
  @_expose(wasm, "room")
  @c(woodshed_clerk_room)
  public func room(_ size: Int32) -> UInt32 {
    unsafe paper.deallocate()
    unsafe paper = .allocate(capacity: Int(max(size, 0)))
    return address
  }

  /// Answers the request that is there, followed by this many bytes that say where the app is; says how long the answer is.
  @_expose(wasm, "answer")
  @c(woodshed_clerk_answer)
  public func answer(_ originSize: Int32) -> Int32 {
    let all = unsafe Array(paper)
    let size = max(all.count - Int(originSize), 0)
    let answer = Clerk.answer(
      Array(all[..<size]), origin: String(decoding: all[size...], as: UTF8.self))
    _ = room(Int32(answer.count))
    for (place, byte) in answer.enumerated() { unsafe paper[place] = byte }
    return Int32(answer.count)
  }

  /// Where the answer is.
  @_expose(wasm, "paper")
  @c(woodshed_clerk_paper)
  public func place() -> UInt32 { address }
#endif
