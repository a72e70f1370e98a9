import Sound
import Statistics

extension Vector {
  static let statistics = [
    Vector("Distributions give the same bits") { evidence in
      for place in -40...40 {
        let z = Double(place) / 5
        evidence.note(Normal.below(z))
        for freedom in [1, 2.5, 11, 400] as [Double] {
          evidence.note(StudentT.below(z, freedom: freedom))
          evidence.note(ChiSquare.below(abs(z) * freedom, freedom: freedom))
        }
      }
      for p in [0.001, 0.025, 0.4, 0.5, 0.975] as [Double] {
        evidence.note(Normal.quantile(p))
        evidence.note(StudentT.quantile(p, freedom: 7))
        evidence.note(ChiSquare.quantile(p, freedom: 7))
      }
    },
    Vector("Two groups are compared the same") { evidence in
      for seed in 0..<20 as Range<UInt64> {
        let (a, b) = (ratings(8, seed), ratings(11, seed + 100))
        note(Welch(a, b)?.interval, &evidence)
        note(HedgesG(a, b)?.interval, &evidence)
        note(CliffDelta(a, b)?.interval, &evidence)
        note(Wilson.interval(hits: Int(seed), of: 20), &evidence)
        evidence.note(PermutationTest(a, b, draws: 500, seed: seed)?.p ?? -1)
        let shrunk = Shrinkage([a, b, ratings(5, seed + 200)], draws: 500, seed: seed)
        for group in shrunk?.groups ?? [] { evidence.note(group.shrunk) }
      }
      let exact = PermutationTest([6, 6, 5, 8, 7, 6], [7, 7, 8, 4, 9, 5], seed: 1)
      evidence.expect(exact.map { "\($0.count)" } ?? "", is: "924", "arrangements")
    },
    Vector("Relations, courses and models come out the same") { evidence in
      for seed in 0..<10 as Range<UInt64> {
        let (x, y) = (ratings(30, seed), ratings(30, seed + 50))
        note(Spearman(x, y)?.interval, &evidence)
        evidence.note(Spearman(x, y)?.p(draws: 300, seed: seed)?.p ?? -1)
        note(TheilSen(x, y)?.interval, &evidence)
        evidence.note(Kendall(x, y)?.p ?? -1)
        evidence.note(MannKendall(y)?.p ?? -1)
        for point in Ewma(y)?.points ?? [] { evidence.note(point.smoothed) }
        let ends = y.map { $0 > 4 }
        for step in KaplanMeier(times: x, ends: ends)?.steps ?? [] {
          evidence.note(step.survival)
        }
        evidence.note(LogRank([(x, ends), (y, ends)])?.p ?? -1)
        evidence.note(Ridge(rows: x.map { [$0] }, outcome: y, draws: 1, seed: 1)?.q2 ?? -1)
        let mean = Bootstrap(count: x.count, draws: 200, seed: seed) { chosen in
          chosen.reduce(0) { $0 + x[$1] } / Double(chosen.count)
        }
        note(mean?.interval, &evidence)
      }
    },
    Vector("Shares, answers, blocks and maps come out the same") { evidence in
      for seed in 0..<10 as Range<UInt64> {
        let (x, y) = (ratings(30, seed), ratings(30, seed + 50))
        let (hits, more) = (x.count { $0 > 5 }, y.count { $0 > 5 })
        note(
          ShareDifference(hitsA: hits, of: 30, hitsB: more, of: 30)?.interval, &evidence)
        note(Agreement(zip(x, y).map { [$0, $1] })?.interval, &evidence)
        note(PairedMean(zip(x, y).map { $1 - $0 })?.interval, &evidence)
        var table = [[0, 0], [0, 0]]
        for (one, other) in zip(x, y) { table[one > 5 ? 1 : 0][other > 5 ? 1 : 0] += 1 }
        note(Kappa(table)?.interval, &evidence)
        evidence.note(SignFlipTest(zip(x, y).map { $1 - $0 }, draws: 300, seed: seed)?.p ?? -1)
        for size in [2, 8] {
          let blocks = stride(from: 0, to: 24, by: size).map { place in
            BlockedPermutationTest.Block(
              Array(x[place..<place + size]), Array(y[place..<place + size]))
          }
          evidence.note(BlockedPermutationTest(blocks, draws: 300, seed: seed)?.p ?? -1)
        }
        var map = RelationsMap(
          inputs: [x, ratings(30, seed + 100)], outcomes: [y], draws: 300, seed: seed)
        while let part = map?.step(), part < 1 {}
        for cell in map?.cells ?? [] {
          note(cell.spearman.interval, &evidence)
          evidence.note(cell.p ?? -1)
          evidence.note(cell.q ?? -1)
        }
        let effects = RandomEffects(effects: x, variances: y)
        note(effects?.interval, &evidence)
        var model = Ridge(
          rows: zip(x, ratings(30, seed + 100)).map { [$0, $1] }, outcome: y, draws: 20, seed: seed)
        while let part = model?.step(), part < 1 {}
        evidence.note(model?.permutationP ?? -1)
        for interval in model?.intervals ?? [] { note(interval, &evidence) }
      }
    },
  ]

  private static func ratings(_ count: Int, _ seed: UInt64) -> [Double] {
    var chance = Chance(seed: seed)
    return (0..<count).map { _ in Double(chance.number(through: 9)) + 1 }
  }

  private static func note(_ interval: Interval?, _ evidence: inout Evidence) {
    evidence.note(interval?.low ?? -99)
    evidence.note(interval?.high ?? -99)
  }
}
