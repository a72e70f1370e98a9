import Domain
import Platform
import Sound

/// Sound that comes from a WAV file or from standard input.
enum SoundInput {
  /// Passes on the samples of a file block by block, all channels mixed to one; `begin` gets the sample rate first.
  ///
  /// The readable part of a damaged file is passed on before the error is thrown.
  static func read(
    _ path: String, begin: (Int) throws(CommandError) -> Void, _ hand: ([Float]) -> Void
  ) throws(CommandError) {
    let name = name(of: path)
    var source = try open(path)
    var reader = WaveReader()
    var samples: [Float] = []
    var hasBegun = false
    while true {
      let bytes = try next(&source, name)
      let problem = problem(with: bytes, &reader, &samples)
      if let format = reader.format {
        if !hasBegun { try begin(format.sampleRate) }
        hasBegun = true
        hand(mix(&samples, format.channels))
      }
      if let problem { throw .failed(words(for: problem, name)) }
      if bytes.isEmpty { return }
    }
  }

  /// A text that is no larger than `limit` bytes.
  static func text(_ path: String, limit: Int) throws(CommandError) -> [UInt8] {
    let name = name(of: path)
    var source = try open(path)
    var bytes: [UInt8] = []
    while true {
      let part = try next(&source, name)
      if part.isEmpty { return bytes }
      bytes += part
      guard bytes.count <= limit else {
        throw .failed("\(name) is too large: the limit is \(limit / 1024) KiB.")
      }
    }
  }

  static func name(of path: String) -> String {
    path == "-" ? "Standard input" : "`\(path)`"
  }

  static func open(_ path: String) throws(CommandError) -> ByteSource {
    do throws(SystemError) {
      return try ByteSource(path)
    } catch {
      throw .failed("\(name(of: path)) cannot be opened: \(error.message).")
    }
  }

  static func next(
    _ source: inout ByteSource, _ name: String
  ) throws(CommandError) -> ArraySlice<UInt8> {
    do throws(SystemError) {
      return try source.next()
    } catch {
      throw .failed("\(name) cannot be read: \(error.message).")
    }
  }

  static func problem(
    with bytes: ArraySlice<UInt8>, _ reader: inout WaveReader, _ samples: inout [Float]
  ) -> WaveError? {
    do throws(WaveError) {
      if bytes.isEmpty { try reader.finish() } else { try reader.read(bytes, to: &samples) }
      return nil
    } catch {
      return error
    }
  }

  /// The mean of all channels; an incomplete frame stays for the next block.
  private static func mix(_ samples: inout [Float], _ channels: Int) -> [Float] {
    let frames = samples.count / channels
    let mixed =
      channels == 1
      ? samples
      : (0..<frames).map { frame in
        samples[frame * channels..<(frame + 1) * channels].reduce(0, +) / Float(channels)
      }
    samples.removeFirst(frames * channels)
    return mixed
  }

  static func words(for error: WaveError, _ name: String) -> String {
    switch error {
    case .notAWave: "\(name) is not a WAV file. Convert it first, for example with sox or ffmpeg."
    case .noSound: "\(name) contains no sound."
    case .damagedFormat(let place):
      "\(name) is damaged: its audio format is missing at byte \(place)."
    case .unknownEncoding(let tag, let bits, let place):
      "\(name) has an unknown encoding: format \(tag) with \(bits) bits, at byte \(place). "
        + "Convert it to plain PCM first."
    case .channelsOutOfRange(let count):
      "\(name) has \(count) channels; 1 to \(WaveReader.channels.upperBound) are supported."
    case .rateOutOfRange(let rate):
      "\(name) has a sample rate of \(rate) Hz; "
        + "\(WaveReader.sampleRates.lowerBound) to \(WaveReader.sampleRates.upperBound) Hz are supported."
    case .cutShort(let expected, let found):
      "\(name) is incomplete: it has only \(found) of the \(expected) frames. "
        + "Those were read."
    }
  }
}

/// A WAV file that is being written, mono.
struct SoundOutput: ~Copyable {
  static let options = [
    Command.Option(
      name: "rate", placeholder: "HZ", summary: "Sample rate, 8000 to 192000 [48000]"),
    Command.Option(
      name: "bits", placeholder: "BITS", summary: "Sample format: 16, 24 or 32f [24]"),
    Command.Option(
      name: "output", placeholder: "FILE", summary: "WAV file to write; - is standard output",
      letter: "o"),
  ]
  static let sampleRates = 8_000...192_000

  private var sink: ByteSink
  private let writer: WaveWriter
  private let name: String

  static func sampleRate(_ arguments: Arguments) throws(CommandError) -> Int {
    try arguments.number("rate", in: sampleRates) ?? 48_000
  }

  /// Starts a file of `frames` samples.
  init(
    _ path: String, _ arguments: Arguments, sampleRate: Int, frames: Int64
  ) throws(CommandError) {
    let encoding = try arguments.choice(
      "bits", from: [("16", .signed16), ("24", .signed24), ("32f", WaveFormat.Encoding.float32)])
    let format = WaveFormat(sampleRate: sampleRate, encoding: encoding ?? .signed24)
    let writer = WaveWriter(format, frames: frames)
    let name = path == "-" ? "Standard output" : "`\(path)`"
    sink = try Self.begin(path, writer.header, name)
    self.writer = writer
    self.name = name
  }

  private static func begin(
    _ path: String, _ header: [UInt8], _ name: String
  ) throws(CommandError) -> ByteSink {
    do throws(SystemError) {
      var sink = try ByteSink(path)
      try sink.write(header)
      return sink
    } catch {
      throw .failed("\(name) cannot be written: \(error.message).")
    }
  }

  mutating func write(_ samples: [Float]) throws(CommandError) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(samples.count * writer.format.frameBytes)
    writer.append(samples.span, to: &bytes)
    do throws(SystemError) {
      try sink.write(bytes)
    } catch {
      throw .failed("\(name) cannot be written: \(error.message). Nothing was changed.")
    }
  }

  consuming func finish() throws(CommandError) {
    let (name, end) = (name, writer.end)
    do throws(SystemError) {
      try sink.write(end)
      try sink.finish()
    } catch {
      throw .failed("\(name) cannot be written: \(error.message). Nothing was changed.")
    }
  }
}

/// Numbers with a fixed number of decimal places, for tables.
enum Fixed {
  static func text(_ value: Double, places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (value * scale).rounded()
    guard scaled.isFinite, abs(scaled) < 9e18 else { return "" }
    return Decimal(units: Int64(scaled), places: places).text
  }
}
