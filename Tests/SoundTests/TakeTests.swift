import Foundation
import Testing

@testable import Sound

@Suite struct TakePCMTests {
  @Test(arguments: TakePCM.Depth.allCases)
  func wholeStepsComeBackAsTheyWere(depth: TakePCM.Depth) {
    let top = Int32(1) << Int32(depth.rawValue - 1)
    let numbers: [Int32] = [0, 1, -1, 255, 256, -256, 12_345, -12_345, top - 1, -top]
    var pcm = TakePCM(depth)
    var bytes: [UInt8] = []
    pcm.append(numbers.map { Float($0) / Float(top) }, to: &bytes)
    var found: [Int32] = []
    TakePCM.read(bytes, depth, to: &found)
    #expect(found == numbers)
    #expect(pcm.clipped == 2)
    var again: [UInt8] = []
    TakePCM.append(found, depth, to: &again)
    #expect(again == bytes)
    var samples: [Float] = []
    TakePCM.read(bytes, depth, to: &samples)
    #expect(samples == numbers.map { Float($0) / Float(top) })
  }

  @Test func whatIsTooLoudIsCutOffAndCounted() {
    var pcm = TakePCM(.bits16)
    var bytes: [UInt8] = []
    pcm.append([1, 1.5, -1.5, .infinity, .nan, 0.99], to: &bytes)
    var found: [Int32] = []
    TakePCM.read(bytes, .bits16, to: &found)
    #expect(found[..<5] == [32_767, 32_767, -32_768, 0, 0])
    #expect(pcm.clipped == 3)
  }

  @Test func ditherIsNoiseAndNoDistortion() {
    // A sine of half a step: rounded alone it would be silence.
    let sound = (0..<480_000).map { index in
      Float(0.5 / 32_768 * sin(2 * .pi * 1_000 / 48_000 * Double(index)))
    }
    var (one, other) = (TakePCM(.bits16, seed: 1), TakePCM(.bits16, seed: 1))
    var (bytes, again): ([UInt8], [UInt8]) = ([], [])
    one.append(sound, to: &bytes)
    other.append(sound, to: &again)
    #expect(bytes == again)
    var found: [Int32] = []
    TakePCM.read(bytes, .bits16, to: &found)
    func part(_ frequency: Double) -> Double {
      var (x, y) = (0.0, 0.0)
      for (index, sample) in found.enumerated() {
        x += Double(sample) * cos(2 * .pi * frequency / 48_000 * Double(index))
        y += Double(sample) * sin(2 * .pi * frequency / 48_000 * Double(index))
      }
      return 2 * (x * x + y * y).squareRoot() / Double(found.count)
    }
    #expect(abs(part(1_000) - 0.5) < 0.01)
    #expect(part(3_000) < 0.01)
    // The noise of two chances and of rounding: a quarter of a step squared.
    let power = found.reduce(0.0) { $0 + Double($1 * $1) } / Double(found.count) - 0.125
    #expect(abs(power - 0.25) < 0.01)
  }
}

@Suite struct WaveHeaderTests {
  @Test(arguments: [0, 1, 48_001, 700_000_000]) func anyReaderUnderstandsIt(frames: Int64) throws {
    for (depth, channels) in [(TakePCM.Depth.bits16, 1), (.bits24, 1), (.bits24, 2)] {
      let header = WaveHeader(sampleRate: 48_000, channels: channels, depth: depth)
      let bytes = header.bytes(frames: frames)
      #expect(bytes.count == WaveHeader.length)
      var reader = WaveReader()
      var samples: [Float] = []
      try reader.read(bytes[...], to: &samples)
      #expect(reader.format?.sampleRate == 48_000 && reader.format?.channels == channels)
      #expect(reader.format?.encoding == (depth == .bits16 ? .signed16 : .signed24))
      let isLong = frames * Int64(header.frameBytes) > 3_900_000_000
      #expect(String(decoding: bytes[..<4], as: UTF8.self) == (isLong ? "RF64" : "RIFF"))
      #expect(WaveHeader(bytes) == header)
      if frames > 1 {
        // It says how many there should be.
        try reader.read([0, 0, 0, 0, 0, 0], to: &samples)
        let found = Int64(6 / header.frameBytes)
        #expect(throws: WaveError.cutShort(expected: frames, found: found)) {
          try reader.finish()
        }
      }
    }
  }

  @Test func whatWasCutOffIsMended() throws {
    let header = WaveHeader(sampleRate: 44_100, channels: 2, depth: .bits24)
    // 1,000 frames are said, 1,234 and a part of one are there.
    var bytes = header.bytes(frames: 1_000)
    bytes += [UInt8](repeating: 3, count: 1_234 * 6 + 4)
    let found = try #require(WaveHeader.recover(bytes, fileLength: Int64(bytes.count)))
    #expect(found.frames == 1_234 && found.length == Int64(bytes.count) - 4)
    #expect(found.header == header && found.bytes == header.bytes(frames: 1_234))
    bytes.replaceSubrange(0..<WaveHeader.length, with: found.bytes)
    bytes.removeLast(4)
    try Tool.withFolder { folder in
      try Data(bytes).write(to: folder.appendingPathComponent("a.wav"))
      for command in [
        ["flac", "-s", "-f", "-o", "a.flac", "a.wav"],
        ["sox", "a.wav", "-n", "stat"],
        ["ffmpeg", "-v", "error", "-i", "a.wav", "-f", "null", "-"],
      ] {
        let end = try Tool.run(command, in: folder)
        #expect(end.code == 0, "\(command): \(end.output)")
      }
    }
    // A file beyond what 32 bits count.
    let long = try #require(WaveHeader.recover(bytes, fileLength: 5_000_000_000))
    #expect(long.frames == (5_000_000_000 - 80) / 6)
    #expect(String(decoding: long.bytes[..<4], as: UTF8.self) == "RF64")
  }

  @Test func whatIsNoTakeIsNotMended() {
    let header = WaveHeader(sampleRate: 48_000, channels: 1, depth: .bits16)
    let bytes = header.bytes(frames: 10)
    #expect(WaveHeader.recover(Array(bytes[..<79]), fileLength: 1_000) == nil)
    #expect(WaveHeader.recover(bytes, fileLength: 79) == nil)
    var chance = Chance(seed: 2)
    for _ in 0..<5_000 {
      var damaged = bytes
      let place = Int(chance.number(through: 79))
      damaged[place] = UInt8(chance.number(through: 255))
      let found = WaveHeader.recover(damaged, fileLength: 1_080)
      // Sizes are mended; whatever else is right is the same take.
      if let found { #expect(found.bytes.count == 80 && found.frames > 0) }
    }
  }
}

@Suite struct WavePyramidTests {
  private let sound: [Float] = {
    var chance = Chance(seed: 1)
    return (0..<300_000).map { index in
      Float(Double(index) / 300_000 * (chance.part() * 2 - 1))
    }
  }()

  private func pyramid(_ samples: [Float], channels: Int = 1, step: Int = 1_000) -> WavePyramid {
    var pyramid = WavePyramid(channels: channels)
    for start in stride(from: 0, to: samples.count, by: step) {
      pyramid.append(Array(samples[start..<min(start + step, samples.count)]))
    }
    return pyramid
  }

  /// What a column should show, from the samples themselves.
  private func meant(_ samples: ArraySlice<Float>) -> WavePyramid.Bin {
    let squares = samples.reduce(0.0) { $0 + Double($1 * $1) }
    return WavePyramid.Bin(
      least: samples.min() ?? 0, most: samples.max() ?? 0,
      strength: Float((squares / Double(samples.count)).squareRoot()))
  }

  private func isNear(_ one: WavePyramid.Bin, _ other: WavePyramid.Bin) -> Bool {
    abs(one.least - other.least) < 1e-4 && abs(one.most - other.most) < 1e-4
      && abs(one.strength - other.strength) < 1e-4
  }

  @Test(arguments: [256, 4_096, 65_536]) func everyLevelShowsWhatIsThere(span: Int) {
    let pyramid = pyramid(sound)
    let count = sound.count / span
    let bins = pyramid.bins(from: 0, to: Int64(count * span), count: count)
    for (index, bin) in bins.enumerated() {
      #expect(isNear(bin, meant(sound[index * span..<(index + 1) * span])))
    }
    // The one that is not full yet is shown, too, and behind it silence.
    let last = pyramid.bins(from: Int64(count * span), to: Int64((count + 2) * span), count: 2)
    #expect(isNear(last[0], meant(sound[(count * span)...])))
    #expect(last[1] == .silence)
  }

  @Test func anyPartIsShownInAnyWidth() {
    let pyramid = pyramid(sound, step: 333)
    for (start, end, count) in [(10_000, 20_000, 7), (0, 300_000, 13), (123_456, 290_001, 200)] {
      let width = Double(end - start) / Double(count)
      let bins = pyramid.bins(from: Int64(start), to: Int64(end), count: count)
      #expect(bins.count == count)
      for (column, bin) in bins.enumerated() {
        let from = start + Int(Double(column) * width)
        let exact = meant(sound[from..<start + Int(Double(column + 1) * width)])
        // It shows at least what is there, and what stands a bin beside it at most.
        #expect(bin.most >= exact.most - 1e-4 && bin.least <= exact.least + 1e-4)
        #expect(abs(bin.strength - exact.strength) < 0.05)
      }
    }
    #expect(pyramid.bins(from: -512, to: 0, count: 2) == [.silence, .silence])
    #expect(pyramid.bins(from: 5, to: 5, count: 2).isEmpty)
    let fine = WavePyramid.bins(of: [0.5, -0.5, 0.25, 0], channels: 1, count: 2)
    #expect(fine[0].most == 0.5 && fine[0].least == -0.5 && fine[1].most == 0.25)
  }

  @Test func itIsKeptAndReadAgain() throws {
    for count in [0, 1, 256, 65_536, 300_000] {
      let pyramid = pyramid(Array(sound[..<count]))
      let bytes = pyramid.bytes
      let found = try #require(WavePyramid(bytes))
      #expect(found.frames == Int64(count) && found.bytes == bytes)
      #expect(
        found.bins(from: 0, to: 300_000, count: 50) == pyramid.bins(from: 0, to: 300_000, count: 50)
      )
      if count > 0 {
        #expect(WavePyramid(Array(bytes.dropLast())) == nil)
        #expect(WavePyramid(bytes + [0]) == nil)
      }
    }
    var damaged = pyramid(sound).bytes
    damaged[14] = 0xFF
    #expect(WavePyramid(damaged) == nil)
    #expect(WavePyramid([]) == nil)
  }

  @Test func anHourIsMadeAndShownQuickly() {
    let block = (0..<48_000).map { Float(sin(Double($0) * 0.05)) }
    var pyramid = WavePyramid(channels: 1)
    var clock = ContinuousClock.now
    for _ in 0..<3_600 { pyramid.append(block) }
    let made = ContinuousClock.now - clock
    clock = .now
    let bins = pyramid.bins(from: 0, to: 48_000 * 3_600, count: 1_000)
    let shown = ContinuousClock.now - clock
    clock = .now
    let bytes = pyramid.bytes
    let read = WavePyramid(bytes)
    let reread = ContinuousClock.now - clock
    print("An hour's picture: made in \(made), shown in \(shown), kept and read in \(reread)")
    print("it takes \(bytes.count) bytes")
    #expect(bins.count == 1_000 && bins.allSatisfy { $0.most > 0.99 })
    #expect(read?.frames == Int64(48_000 * 3_600))
  }
}
