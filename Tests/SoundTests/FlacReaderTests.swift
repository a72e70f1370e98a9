import Foundation
import Testing

@testable import Sound

/// A file in memory, and how many bytes of it were asked for.
private final class Asked {
  let file: [UInt8]
  var bytes = 0
  var largest = 0

  init(_ file: [UInt8]) {
    self.file = file
  }

  func read(_ offset: Int64, _ count: Int) -> [UInt8] {
    guard offset >= 0, offset < file.count, count > 0 else { return [] }
    let part = Array(file[Int(offset)..<min(Int(offset) + count, file.count)])
    bytes += part.count
    largest = max(largest, part.count)
    return part
  }

  func reader(isVerifying: Bool = false) throws(FlacError) -> FlacReader {
    try FlacReader(length: Int64(file.count), isVerifying: isVerifying, bytes: read)
  }

  func all() throws(FlacError) -> [Int32] {
    var reader = try reader(isVerifying: true)
    var (all, samples): ([Int32], [Int32]) = ([], [])
    while try reader.next(to: &samples) { all += samples }
    return all
  }
}

@Suite struct FlacReaderTests {
  @Test(arguments: FlacSound.allCases, [(16, 1), (16, 2), (24, 1), (24, 2)])
  func whatIsWrittenIsRead(sound: FlacSound, kind: (bits: Int, channels: Int)) throws {
    let samples = sound.samples(bits: kind.bits, channels: kind.channels)
    let file = Asked(flac(samples, channels: kind.channels, bits: kind.bits, longest: 50_000))
    #expect(try file.all() == samples)
    let info = try file.reader().info
    #expect(info.bits == kind.bits && info.channels == kind.channels)
    #expect(info.frames == Int64(samples.count / kind.channels) && info.sampleRate == 48_000)
  }

  /// Files of other programs, in every way they have of writing one.
  @Test(arguments: [
    ["flac", "-0"], ["flac", "-5"], ["flac", "-8"], ["flac", "-8", "-p", "-e"],
    ["flac", "-0", "-b", "16"], ["flac", "-2", "-b", "65535", "--lax"],
    ["flac", "-8", "-l", "32", "-r", "15", "--lax", "-b", "32768"],
    ["flac", "--disable-fixed-subframes", "--disable-constant-subframes", "-5"],
    ["ffmpeg"], ["ffmpeg", "-compression_level", "12"], ["ffmpeg", "-frame_size", "1000"],
    ["ffmpeg", "-lpc_type", "cholesky", "-compression_level", "8", "-ch_mode", "mid_side"],
    ["ffmpeg", "-ch_mode", "left_side"], ["ffmpeg", "-ch_mode", "right_side"],
  ])
  func whatOthersWriteIsRead(how: [String]) throws {
    try Tool.withFolder { folder in
      for (bits, channels) in [(8, 1), (16, 1), (16, 2), (24, 2)] {
        if how[0] == "ffmpeg", bits == 8 || channels == 1 && how.contains("-ch_mode") { continue }
        for sound in [FlacSound.tone, .noise, .silence, .fullScale, .extremes, .steps] {
          let samples = sound.samples(bits: bits, channels: channels)
          try Data(raw(samples, bits: bits)).write(to: folder.appendingPathComponent("a.raw"))
          let command =
            how[0] == "flac"
            ? how + [
              "-s", "-f", "--force-raw-format", "--endian=little", "--sign=signed",
              "--channels=\(channels)", "--bps=\(bits)", "--sample-rate=48000", "-o", "a.flac",
              "a.raw",
            ]
            : [
              "ffmpeg", "-v", "error", "-y", "-f", "s\(bits)le", "-ar", "48000", "-ac",
              "\(channels)", "-i", "a.raw",
            ] + how.dropFirst()
              + ["-bits_per_raw_sample", "\(bits)", "-strict", "-2", "a.flac"]
          let end = try Tool.run(command, in: folder)
          try #require(end.code == 0, "\(command): \(end.output)")
          let file = Asked([UInt8](try Data(contentsOf: folder.appendingPathComponent("a.flac"))))
          #expect(try file.all() == samples, "\(how), \(sound), \(bits) bits, \(channels) channels")
        }
      }
    }
  }

  @Test(arguments: [false, true]) func anyFrameIsFound(hasPoints: Bool) throws {
    let samples = FlacSound.tone.samples(bits: 16, channels: 2, frames: 48_000 * 60)
    let file = Asked(
      flac(samples, channels: 2, bits: 16, longest: hasPoints ? 48_000 * 60 : 0))
    var reader = try file.reader()
    var chance = Chance(seed: 4)
    var found: [Int32] = []
    file.bytes = 0
    for _ in 0..<100 {
      let frame = Int(chance.number(through: 48_000 * 60 - 1))
      try reader.seek(to: Int64(frame))
      #expect(reader.position == Int64(frame))
      #expect(try reader.next(to: &found))
      #expect(found == Array(samples[2 * frame..<2 * frame + found.count]))
      #expect(reader.position == Int64(frame + found.count / 2))
    }
    print("FLAC: a seek reads \(file.bytes / 100 / 1_024) KB of \(file.file.count / 1_024)")
    #expect(file.largest <= 1 << 17)
    // Behind the end there is nothing, and the beginning is there again.
    try reader.seek(to: 48_000 * 60)
    #expect(try !reader.next(to: &found))
    try reader.seek(to: 0)
    #expect(try reader.next(to: &found))
    #expect(found[..<100] == samples[..<100])
  }

  @Test func partsAreHandedOnAsTheyAreAskedFor() throws {
    let samples = FlacSound.tone.samples(bits: 24, channels: 2, frames: 100_000)
    var reader = try Asked(flac(samples, channels: 2, bits: 24)).reader()
    var chance = Chance(seed: 9)
    var found: [Float] = []
    var start = 0
    for turn in 0..<300 {
      // Mostly on from where it stands, sometimes a little back or far away.
      if turn % 10 == 9 { start = max(start - Int(chance.number(through: 900)), 0) }
      if turn % 40 == 39 { start = Int(chance.number(through: 99_000)) }
      let count = Int(chance.number(through: 3_000))
      try reader.frames(from: Int64(start), count: count, to: &found)
      let end = min(start + count, 100_000)
      let meant = samples[2 * min(start, 100_000)..<2 * end].map { Float($0) / 8_388_608 }
      #expect(found == meant, "\(count) frames from \(start)")
      start = end
    }
  }

  @Test func aPointThatIsWrongLeadsNowhereElse() throws {
    let samples = FlacSound.tone.samples(bits: 16, channels: 1, frames: 48_000 * 40)
    var bytes = flac(samples, channels: 1, bits: 16, longest: 48_000 * 40)
    // The third point's offset; what it leads to is no block.
    bytes[4 + 38 + 4 + 2 * 18 + 15] ^= 5
    var reader = try Asked(bytes).reader()
    var found: [Int32] = []
    for frame in [480_000, 1_000_000, 1_500_000] {
      try reader.seek(to: Int64(frame))
      #expect(try reader.next(to: &found))
      #expect(found[..<10] == samples[frame..<frame + 10])
    }
  }

  @Test func damageIsToldWithItsPlace() throws {
    let samples = FlacSound.tone.samples(bits: 16, channels: 1)
    let file = flac(samples, channels: 1, bits: 16)
    #expect(throws: FlacError.notFlac) { try Asked(Array("RIFF....WAVE".utf8)).all() }
    #expect(throws: FlacError.notFlac) { try Asked([]).all() }
    #expect(throws: FlacError.damagedHead(at: 4)) { try Asked(Array(file[..<20])).all() }
    var other = file
    other[10_000] ^= 1
    let error = #expect(throws: FlacError.self) { try Asked(other).all() }
    guard case .damagedBlock(let place) = error else {
      Issue.record("not \(error as Any)")
      return
    }
    #expect(place <= 10_000 && place > 10_000 - 16_384)
    var (all, found): ([Int32], [Int32]) = ([], [])
    var reader = try Asked(other).reader()
    while (try? reader.next(to: &found)) == true { all += found }
    #expect(all.count % 4_096 == 0 && all == Array(samples[..<all.count]))
    let cut = #expect(throws: FlacError.self) { try Asked(Array(file[..<10_000])).all() }
    guard case .cutShort = cut else {
      Issue.record("not \(cut as Any)")
      return
    }
    // A checksum of another sound.
    other = file
    other[30] ^= 0xFF
    #expect(throws: FlacError.wrongChecksum) { try Asked(other).all() }
    // What says that there are more channels, or fewer bits.
    other = file
    other[20] |= 0x0E
    #expect(throws: FlacError.channelsOutOfRange(8)) { try Asked(other).all() }
  }

  @Test func survivesAnyDamage() {
    var chance = Chance(seed: 6)
    var (right, wrong) = (0, 0)
    for (bits, channels) in [(16, 1), (24, 2)] {
      let samples =
        FlacSound.tone.samples(bits: bits, channels: channels, frames: 4_096 + 700)
        + FlacSound.fullScale.samples(bits: bits, channels: channels, frames: 500)
        + FlacSound.silence.samples(bits: bits, channels: channels, frames: 4_000)
      let file = flac(samples, channels: channels, bits: bits, longest: 480_000)
      for turn in 0..<3_000 {
        var damaged = file
        for _ in 0...chance.number(through: 3) {
          // Half of all damage where the head and the first block's head are.
          let limit = turn % 2 == 0 ? 120 : damaged.count - 1
          damaged[Int(chance.number(through: UInt64(limit)))] = UInt8(chance.number(through: 255))
        }
        if turn % 5 == 0 { damaged.removeLast(Int(chance.number(through: UInt64(file.count)))) }
        let asked = Asked(damaged)
        do {
          if try asked.all() == samples { right += 1 } else { wrong += 1 }
          var reader = try asked.reader()
          var found: [Float] = []
          for _ in 0..<3 {
            try reader.frames(
              from: Int64(chance.number(through: 12_000)), count: 2_000, to: &found)
          }
        } catch {}
      }
    }
    print("FLAC: of 6,000 damaged files \(right) read as they were, \(wrong) otherwise")
    // Only the checksum itself may be what was damaged, or the bits that say how long the sound is.
    #expect(wrong < 60)
  }
}
