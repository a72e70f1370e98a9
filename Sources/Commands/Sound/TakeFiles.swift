import Platform
import Sound

/// A take in a file: WAV or FLAC, distinguished by its first bytes.
struct TakeInput {
  struct Format {
    let sampleRate: Int
    let channels: Int
    let depth: TakePCM.Depth
  }

  /// Passes on the samples of a file block by block, with channels interleaved; `begin` gets the format first.
  static func read(
    _ path: String, begin: (Format) throws(CommandError) -> Void,
    _ hand: ([Float]) throws(CommandError) -> Void
  ) throws(CommandError) {
    let name = SoundInput.name(of: path)
    var source = try SoundInput.open(path)
    let first = Array(try SoundInput.next(&source, name))
    if first.starts(with: "fLaC".utf8) {
      return try readFlac(first, &source, name, begin: begin, hand)
    }
    var reader = WaveReader()
    var samples: [Float] = []
    var hasBegun = false
    var bytes = first[...]
    while true {
      let problem = SoundInput.problem(with: bytes, &reader, &samples)
      if let format = reader.format {
        if !hasBegun { try begin(try self.format(format, name)) }
        hasBegun = true
        let whole = samples.count / format.channels * format.channels
        try hand(Array(samples[..<whole]))
        samples.removeFirst(whole)
      }
      if let problem { throw .failed(SoundInput.words(for: problem, name)) }
      if bytes.isEmpty { return }
      bytes = try SoundInput.next(&source, name)
    }
  }

  private static func format(_ format: WaveFormat, _ name: String) throws(CommandError) -> Format {
    guard FlacReader.channels.contains(format.channels) else {
      throw .failed("\(name) has \(format.channels) channels; a take has one or two.")
    }
    let isShort = format.encoding == .signed16 || format.encoding == .unsigned8
    return Format(
      sampleRate: format.sampleRate, channels: format.channels, depth: isShort ? .bits16 : .bits24)
  }

  private static func readFlac(
    _ first: [UInt8], _ source: inout ByteSource, _ name: String,
    begin: (Format) throws(CommandError) -> Void, _ hand: ([Float]) throws(CommandError) -> Void
  ) throws(CommandError) {
    var file = first
    while true {
      let bytes = try SoundInput.next(&source, name)
      if bytes.isEmpty { break }
      file += bytes
    }
    var reader = try open(file, name)
    let info = reader.info
    try begin(
      Format(
        sampleRate: info.sampleRate, channels: info.channels,
        depth: info.bits <= 16 ? .bits16 : .bits24))
    var numbers: [Int32] = []
    let scale = 1 / Float(1 << (info.bits - 1))
    while try next(&reader, &numbers, name) { try hand(numbers.map { Float($0) * scale }) }
  }

  private static func open(_ file: [UInt8], _ name: String) throws(CommandError) -> FlacReader {
    do throws(FlacError) {
      return try FlacReader(length: Int64(file.count), isVerifying: true) { offset, count in
        guard offset < file.count else { return [] }
        return Array(file[Int(offset)..<min(Int(offset) + count, file.count)])
      }
    } catch {
      throw .failed(words(for: error, name))
    }
  }

  private static func next(
    _ reader: inout FlacReader, _ numbers: inout [Int32], _ name: String
  ) throws(CommandError) -> Bool {
    do throws(FlacError) {
      return try reader.next(to: &numbers)
    } catch {
      throw .failed(words(for: error, name))
    }
  }

  static func words(for error: FlacError, _ name: String) -> String {
    switch error {
    case .notFlac: "\(name) is neither a WAV nor a FLAC file."
    case .damagedHead(let place):
      "\(name) is damaged: its audio format is missing at byte \(place)."
    case .channelsOutOfRange(let count): "\(name) has \(count) channels; a take has one or two."
    case .bitsOutOfRange(let bits):
      "\(name) has \(bits) bits per sample; 4 to 24 are supported."
    case .damagedBlock(let place):
      "\(name) is damaged at byte \(place). Everything before that was read."
    case .cutShort(let place):
      "\(name) is incomplete: it ends at byte \(place). Everything before that was read."
    case .wrongChecksum:
      "\(name) can be read, but its audio does not match its checksum."
    }
  }
}

/// A file to which a take is written; it gets its name once it is complete.
struct TakeOutput: ~Copyable {
  private var sink: ByteSink
  private let name: String

  init(_ path: String) throws(CommandError) {
    name = path == "-" ? "Standard output" : "`\(path)`"
    do throws(SystemError) {
      sink = try ByteSink(path)
    } catch {
      throw .failed(
        "\(path == "-" ? "Standard output" : "`\(path)`") cannot be written: \(error.message).")
    }
  }

  mutating func write(_ bytes: [UInt8]) throws(CommandError) {
    do throws(SystemError) {
      try sink.write(bytes)
    } catch {
      throw .failed("\(name) cannot be written: \(error.message). Nothing was changed.")
    }
  }

  consuming func finish() throws(CommandError) {
    let name = name
    do throws(SystemError) {
      try sink.finish()
    } catch {
      throw .failed("\(name) cannot be written: \(error.message). Nothing was changed.")
    }
  }
}
