import Foundation
import Testing

@testable import Sound

@Suite struct WaveTests {
  private func read(_ bytes: [UInt8], step: Int = .max) throws -> (WaveReader, [Float]) {
    var reader = WaveReader()
    var samples: [Float] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      try reader.read(rest.prefix(step), to: &samples)
      rest = rest.dropFirst(step)
    }
    try reader.finish()
    return (reader, samples)
  }

  private func file(_ format: WaveFormat, _ samples: [Float]) -> [UInt8] {
    let writer = WaveWriter(format, frames: Int64(samples.count / format.channels))
    var bytes = writer.header
    writer.append(samples.span, to: &bytes)
    return bytes + writer.end
  }

  @Test(arguments: WaveFormat.Encoding.allCases, [1, 2])
  func whatIsWrittenIsRead(encoding: WaveFormat.Encoding, channels: Int) throws {
    let samples: [Float] = [0, 1, -1, 0.5, -0.25, 0.001, -0.7, 0.3, 1.5, -1.5]
    let format = WaveFormat(sampleRate: 44_100, channels: channels, encoding: encoding)
    let bytes = file(format, samples)
    #expect(bytes.count % 2 == 0)
    let steps: [Float] =
      switch encoding {
      case .unsigned8: [1.0 / 128]
      case .signed16: [1.0 / 32_768]
      case .signed24: [1.0 / 8_388_608]
      case .signed32: [1e-7]
      case .float32, .float64: [0]
      }
    let isFloat = encoding == .float32 || encoding == .float64
    for step in [1, 7, .max] {
      let (reader, found) = try read(bytes, step: step)
      #expect(reader.format == format)
      #expect(reader.frames == Int64(samples.count / channels))
      for (one, other) in zip(found, samples) {
        #expect(abs(one - (isFloat ? other : min(max(other, -1), 1))) <= steps[0])
      }
    }
  }

  @Test func extensibleAndOtherPartsAreUnderstood() throws {
    var bytes: [UInt8] = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WAVE".utf8)
    bytes += Array("LIST".utf8) + [3, 0, 0, 0] + [1, 2, 3, 0]
    bytes += Array("fmt ".utf8) + [40, 0, 0, 0]
    bytes += [0xFE, 0xFF, 1, 0, 0x80, 0xBB, 0, 0, 0, 0x77, 1, 0, 2, 0, 16, 0]
    bytes += [22, 0, 16, 0, 4, 0, 0, 0, 1, 0] + [UInt8](repeating: 0, count: 14)
    bytes += Array("data".utf8) + [4, 0, 0, 0] + [0, 0x40, 0, 0xC0]
    bytes += Array("id3 ".utf8) + [2, 0, 0, 0, 9, 9]
    let (reader, samples) = try read(bytes)
    #expect(reader.format?.sampleRate == 48_000)
    #expect(samples == [0.5, -0.5])
  }

  @Test func soundOfUnknownLengthGoesToTheEnd() throws {
    let format = WaveFormat(sampleRate: 8_000, encoding: .signed16)
    for length: [UInt8] in [[0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF]] {
      var bytes = file(format, [0.5, -0.5, 0.25])
      bytes.replaceSubrange(40..<44, with: length)
      #expect(try read(bytes).1 == [0.5, -0.5, 0.25])
    }
  }

  @Test func longFilesAreRF64() throws {
    let format = WaveFormat(sampleRate: 192_000, encoding: .float32)
    let writer = WaveWriter(format, frames: 2_000_000_000)
    let header = writer.header
    #expect(String(decoding: header[..<4], as: UTF8.self) == "RF64")
    var reader = WaveReader()
    var samples: [Float] = []
    try reader.read(header[...] + [0, 0, 0, 0x3F], to: &samples)
    #expect(samples == [0.5])
    #expect(throws: WaveError.cutShort(expected: 2_000_000_000, found: 1)) { try reader.finish() }
  }

  @Test func damageIsToldAndWhatIsThereIsRead() throws {
    let format = WaveFormat(sampleRate: 8_000, encoding: .signed16)
    let bytes = file(format, [Float](repeating: 0.5, count: 100))
    var reader = WaveReader()
    var samples: [Float] = []
    try reader.read(bytes[..<144], to: &samples)
    #expect(samples.count == 50)
    #expect(throws: WaveError.cutShort(expected: 100, found: 50)) { try reader.finish() }
    #expect(throws: WaveError.notAWave) { try read(Array("MThd, that is no sound".utf8)) }
    #expect(throws: WaveError.notAWave) { try read([]) }
    #expect(throws: WaveError.noSound) { try read(Array(bytes[..<20])) }
    var other = bytes
    other[20] = 85
    #expect(throws: WaveError.unknownEncoding(tag: 85, bits: 16, at: 20)) { try read(other) }
    other = bytes
    other[22] = 0
    #expect(throws: WaveError.channelsOutOfRange(0)) { try read(other) }
    other = bytes
    other[32] = 7
    #expect(throws: WaveError.damagedFormat(at: 32)) { try read(other) }
  }

  @Test func survivesAnyDamage() {
    var chance = Chance(seed: 3)
    let format = WaveFormat(sampleRate: 48_000, channels: 2)
    let bytes = file(format, [Float](repeating: 0.25, count: 64))
    for _ in 0..<20_000 {
      var damaged = bytes
      for _ in 0...chance.number(through: 3) {
        damaged[Int(chance.number(through: UInt64(damaged.count - 1)))] =
          UInt8(chance.number(through: 255))
      }
      let end = Int(chance.number(through: UInt64(damaged.count)))
      _ = try? read(Array(damaged[..<end]), step: 1 + Int(chance.number(through: 40)))
    }
  }
}
