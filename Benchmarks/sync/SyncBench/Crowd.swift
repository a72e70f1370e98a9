import Glibc
import Ledger
import Platform

/// Many people with an account, a session and a device each, who push an action a minute, and then only wait for news.
///
/// A device connects when it has something to push, and then stays connected for as long as the server lets it, as
/// a browser does.
struct Crowd: Sendable {
  struct Person: Sendable {
    let member: Member
    let device: DeviceID
    let phase: UInt64
    var pushes: UInt64 = 0
    var client: Client?
  }

  private struct Outcome: Sendable {
    var nanoseconds: [UInt64] = []
    var failures = 0
  }

  private static let minute: UInt64 = 60_000_000_000

  let port: Int
  let people: [Lock<Person>]
  private let order: [Int]
  private let phases: [UInt64]

  init(port: Int, count: Int, seed: UInt64) {
    self.port = port
    var random = RandomBits(seed: seed)
    let phases = (0..<count).map { _ in random.next() % Self.minute }
    let made = Lock<[Person]>([])
    let next = Lock(0)
    // Passwords are hashed for one after the other: a few wait, and none too long.
    let threads = (0..<4).map { _ in
      Thread {
        while true {
          let index = next.withLock { index in
            index += 1
            return index - 1
          }
          guard index < count else { return }
          guard let person = Self.signUp(port, index, seed, phase: phases[index]) else {
            fail(
              "person \(index) could not make an account: is the server one with --sign-up open?")
          }
          made.withLock { $0.append(person) }
        }
      }
    }
    for thread in threads { thread?.join() }
    people = made.withLock { $0 }.map { Lock($0) }
    self.phases = people.map { person in person.withLock { $0.phase } }
    order = self.phases.indices.sorted { [phases = self.phases] in phases[$0] < phases[$1] }
  }

  private static func signUp(
    _ port: Int, _ index: Int, _ seed: UInt64, phase: UInt64
  ) -> Person? {
    Member.signUp(port, "person \(seed) \(index)").map { member in
      Person(member: member, device: DeviceID(seed &+ UInt64(index) + 1), phase: phase)
    }
  }

  /// Pushes an action a minute for everybody, then those of an hour without a rest, then waits for news, and prints what
  /// came of each.
  func run(minutes: Int) {
    show("\(people.count) people have made accounts; each pushes an action of 5 changes a minute.")
    push(minutes, threads: 48, isPaced: true)
    push(60, threads: 16, isPaced: false)
    watch(minutes: 3)
  }

  private func push(_ minutes: Int, threads: Int, isPaced: Bool) {
    let total = minutes * people.count
    let next = Lock(0)
    let outcome = Lock(Outcome())
    let begin = Instant.now
    let workers = (0..<threads).map { _ in
      Thread {
        var own = Outcome()
        while true {
          let index = next.withLock { index in
            index += 1
            return index - 1
          }
          guard index < total else { break }
          let person = order[index % people.count]
          var start = Instant.now.nanoseconds(since: begin)
          if isPaced {
            // A push that starts late has been waited for since it was due.
            let due = UInt64(index / people.count) * Self.minute + phases[person]
            if due > start { usleep(UInt32((due - start) / 1_000)) }
            start = due
          }
          if people[person].withLock({ push(&$0) }) {
            own.nanoseconds.append(Instant.now.nanoseconds(since: begin) - start)
          } else {
            own.failures += 1
          }
        }
        let done = own
        outcome.withLock {
          $0.nanoseconds += done.nanoseconds
          $0.failures += done.failures
        }
      }
    }
    for worker in workers { worker?.join() }
    let seconds = Double(Instant.now.nanoseconds(since: begin)) / 1e9
    let (times, failures) = outcome.withLock { ($0.nanoseconds.sorted(), $0.failures) }
    guard failures == 0, let last = times.last else {
      fail("\(failures) of \(total) pushes failed")
    }
    func milliseconds(_ part: Double) -> Double {
      Double(times[min(Int(Double(times.count) * part), times.count - 1)] / 10_000) / 100
    }
    show(
      "\(isPaced ? "One a minute each" : "An hour's without a rest"): \(times.count) pushes in "
        + "\(Int(seconds)) s, \(Int(Double(times.count) / seconds)) a second; "
        + "p50 \(milliseconds(0.5)) ms, p99 \(milliseconds(0.99)) ms, longest \(Double(last / 10_000) / 100) ms"
    )
  }

  /// Pushes one action; where the server has let go of the connection, over a new one.
  func push(_ person: inout Person) -> Bool {
    let action = person.pushes
    person.pushes += 1
    let row = RowID(Bits128(high: person.device.bits, low: action))
    let stamp = Stamp(
      HybridTime(milliseconds: 1_700_000_000_000 + Int64(action)), person.device)
    let changes = (1...5).map { field in
      let cell = Cell(
        field: FieldID(UInt64(1_280 + field)), stamp: stamp, value: .text("a phrase \(action)"))
      return Change(RowCell(row: row, kind: .settings, cell: cell), base: nil)
    }
    let frame = person.member.push(changes)
    let line = "POST \(person.member.base)/push"
    for _ in 0..<2 {
      if person.client == nil { person.client = Client(port: port, cookie: person.member.cookie) }
      if let answer = person.client?.ask(line, Frame.mediaType, body: frame),
        case .pushReply(let reply) = try? Frame(bytes: answer).body
      {
        return reply.status == .ok
      }
      person.client?.end()
      person.client = nil
    }
    return false
  }
}
