import Platform
import Training

// How long fits and suggestions take natively, medians in milliseconds: TrainingBench

/// The median of several runs; what `work` gives is added up, so that nothing is left out.
func median(_ name: String, runs: Int, _ work: () -> Int) {
  var times: [Double] = []
  var sum = 0
  for _ in 0..<runs {
    let began = Instant.now
    sum &+= work()
    times.append(Double(Instant.now.nanoseconds(since: began)) / 1e6)
  }
  print("\(name) \((times.sorted()[runs / 2] * 100).rounded() / 100) \(sum)")
}

for tries in [5_000, 50_000] {
  let log = TrainingSample.log(items: 10_000, tries: tries)
  median("fit-\(tries)", runs: 15) {
    Rating(log, factor: GradeScale.v.factor).ability()?.tries ?? 0
  }
}
for count in [10_000, 573_000] {
  let rating = Rating(TrainingSample.log(items: count, tries: 5_000), factor: GradeScale.v.factor)
  let candidates = TrainingSample.candidates(count)
  median("suggest-\(count)", runs: 15) {
    Recommender().suggest(candidates, rating: rating, day: 200).atLevel.first?.item ?? 0
  }
}
median("read-10000", runs: 15) {
  (0..<10_000).reduce(0) { $0 + (GradeScale.font.read($1 % 2 == 0 ? "7b/7B+" : "6c+")?.last ?? 0) }
}
