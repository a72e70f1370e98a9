extension Double {
  /// A sample unchanged, or silence if a broken device sends nonsense.
  var withinReason: Double { abs(self) < 1e4 ? self : 0 }
}

/// The newest samples, always contiguous.
struct SampleHistory {
  /// Twice as many as needed, so that they move only occasionally.
  private var samples: [Double]
  private var end: Int
  let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    samples = [Double](repeating: 0, count: 2 * capacity)
    end = capacity
  }

  mutating func append(_ sample: Double) {
    if end == samples.count {
      for index in 0..<capacity { samples[index] = samples[capacity + index] }
      end = capacity
    }
    samples[end] = sample
    end += 1
  }

  /// Fills `target` with the newest samples, oldest first, with silence before the first ones.
  func copyNewest(to target: inout [Double]) {
    let start = end - target.count
    for index in 0..<target.count { target[index] = samples[start + index] }
  }
}
