import Foundation
import Testing

@testable import Sound

/// Sounds that are hard on a coder, as whole numbers, their channels by turns.
enum FlacSound: String, CaseIterable {
  case tone, noise, silence, constant, fullScale, extremes, steps, one, empty

  func samples(bits: Int, channels: Int, frames: Int = 20_011) -> [Int32] {
    let top = Int32(1) << Int32(bits - 1) - 1
    var chance = Chance(seed: 11)
    func each(_ frames: Int, _ make: (Int, Int) -> Int32) -> [Int32] {
      (0..<frames * channels).map { make($0 / channels, $0 % channels) }
    }
    switch self {
    case .tone:
      return each(frames) { index, channel in
        let wave = sin(Double(index) * 0.05) + 0.3 * sin(Double(index) * 0.173 + Double(channel))
        return Int32(wave * Double(top) * 0.4) + Int32(chance.number(through: 6))
      }
    case .noise:
      return each(frames) { _, _ in
        Int32(Int64(chance.number(through: UInt64(top) * 2 + 1)) - Int64(top) - 1)
      }
    case .silence: return each(frames) { _, _ in 0 }
    case .constant: return each(frames) { _, channel in channel == 0 ? -77 : top }
    case .fullScale: return each(frames) { index, _ in index / 40 % 2 == 0 ? top : -top - 1 }
    case .extremes:
      // Each step is as large as can be, against that of the other channel.
      return each(frames) { index, channel in (index + channel) % 2 == 0 ? top : -top - 1 }
    case .steps: return each(frames) { index, channel in Int32(index / 997 * 5 + channel) }
    case .one: return each(1) { _, channel in channel == 0 ? 5 : -3 }
    case .empty: return []
    }
  }
}

/// A program that other sounds are made or checked with.
enum Tool {
  /// Runs it in a folder; answers how it ended and what it said.
  @discardableResult
  static func run(_ command: [String], in folder: URL) throws -> (code: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    if process.terminationStatus == 127 {
      Issue.record("\(command[0]) is missing: install it with `Tools/install.sh test`.")
    }
    return (process.terminationStatus, said)
  }

  static func withFolder(_ work: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try work(folder)
  }
}

/// A file with all its samples.
func flac(_ samples: [Int32], channels: Int, bits: Int, rate: Int = 48_000, longest: Int64 = 0)
  -> [UInt8]
{
  var writer = FlacWriter(sampleRate: rate, channels: channels, bits: bits, longest: longest)
  var file = writer.header
  // In portions that fit no block.
  var start = 0
  while start < samples.count {
    let end = min(samples.count, start + 1_001 * channels)
    writer.append(Array(samples[start..<end]), to: &file)
    start = end
  }
  writer.finish(to: &file)
  file.replaceSubrange(0..<writer.header.count, with: writer.header)
  return file
}

/// Samples as the bytes of a file without a header.
func raw(_ samples: [Int32], bits: Int) -> [UInt8] {
  var bytes: [UInt8] = []
  for sample in samples {
    for shift in stride(from: 0, to: bits, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: sample >> Int32(shift)))
    }
  }
  return bytes
}

@Suite struct FlacWriterTests {
  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("abc", "900150983cd24fb0d6963f7d28e17f72"),
    ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
    (
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
      "d174ab98d277d9f5a5611c2c9f419d9f"
    ),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a"
    ),
  ])
  func checksumsAreThoseOfTheStandard(text: String, sum: String) {
    var md5 = MD5()
    md5.add(Array(text.utf8))
    #expect(md5.digest.map { String(format: "%02x", $0) }.joined() == sum)
  }

  @Test(arguments: FlacSound.allCases)
  func othersReadWhatIsWritten(sound: FlacSound) throws {
    try Tool.withFolder { folder in
      for (bits, channels) in [(16, 1), (16, 2), (24, 1), (24, 2)] {
        let samples = sound.samples(bits: bits, channels: channels)
        let file = flac(samples, channels: channels, bits: bits, longest: 96_000)
        try Data(file).write(to: folder.appendingPathComponent("a.flac"))
        // Of a file without a sound it warns that its length is not told.
        let strict = sound == .empty ? [] : ["-w"]
        let test = try Tool.run(["flac", "-t", "-s"] + strict + ["a.flac"], in: folder)
        #expect(test.code == 0, "\(bits) bits, \(channels) channels: \(test.output)")
        try Tool.run(
          [
            "flac", "-d", "-s", "-f", "--force-raw-format", "--endian=little", "--sign=signed",
            "-o",
            "a.raw", "a.flac",
          ], in: folder)
        let found = try Data(contentsOf: folder.appendingPathComponent("a.raw"))
        #expect([UInt8](found) == raw(samples, bits: bits), "\(bits) bits, \(channels) channels")
        guard sound == .tone || sound == .fullScale else { continue }
        for command in [
          ["sox", "-D", "a.flac", "-t", "raw", "-e", "signed", "-b", "\(bits)", "b.raw"],
          ["ffmpeg", "-v", "error", "-y", "-i", "a.flac", "-f", "s\(bits)le", "b.raw"],
        ] {
          let end = try Tool.run(command, in: folder)
          #expect(end.code == 0 && end.output.isEmpty, "\(end.output)")
          let found = try Data(contentsOf: folder.appendingPathComponent("b.raw"))
          #expect([UInt8](found) == raw(samples, bits: bits), "\(command[0]), \(bits) bits")
        }
      }
    }
  }

  @Test(arguments: [1, 2, 15, 16, 17, 4_095, 4_096, 4_097, 8_192])
  func anyLengthIsWritten(frames: Int) throws {
    let samples = FlacSound.tone.samples(bits: 16, channels: 2, frames: frames)
    try Tool.withFolder { folder in
      try Data(flac(samples, channels: 2, bits: 16, rate: 44_100))
        .write(to: folder.appendingPathComponent("a.flac"))
      let test = try Tool.run(["flac", "-t", "-s", "-w", "a.flac"], in: folder)
      #expect(test.code == 0, "\(test.output)")
    }
  }

  /// A voice with partials, vibrato, breath and rests, as a take in a quiet room would have it.
  static func line(seconds: Int, channels: Int) -> [Int32] {
    var chance = Chance(seed: 5)
    var phase = 0.0
    var breath = 0.0
    var samples: [Int32] = []
    for index in 0..<seconds * 48_000 {
      let time = Double(index) / 48_000
      let pitch = 220 * exp2(Double(Int(time * 2) % 8) / 12)
      phase += pitch * exp2(0.02 * sin(2 * .pi * 5.5 * time)) / 48_000
      let level = time.truncatingRemainder(dividingBy: 0.5) < 0.4 ? 0.25 : 0
      var wave = 0.0
      for partial in 1...12 { wave += sin(2 * .pi * phase * Double(partial)) / Double(partial) }
      breath = 0.9 * breath + 0.002 * (chance.part() - 0.5)
      for channel in 0..<channels {
        let room = 0.0004 * (chance.part() - 0.5)
        let sample = wave * level * (channel == 0 ? 0.5 : 0.45) + breath + room
        samples.append(Int32((sample * 32_767).rounded()))
      }
    }
    return samples
  }

  @Test(arguments: [1, 2]) func theSizeIsNearThatOfFlac5(channels: Int) throws {
    let samples = Self.line(seconds: 12, channels: channels)
    try Tool.withFolder { folder in
      try Data(raw(samples, bits: 16)).write(to: folder.appendingPathComponent("a.raw"))
      try Tool.run(
        [
          "flac", "-5", "-s", "-f", "--force-raw-format", "--endian=little", "--sign=signed",
          "--channels=\(channels)", "--bps=16", "--sample-rate=48000", "--no-padding", "-o",
          "a.flac",
          "a.raw",
        ], in: folder)
      let theirs = try Data(contentsOf: folder.appendingPathComponent("a.flac")).count
      let ours = flac(samples, channels: channels, bits: 16).count
      let share = Double(ours) / Double(theirs)
      print("FLAC, \(channels) channels: \(ours) bytes, flac -5 \(theirs), \(share) times as many")
      #expect(share <= 1.05)
    }
  }

  @Test func theHeadKeepsItsLengthAndItsPointsAreRight() throws {
    let samples = FlacSound.tone.samples(bits: 16, channels: 1, frames: 8_000 * 65)
    var writer = FlacWriter(sampleRate: 8_000, channels: 1, bits: 16, longest: 8_000 * 120)
    let length = writer.header.count
    #expect(length == 4 + 4 + 34 + 4 + 18 * 13)
    var file = writer.header
    writer.append(samples, to: &file)
    writer.finish(to: &file)
    #expect(writer.header.count == length)
    file.replaceSubrange(0..<length, with: writer.header)
    let reader = try FlacReader(length: Int64(file.count)) { offset, count in
      Array(file[Int(offset)..<min(Int(offset) + count, file.count)])
    }
    // A point at the first block that begins at or after each ten seconds.
    let meant: [Int64] = [0, 20, 40, 59, 79, 98, 118].map { $0 * 4_096 }
    #expect(reader.points.map { $0.frame } == meant)
    try Tool.withFolder { folder in
      try Data(file).write(to: folder.appendingPathComponent("a.flac"))
      let test = try Tool.run(["flac", "-t", "-s", "-w", "a.flac"], in: folder)
      #expect(test.code == 0, "\(test.output)")
      // From a place in the middle, by the table.
      try Tool.run(
        [
          "flac", "-d", "-s", "-f", "--skip=400000", "--until=400100", "--force-raw-format",
          "--endian=little", "--sign=signed", "-o", "a.raw", "a.flac",
        ], in: folder)
      let found = try Data(contentsOf: folder.appendingPathComponent("a.raw"))
      #expect([UInt8](found) == raw(Array(samples[400_000..<400_100]), bits: 16))
    }
  }
}
