import Ledger
import Simulation
import Synchronization

// Judges a build in which a mistake was planted: Judge SCHEDULES [codec]
//
// The schedules are those of `woodshed simulate --seed 1` with a server in memory, on all cores. This needs nothing but
// the ledger and the simulation, so that a mistake is tried in half a minute.
let arguments = CommandLine.arguments.dropFirst()
let count = arguments.first.flatMap { UInt64($0) } ?? 20_000
var limits = Schedule.Limits()
limits.hasCodec = arguments.last == "codec"

/// The first schedule that broke a promise, and which.
let first = Mutex<(number: UInt64, words: String)>((count, ""))
let lanes: UInt64 = 4
await withTaskGroup { [limits] group in
  for lane in 0..<lanes {
    group.addTask {
      var number = lane
      while first.withLock({ number < $0.number }) {
        let schedule = Schedule(seed: Schedule.seed(of: number, in: 1), limits: limits)
        let outcome = World.run(schedule, server: .memory(epoch: schedule.firstEpoch))
        if let violation = outcome.violation {
          first.withLock { if number < $0.number { $0 = (number, violation) } }
        }
        number += lanes
      }
    }
  }
}
let (number, words) = first.withLock { $0 }
print(words.isEmpty ? "not found" : "found \(number): \(words)")
