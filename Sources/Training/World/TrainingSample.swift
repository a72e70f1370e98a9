import Sound

/// Logs and candidates of any size, for measuring and comparing.
public enum TrainingSample {
  /// Somebody at V4 who tries one of the items every other hour.
  public static func log(items: Int, tries: Int, votes: Int = 0, seed: UInt64 = 1) -> TrainingLog {
    var chance = Chance(seed: seed)
    func below(_ count: Int) -> Int { Int(chance.number(through: UInt64(max(count, 1) - 1))) }
    var log = TrainingLog(
      items: (0..<items).map { _ in
        let grade = below(12)
        return TrainingLog.Item(
          position: grade < 11 ? Double(grade) : nil, halfWidth: grade == 5 ? 0.5 : 0)
      }, levels: [4])
    for number in 0..<tries where items > 0 {
      let item = below(items)
      let outcome: Outcome =
        Double(below(9)) < 8 - (log.items[item].position ?? 4)
        ? below(2) == 0 ? .flash : .send : .attempt
      log.tries.append(
        LoggedTry(item: item, at: Int64(number) * 7_200, outcome: outcome, count: 1 + below(7)))
    }
    for number in 0..<votes where items > 0 {
      log.votes.append(
        GradeVote(item: below(items), at: Int64(number) * 9_000, position: Double(below(9))))
    }
    return log
  }

  /// A catalogue with new, old, sent and removed items.
  public static func candidates(_ count: Int, seed: UInt64 = 2) -> [Candidate] {
    var chance = Chance(seed: seed)
    func below(_ count: Int64) -> Int64 { Int64(chance.number(through: UInt64(count - 1))) }
    return (0..<count).map { item in
      var candidate = Candidate(
        item: item, liveFrom: below(220), outAt: below(3) == 0 ? below(400) : nil,
        isSent: below(4) == 0, isProject: below(500) == 0,
        tags: [Int(below(12)), Int(below(12))], place: Int(below(6)))
      if below(3) == 0 || candidate.isSent {
        candidate.last = Candidate.Result(
          day: below(200), outcome: candidate.isSent ? .send : .attempt)
      }
      return candidate
    }
  }
}
