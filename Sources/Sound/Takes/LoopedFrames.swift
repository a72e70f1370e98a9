/// An edited take with an endlessly repeated part: frame numbers keep increasing across repeats.
///
/// Over the last 20 ms of each pass the end crossfades with what comes before the beginning, so that the first note of
/// the next pass is heard unchanged.
struct LoopedFrames {
  let frames: EditedFrames
  /// The part to repeat; `nil` to play to the end.
  let loop: Range<Int64>?
  /// The length of the crossfade between passes, in frames.
  private let seam: Int64
  /// The weights of the old and the new pass over the crossfade.
  private let levels: [(old: Float, new: Float)]

  init(_ frames: EditedFrames, loop: Range<Int64>?, sampleRate: Int) {
    self.frames = frames
    self.loop = loop
    let length = loop?.length ?? 0
    let seam = min(Int64(sampleRate / 50), length / 2)
    self.seam = seam
    levels = (0..<seam).map { index in
      let part = (Double(index) + 0.5) / Double(seam)
      // A quarter of a sine over half a cosine: equal power, and no corner.
      let weight = 0.5 - 0.5 * Functions.cosine(turns: part / 2)
      return (Float(Functions.cosine(turns: weight / 4)), Float(Functions.sine(turns: weight / 4)))
    }
  }

  /// The frame's position in the edited take, and how many frames follow before the part repeats.
  func place(of frame: Int64) -> (place: Int64, left: Int64) {
    guard let loop, !loop.isEmpty else { return (frame, .max) }
    guard frame >= loop.upperBound else { return (frame, loop.upperBound - frame) }
    let place = loop.lowerBound + (frame - loop.lowerBound) % loop.length
    return (place, loop.upperBound - place)
  }

  /// Appends `count` frames from `start` on.
  func read(_ start: Int64, _ count: Int, to samples: inout [Float]) {
    var (start, count) = (start, count)
    while count > 0 {
      let (place, left) = place(of: start)
      let taken = Int(min(left, Int64(count)))
      let first = samples.count
      frames.read(place, taken, to: &samples)
      if let loop, seam > 0 {
        let from = max(place, loop.upperBound - seam)
        let mixed = Int(place + Int64(taken) - from)
        if mixed > 0 { mix(from, mixed, loop, &samples, first + (taken - mixed) * channels) }
      }
      start += Int64(taken)
      count -= taken
    }
  }

  private var channels: Int { frames.channels }

  private func mix(
    _ from: Int64, _ count: Int, _ loop: Range<Int64>, _ samples: inout [Float], _ first: Int
  ) {
    // What comes before the beginning is appended to the rest temporarily.
    let other = samples.count
    frames.read(from - loop.length, count, to: &samples)
    let offset = Int(from - (loop.upperBound - seam))
    for index in 0..<count {
      let level = levels[offset + index]
      for channel in index * channels..<(index + 1) * channels {
        samples[first + channel] =
          samples[first + channel] * level.old + samples[other + channel] * level.new
      }
    }
    samples.removeLast(count * channels)
  }
}
