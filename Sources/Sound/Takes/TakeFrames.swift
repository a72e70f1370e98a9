/// A source of a take's frames: appends `count` from `start` on, interleaved.
///
/// Missing frames are silence.
public typealias TakeFrames = (_ start: Int64, _ count: Int, _ samples: inout [Float]) -> Void

/// Reads an edited take: its parts one after another, each fading at the cuts.
public struct EditedFrames {
  public let edit: TakeEdit
  public let channels: Int
  /// The length of a fade in frames: 10 ms.
  public let fade: Int
  private let original: TakeFrames
  /// From 0 to 1, over a fade.
  private let ramp: [Float]

  public init(
    _ edit: TakeEdit, sampleRate: Int, channels: Int, original: @escaping TakeFrames
  ) {
    self.edit = edit
    self.channels = channels
    self.original = original
    let fade = max(sampleRate / 100, 1)
    self.fade = fade
    ramp = (0..<fade).map { index in
      let part = (Double(index) + 0.5) / Double(fade)
      return Float(0.5 - 0.5 * Functions.cosine(turns: part / 2))
    }
  }

  /// Appends `count` frames of the edited take from `start` on; before and after it there is silence.
  public func read(_ start: Int64, _ count: Int, to samples: inout [Float]) {
    var place = start
    let end = start + Int64(count)
    if place < 0 {
      let missing = min(-place, Int64(count))
      Self.appendSilence(Int(missing) * channels, to: &samples)
      place += missing
    }
    var partStart: Int64 = 0
    for part in edit.parts where place < end {
      let partEnd = partStart + part.length
      if place < partEnd {
        let taken = min(end, partEnd) - place
        let first = samples.count
        original(part.lowerBound + place - partStart, Int(taken), &samples)
        soften(&samples, from: first, part, at: place - partStart)
        place += taken
      }
      partStart = partEnd
    }
    if place < end { Self.appendSilence(Int(end - place) * channels, to: &samples) }
  }

  /// Fades the frames near the ends of a part; the ends of the take itself stay unchanged.
  private func soften(
    _ samples: inout [Float], from first: Int, _ part: Range<Int64>, at offset: Int64
  ) {
    let count = part.length
    let length = min(Int64(fade), count / 2)
    let frames = Int64((samples.count - first) / channels)
    guard length > 0 else { return }
    if part.lowerBound > 0, offset < length {
      for place in offset..<min(length, offset + frames) {
        scale(&samples, first + Int(place - offset) * channels, place, length)
      }
    }
    if part.upperBound < edit.length, offset + frames > count - length {
      for place in max(offset, count - length)..<offset + frames {
        scale(&samples, first + Int(place - offset) * channels, count - 1 - place, length)
      }
    }
  }

  private func scale(_ samples: inout [Float], _ index: Int, _ place: Int64, _ length: Int64) {
    let level = ramp[Int(place * Int64(fade) / length)]
    for channel in 0..<channels { samples[index + channel] *= level }
  }

  static func appendSilence(_ count: Int, to samples: inout [Float]) {
    for _ in 0..<count { samples.append(0) }
  }
}
