#if arch(wasm32)
  import RoomVectors
  import Training
  import Vectors

  /// Shows one line: an address and a length.
  @_extern(wasm, module: "test", name: "line")
  private func line(_ address: UInt32, _ size: Int32)

  /// Runs every vector; answers how many failed.
  @_expose(wasm, "run")
  @c(woodshed_run)
  public func run() -> Int32 {
    VectorReport.write(Vector.all()) { text in
      let bytes = Array(text.utf8)
      unsafe bytes.withUnsafeBufferPointer { buffer in
        line(UInt32(UInt(bitPattern: buffer.baseAddress)), Int32(buffer.count))
      }
    }
  }

  /// Fits a log (0) or chooses from 10,000 items (1) this many times, to be timed; answers what came of it.
  @_expose(wasm, "train")
  @c(woodshed_train)
  public func train(_ what: Int32, _ runs: Int32) -> Int32 {
    let log = TrainingSample.log(items: 10_000, tries: 5_000)
    let rating = Rating(log, factor: GradeScale.v.factor)
    let candidates = TrainingSample.candidates(10_000)
    var sum = 0
    for _ in 0..<runs {
      sum &+=
        what == 0
        ? Rating(log, factor: GradeScale.v.factor).ability()?.tries ?? 0
        : Recommender().suggest(candidates, rating: rating, day: 200).next?.item ?? 0
    }
    return Int32(truncatingIfNeeded: sum)
  }

  /// Answers what goes with what for a number of reeds, a number of times, to be timed; answers how long the answers are.
  @_expose(wasm, "relate")
  @c(woodshed_relate)
  public func relate(_ reeds: Int32, _ runs: Int32) -> Int32 {
    let reeds = Int(max(reeds, 0))
    return Int32(
      truncatingIfNeeded: AnalysisSample.relations(reeds: reeds, runs: Int(max(runs, 0))))
  }
#endif
