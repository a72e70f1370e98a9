import Platform
import Vectors

// How long a map of 20 × 6 relations takes natively, medians in milliseconds: AnalysisBench

for reeds in [100, 1_000] {
  var times: [Double] = []
  var sum = 0
  for _ in 0..<5 {
    let began = Instant.now
    sum &+= AnalysisSample.relations(reeds: reeds, runs: 1)
    times.append(Double(Instant.now.nanoseconds(since: began)) / 1e6)
  }
  print("relations-\(reeds) \(times.sorted()[2].rounded()) \(sum)")
}
