import Ledger
import Simulation

extension Vector {
  static let ledger = [
    Vector("Simulated schedules keep every promise and end the same") { evidence in
      for number in UInt64(0)..<24 {
        let seed = Schedule.seed(of: number, in: 2_026)
        var limits = Schedule.Limits()
        limits.hasCodec = number % 2 == 1
        let schedule = Schedule(seed: seed, limits: limits)
        let outcome = World.run(schedule, server: .memory(epoch: schedule.firstEpoch))
        evidence.expect(outcome.violation == nil, outcome.violation ?? "")
        evidence.note(Hex.text(of: outcome.digest, digits: 16))
        evidence.note("\(outcome.tally.writes) \(outcome.tally.pushes) \(outcome.tally.pulls)")
      }
    },
    Vector("Damaged frames are refused, and readable ones are written back unchanged") { evidence in
      let found = Fuzz.tryFrames(2_000, seed: 7)
      evidence.expect(found.failure == nil, found.failure ?? "")
      evidence.expect(found.read > 0, "some are read")
      evidence.note("\(found.read)")
    },
  ]
}
