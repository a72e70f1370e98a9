/// Whether one group lasts longer than another.
public struct LogRank: Sendable {
  public let chiSquare: Double
  /// One less than the number of groups that were there when something ended.
  public let freedom: Int
  public let p: Double

  /// Compares groups of times and ends as in ``KaplanMeier``.
  ///
  /// At each end the d ends are expected in proportion to the nⱼ at risk: Eⱼ = Σ d nⱼ / n, with the
  /// hypergeometric covariance Vⱼₖ = Σ d (n − d) / (n − 1) · nⱼ / n · (δⱼₖ − nₖ / n); χ² = (O − E)ᵀ
  /// V⁻ (O − E) (Mantel 1966; Peto and Peto 1972). `nil` for fewer than two groups, a time that is
  /// not finite, or if no end tells groups apart.
  ///
  /// - Complexity: O(n log n + n k² + k³) for n times in k groups.
  public init?(_ groups: [(times: [Double], ends: [Bool])]) {
    guard groups.count > 1, groups.allSatisfy({ $0.times.count == $0.ends.count }) else {
      return nil
    }
    var lives: [Life] = []
    for (index, group) in groups.enumerated() {
      for (time, isEnd) in zip(group.times, group.ends) {
        guard time.isFinite else { return nil }
        lives.append(Life(time: time, isEnd: isEnd, group: index))
      }
    }
    lives.sort { $0.time < $1.time }
    var atRisk = groups.map { Double($0.times.count) }
    var excess = groups.map { _ in 0.0 }
    var covariance = groups.map { _ in groups.map { _ in 0.0 } }
    var place = 0
    while place < lives.count {
      let time = lives[place].time
      let all = Double(lives.count - place)
      let shares = atRisk.map { $0 / all }
      var ends = 0.0
      while place < lives.count, lives[place].time == time {
        let life = lives[place]
        atRisk[life.group] -= 1
        if life.isEnd {
          excess[life.group] += 1
          ends += 1
        }
        place += 1
      }
      let factor = all > 1 ? ends * (all - ends) / (all - 1) : 0
      guard ends > 0 else { continue }
      for row in shares.indices {
        excess[row] -= ends * shares[row]
        for column in shares.indices {
          covariance[row][column] +=
            factor * shares[row] * ((row == column ? 1 : 0) - shares[column])
        }
      }
    }
    let axes = PrincipalAxes(of: covariance)
    guard let (square, rank) = axes.distance(of: excess) else { return nil }
    (chiSquare, freedom) = (square, rank)
    p = ChiSquare.above(square, freedom: Double(rank))
  }

  private struct Life {
    let time: Double
    let isEnd: Bool
    let group: Int
  }
}
