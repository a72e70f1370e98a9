import Sound

/// The sound of a take, from a recorded or a finished file.
final class Source {
  let sampleRate: Int
  let channels: Int
  let bits: Int
  let frames: Int64
  private let file: SoundFile
  private var flac: FlacReader?
  private var numbers: [Float] = []

  /// `nil` if the file does not contain a take.
  init?(_ file: SoundFile) {
    self.file = file
    let size = file.size
    if let found = WaveHeader.recover(file.read(0, WaveHeader.length), fileLength: size) {
      sampleRate = found.header.sampleRate
      channels = found.header.channels
      bits = found.header.depth.rawValue
      frames = found.frames
    } else if let reader = try? FlacReader(length: size, bytes: { file.read($0, $1) }) {
      sampleRate = reader.info.sampleRate
      channels = reader.info.channels
      bits = reader.info.bits
      frames = reader.info.frames
      flac = reader
    } else {
      return nil
    }
  }

  /// How its samples are written when uncompressed.
  var depth: TakePCM.Depth { bits <= 16 ? .bits16 : .bits24 }

  /// The bytes of frames as they were recorded; only for a recorded file.
  func bytes(_ start: Int64, _ count: Int) -> [UInt8] {
    let frameBytes = channels * depth.bytes
    let wanted = Int(min(Int64(count), max(frames - start, 0))) * frameBytes
    return file.read(Int64(WaveHeader.length) + start * Int64(frameBytes), wanted)
  }

  /// Appends `count` frames from `start` on; missing ones are silence.
  func read(_ start: Int64, _ count: Int, to samples: inout [Float]) {
    let wanted = samples.count + count * channels
    if start >= 0, start < frames {
      if flac != nil {
        do throws(FlacError) {
          try flac?.frames(from: start, count: count, to: &numbers)
        } catch {
          // A damaged block becomes silence; reading resumes after it.
          numbers.removeAll(keepingCapacity: true)
        }
      } else {
        TakePCM.read(bytes(start, count), depth, to: &numbers)
      }
      samples += numbers
    }
    while samples.count < wanted { samples.append(0) }
  }

  /// The take after an edit.
  func edited(_ edit: TakeEdit) -> EditedFrames {
    EditedFrames(edit, sampleRate: sampleRate, channels: channels) {
      [self] start, count, samples in
      read(start, count, to: &samples)
    }
  }
}
