import Light
import Platform

// How long the reference renderer and the limiter take natively, medians in milliseconds: LightBench

/// The median of several runs.
func median(_ name: String, runs: Int, _ work: (Int) -> Void) {
  var times: [Double] = []
  for run in 0..<runs {
    let began = Instant.now
    work(run)
    times.append(Double(Instant.now.nanoseconds(since: began)) / 1e6)
  }
  print("\(name) \((times.sorted()[runs / 2] * 1_000).rounded() / 1_000)")
}

let set = FactorySets.named("glass") ?? Chordset(title: "None")
let renderer = Renderer()
for (width, height) in [(160, 90), (240, 135)] {
  let scenes = set.chords.map { Scene(Look($0, mode: set.mode), aspect: 16 / 9) }
  var picture = Picture(width: width, height: height)
  median("render-\(width)x\(height)", runs: 40) {
    renderer.draw(scenes[$0 % scenes.count], into: &picture)
  }
  let pictures = scenes.map { renderer.draw($0, width: width, height: height) }
  var limiter = FlashLimiter(width: width, height: height)
  // Chords hammered thirty times a second: most of it is held back.
  median("limit-\(width)x\(height)", runs: 200) { run in
    var picture = pictures[run / 2 % pictures.count]
    limiter.limit(&picture, at: Int64(run) * 16_667, .safe)
  }
  // A chord a second: nothing is held back, and each cell is read twice.
  median("pass-\(width)x\(height)", runs: 200) { run in
    var picture = pictures[run / 60 % pictures.count]
    limiter.limit(&picture, at: Int64(run + 1_000) * 16_667, .safe)
  }
}
median("look", runs: 400) { run in _ = Look(set[run % 8], mode: .vivid).colours }
