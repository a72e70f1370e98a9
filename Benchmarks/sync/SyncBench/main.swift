import Glibc
import Ledger
import Platform

// Pushes changes at a server from many clients at once, and prints what came of it.
//
//   SyncBench PORT frames|json CLIENTS PUSHES SIZE SEED
//
// CLIENTS connections send PUSHES pushes of SIZE changes each. It prints: changes a second, p50 and p99 of
// a push in milliseconds, and how many changes there were in all. COOKIE in the environment is the session's;
// with RATE there each connection sends so many pushes a second, and rests between.
//
//   SyncBench PORT devices COUNT MINUTES SEED
//
// COUNT people make accounts, each with a session and a device of their own, and push an action a minute for MINUTES;
// then the pushes of an hour, as fast as they are answered; then a second device of each waits for news.
//
//   SyncBench PORT stall SECONDS
//   SyncBench PORT remember MEGABYTES
//
// What another account feels of one that pushes as much as it can; and a space with a long history, read
// eight times at once.

func show(_ text: String) {
  let bytes = Array((text + "\n").utf8)
  _ = unsafe write(1, bytes, bytes.count)
}

func fail(_ text: String) -> Never {
  let bytes = Array(("bench: \(text)\n").utf8)
  _ = unsafe write(2, bytes, bytes.count)
  exit(1)
}

let words = CommandLine.arguments.dropFirst()
if words.count == 5, words[2] == "devices", let port = Int(words[1]), let count = Int(words[3]),
  let minutes = Int(words[4]), let seed = UInt64(words[5])
{
  Crowd(port: port, count: count, seed: seed).run(minutes: minutes)
  exit(0)
}
if words.count == 3, let port = Int(words[1]), let number = Int(words[3]) {
  let attack = Attack(port: port)
  if words[2] == "stall" {
    attack.stall(seconds: number)
  } else {
    attack.remember(megabytes: number)
  }
  exit(0)
}
guard words.count == 6, let form = Load.Form(rawValue: words[2]), let port = Int(words[1]),
  let clients = Int(words[3]), let pushes = Int(words[4]), let size = Int(words[5]),
  let seed = UInt64(words[6])
else { fail("SyncBench PORT frames|json CLIENTS PUSHES SIZE SEED") }

let cookie = unsafe getenv("COOKIE").map { unsafe String(cString: $0) }
let rate = unsafe getenv("RATE").flatMap { UInt64(unsafe String(cString: $0)) }
let interval = rate.map { 1_000_000_000 / max($0, 1) } ?? 0

let base = "/v1/s/\(AccountID.onlyOwner.bits.hex)/\(SpaceID.own(of: .onlyOwner).bits.hex)"
var epoch = Epoch.none
if form == .frames {
  guard var client = Client(port: port, cookie: cookie),
    let bytes = client.ask("GET \(base)/pull?since=0&bytes=1"),
    case .pull(let page) = try? Frame(bytes: bytes).body
  else { fail("no server answers at \(port)") }
  epoch = page.epoch
}

let results = Lock<[UInt64]>([])
let failures = Lock(0)
let loads = (0..<clients).map { [epoch] in
  Load(form: form, device: $0, count: pushes, size: size, epoch: epoch, seed: seed)
}
let begin = Instant.now
let threads = loads.map { load in
  Thread { [form, cookie] in
    guard var client = Client(port: port, cookie: cookie) else {
      return failures.withLock { $0 += 1 }
    }
    var times: [UInt64] = []
    for (number, body) in load.bodies.enumerated() {
      let (due, passed) = (interval * UInt64(number), Instant.now.nanoseconds(since: begin))
      if due > passed { usleep(UInt32((due - passed) / 1_000)) }
      let start = Instant.now
      let line = form == .frames ? "POST \(base)/push" : "POST /push"
      let type = form == .frames ? Frame.mediaType : "application/json"
      guard let answer = client.ask(line, type, body: body) else {
        return failures.withLock { $0 += 1 }
      }
      times.append(Instant.now.nanoseconds(since: start))
      guard form == .frames else { continue }
      guard case .pushReply(let reply) = try? Frame(bytes: answer).body, reply.status == .ok else {
        return failures.withLock { $0 += 1 }
      }
    }
    let done = times
    results.withLock { $0 += done }
  }
}
for thread in threads { thread?.join() }
let seconds = Double(Instant.now.nanoseconds(since: begin)) / 1e9
let times = results.withLock { $0.sorted() }
guard failures.withLock({ $0 }) == 0, times.count == clients * pushes else { fail("a push failed") }
let total = clients * pushes * size
func milliseconds(_ part: Double) -> Double {
  Double(times[min(Int(Double(times.count) * part), times.count - 1)] / 1_000) / 1_000
}
show("\(Int(Double(total) / seconds)) \(milliseconds(0.5)) \(milliseconds(0.99)) \(total)")
