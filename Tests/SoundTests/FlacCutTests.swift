import Foundation
import Testing

@testable import Sound

@Suite struct FlacCutTests {
  private static let length: Int64 = 150_011

  private static let edits = [
    "150011 0-150011", "150011 40000-90000", "150011 0-1000", "150011 149990-150011",
    "150011 0-70000 80000-150011", "150011 90000-120000 10-60000", "150011 4096-8192",
    "150011 7-8",
    "150011 3605-140000 3600-60000 5-6 9-10",
    // At a rate of 1,000, only ten frames would be left between copied blocks.
    "150011 4000-8202 0-150011",
  ]

  private static func cut(_ edit: TakeEdit, _ file: [UInt8]) throws -> [UInt8]? {
    let cut = try FlacCut(of: edit, length: Int64(file.count)) { offset, count in
      Array(file[min(Int(offset), file.count)..<min(Int(offset) + count, file.count)])
    }
    guard let cut else { return nil }
    var written: [UInt8] = []
    let isAll = try cut.write {
      written += $0
      return true
    }
    #expect(isAll)
    return written
  }

  private static func samples(in file: [UInt8]) throws -> [Int32] {
    var reader = try FlacReader(length: Int64(file.count)) { offset, count in
      Array(file[min(Int(offset), file.count)..<min(Int(offset) + count, file.count)])
    }
    var (all, samples): ([Int32], [Int32]) = ([], [])
    while try reader.next(to: &samples) { all += samples }
    #expect(reader.info.frames == Int64(all.count / reader.info.channels))
    return all
  }

  /// What the app plays and exports, with 24 bits, where nothing is left to chance.
  @Test(arguments: edits, [(1, 48_000), (2, 48_000), (1, 1_000)])
  func soundsLikeTheEditedTake(text: String, kind: (channels: Int, rate: Int)) throws {
    let channels = kind.channels
    let edit = try #require(TakeEdit(parsing: text))
    let samples = FlacSound.tone.samples(bits: 24, channels: channels, frames: Int(Self.length))
    let file = flac(
      samples, channels: channels, bits: 24, rate: kind.rate, longest: Self.length)
    let written = try #require(try Self.cut(edit, file))

    let frames = EditedFrames(edit, sampleRate: kind.rate, channels: channels) {
      start, count, all in
      let first = Int(start) * channels
      for sample in samples[first..<first + count * channels] {
        all.append(Float(sample) / 0x80_0000)
      }
    }
    var (floats, bytes, numbers): ([Float], [UInt8], [Int32]) = ([], [], [])
    frames.read(0, Int(edit.frames), to: &floats)
    var pcm = TakePCM(.bits24)
    pcm.append(floats, to: &bytes)
    TakePCM.read(bytes, .bits24, to: &numbers)
    #expect(try Self.samples(in: written) == numbers)
  }

  /// No byte of a block that was cut off is sent: without fades, a part begins and ends with its own frames.
  @Test func copiesWholeBlocksOnly() throws {
    let samples = FlacSound.noise.samples(bits: 16, channels: 1, frames: Int(Self.length))
    let file = flac(samples, channels: 1, bits: 16)
    let edit = try #require(TakeEdit(parsing: "150011 20000-60000"))
    let written = try Self.samples(in: try #require(try Self.cut(edit, file)))
    #expect(written.count == 40_000)
    #expect(Array(written[480..<39_520]) == Array(samples[20_480..<59_520]))
  }

  /// The reference decoder finds nothing wrong, and hears the same.
  @Test(arguments: edits, [1_000, 48_000])
  func othersReadIt(text: String, rate: Int) throws {
    let edit = try #require(TakeEdit(parsing: text))
    let samples = FlacSound.tone.samples(bits: 16, channels: 2, frames: Int(Self.length))
    let written = try #require(try Self.cut(edit, flac(samples, channels: 2, bits: 16, rate: rate)))
    try Tool.withFolder { folder in
      try Data(written).write(to: folder.appendingPathComponent("cut.flac"))
      let test = try Tool.run(["flac", "-t", "-s", "cut.flac"], in: folder)
      #expect(test.code == 0, "\(test.output)")
      let decode = try Tool.run(
        [
          "flac", "-d", "-s", "--force-raw-format", "--endian=little", "--sign=signed", "-o",
          "cut.raw", "cut.flac",
        ], in: folder)
      #expect(decode.code == 0, "\(decode.output)")
      let raw = try Data(contentsOf: folder.appendingPathComponent("cut.raw"))
      var numbers: [Int32] = []
      TakePCM.read([UInt8](raw), .bits16, to: &numbers)
      #expect(try Self.samples(in: written) == numbers)
    }
  }

  @Test(arguments: ["150011", "200000 0-200000"])
  func nothingIsNoFile(text: String) throws {
    let file = flac(
      FlacSound.tone.samples(bits: 16, channels: 1, frames: Int(Self.length)), channels: 1,
      bits: 16)
    #expect(try Self.cut(try #require(TakeEdit(parsing: text)), file) == nil)
  }

  @Test func damageIsNotCopied() throws {
    var file = flac(
      FlacSound.noise.samples(bits: 16, channels: 1, frames: Int(Self.length)), channels: 1,
      bits: 16)
    file[file.count / 2] ^= 1
    let edit = try #require(TakeEdit(parsing: "150011 0-150000"))
    #expect(throws: FlacError.self) { try Self.cut(edit, file) }
  }

  /// A few bytes whose checksum is right, and what looks like the next block: whoever uploads a file can write anything.
  @Test(arguments: [
    [0xFF, 0xF8, 0x00, 0x1C, 0x00, 0xFF, 0xF8, 0x00, 0x00, 0x01, 0, 0, 0, 0, 0, 0],
    [0xFF, 0xF8, 0x7F, 0x00, 0x00, 0, 0],
  ])
  func whatIsTooShortForABlockIsDamage(bytes: [UInt8]) {
    for more in 0...UInt8.max {
      var file = bytes
      if bytes.count == 7 {
        // Every checksum, so that the right one is among them.
        file[3] = more
        let sum = FlacChecksum.ofBlock(file[..<5])
        (file[5], file[6]) = (UInt8(sum >> 8), UInt8(sum & 0xFF))
      }
      var blocks = FlacBlocks(from: 0, at: 0, length: Int64(file.count)) { offset, count in
        Array(file[min(Int(offset), file.count)..<min(Int(offset) + count, file.count)])
      }
      #expect(throws: FlacError.self) { try blocks.next() }
    }
  }

  @Test func stopsWhenNobodyTakesMore() throws {
    let file = flac(
      FlacSound.noise.samples(bits: 16, channels: 1, frames: Int(Self.length)), channels: 1,
      bits: 16)
    let cut = try #require(
      try FlacCut(of: TakeEdit(length: Self.length), length: Int64(file.count)) { offset, count in
        Array(file[min(Int(offset), file.count)..<min(Int(offset) + count, file.count)])
      })
    var portions = 0
    let isAll = try cut.write { _ in
      portions += 1
      return false
    }
    #expect(!isAll && portions == 1)
  }
}
