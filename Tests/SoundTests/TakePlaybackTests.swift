import Foundation
import Testing

@testable import Sound

/// A sound in memory as a take's frames; beyond it there is silence.
func takeFrames(_ sound: [Float], channels: Int = 1) -> TakeFrames {
  { start, count, samples in
    for index in start * Int64(channels)..<(start + Int64(count)) * Int64(channels) {
      samples.append(index >= 0 && index < sound.count ? sound[Int(index)] : 0)
    }
  }
}

/// The frequency near another, from how its phase goes on over the middle of a sound.
func frequency(of sound: [Float], near: Double, rate: Double = 48_000) -> Double {
  let size = Int(rate / 4)
  func phase(_ start: Int) -> Double {
    var (x, y) = (0.0, 0.0)
    for index in 0..<size {
      let window = 0.5 - 0.5 * cos(2 * .pi * Double(index) / Double(size))
      let turn = 2 * .pi * near * Double(start + index) / rate
      x += window * Double(sound[start + index]) * cos(turn)
      y -= window * Double(sound[start + index]) * sin(turn)
    }
    return atan2(y, x) / (2 * .pi)
  }
  // In steps so small that the phase cannot turn round unseen.
  let step = Int(rate / 20)
  var turns = 0.0
  var last = phase(size / 2)
  var place = size / 2
  while place + step + size < sound.count - size / 2 {
    place += step
    let next = phase(place)
    turns += next - last - (next - last).rounded()
    last = next
  }
  return near + turns * rate / Double(place - size / 2)
}

@Suite struct TimeStretchTests {
  private func stretched(
    _ sound: [Float], speed: Double, semitones: Int = 0, rate: Int = 48_000, output: Int? = nil,
    channels: Int = 1
  ) -> [Float] {
    var stretch = TimeStretch(
      sampleRate: rate, channels: channels, outputRate: output, speed: speed, semitones: semitones)
    let ratio = Double(output ?? rate) / Double(rate)
    let count = Int(Double(sound.count / channels) / speed * ratio)
    var block: [Float] = []
    let frames = takeFrames(sound, channels: channels)
    while block.count < count * channels {
      stretch.render(min(500, count - block.count / channels), frames, to: &block)
    }
    return block
  }

  private func tone(_ frequency: Double, seconds: Double, partials: Int = 6, rate: Int = 48_000)
    -> [Float]
  {
    (0..<Int(seconds * Double(rate))).map { index in
      var sum = 0.0
      for partial in 1...partials where frequency * Double(partial) < 0.45 * Double(rate) {
        sum += sin(2 * .pi * frequency * Double(partial * index) / Double(rate)) / Double(partial)
      }
      return Float(0.2 * sum)
    }
  }

  @Test func atItsOwnSpeedNothingChanges() {
    let sound = tone(220, seconds: 2) + tone(330, seconds: 1)
    #expect(stretched(sound, speed: 1) == sound)
    let two = (0..<20_000).map { Float($0 % 2 == 0 ? 1 : -1) * Float($0) / 20_000 }
    #expect(stretched(two, speed: 1, channels: 2) == two)
  }

  @Test(arguments: [0.25, 0.5, 0.75, 0.9, 1.1, 1.5, 2]) func thePitchStays(speed: Double) {
    var worst = 0.0
    for pitch in [65.4, 220, 441.3, 2_093] {
      let sound = stretched(tone(pitch, seconds: 3), speed: speed)
      let cents = 1_200 * log2(frequency(of: sound, near: pitch) / pitch)
      worst = max(worst, abs(cents))
    }
    print("Stretched to \(speed): pitch at most \(worst) cents away")
    #expect(worst <= 0.05)
  }

  @Test(arguments: [-12, -5, -1, 1, 4, 7, 12]) func transposesAtTheSameSpeed(semitones: Int) {
    var worst = 0.0
    for pitch in [220, 441.3, 987] {
      let sound = stretched(tone(pitch, seconds: 3), speed: 1, semitones: semitones)
      #expect(sound.count == 144_000)
      let meant = pitch * exp2(Double(semitones) / 12)
      worst = max(worst, abs(1_200 * log2(frequency(of: sound, near: meant) / meant)))
    }
    print("Transposed by \(semitones): at most \(worst) cents away")
    #expect(worst <= 0.05)
  }

  @Test func anotherRateChangesNothingElse() {
    let pitch = 997.0
    let sound = stretched(
      tone(pitch, seconds: 3, partials: 1, rate: 44_100), speed: 1, rate: 44_100, output: 48_000)
    let meant = tone(pitch, seconds: 3, partials: 1)
    var worst: Float = 0
    for index in 1_000..<sound.count - 1_000 {
      worst = max(worst, abs(sound[index] - meant[index]))
    }
    print("From 44.1 to 48 kHz: at most \(20 * log10(worst / 0.2)) dB beside the tone")
    #expect(20 * log10(worst / 0.2) < -80)
    // What the new rate cannot hold is left out, not folded down.
    let high = stretched(
      tone(15_000, seconds: 1, partials: 1), speed: 1, rate: 48_000, output: 24_000)
    let left = high[500..<23_000].reduce(Float(0)) { max($0, abs($1)) }
    #expect(left < 0.2 * 1e-3)
  }

  /// Notes that are struck and ring, one after another, and where each begins.
  static func notes(_ rate: Int = 48_000) -> (sound: [Float], starts: [Int]) {
    var sound = [Float](repeating: 0, count: 6 * rate)
    var starts: [Int] = []
    var chance = Chance(seed: 3)
    var start = rate / 3
    while start < 5 * rate {
      starts.append(start)
      let pitch = 110 * exp2(Double(chance.number(through: 36)) / 12)
      for index in 0..<min(rate, sound.count - start) {
        let time = Double(index) / Double(rate)
        var wave = 6 * (chance.part() - 0.5) * exp2(-time / 0.002)
        for partial in 1...6 {
          wave += sin(2 * .pi * pitch * Double(partial) * time) / Double(partial)
        }
        sound[start + index] += Float(0.1 * wave * exp2(-time / 0.08))
      }
      start += rate / 10 + Int(chance.number(through: UInt64(rate / 3)))
    }
    return (sound, starts)
  }

  @Test(arguments: [0.25, 0.5, 0.75, 1.25, 1.5, 2])
  func everyNoteBeginsOnceAndInTime(speed: Double) {
    let (sound, starts) = Self.notes()
    let output = stretched(sound, speed: speed)
    let steps = output.indices.dropFirst().map { abs(output[$0] - output[$0 - 1]) }
    var (worst, again) = (0.0, Float(0))
    for start in starts {
      let meant = Int(Double(start) / speed)
      // Noise begins each note: its first step of half the strongest one tells when.
      let near = steps[meant - 1_440..<meant + 480]
      let attack = near.max() ?? 0
      let found = near.firstIndex { $0 > attack / 2 } ?? 0
      worst = max(worst, abs(Double(found - meant)) / 48)
      // Once it has died away, it does not come back before the next note.
      let later = steps[meant + 960..<min(meant + 2_400, steps.count)]
      again = max(again, (later.max() ?? 0) / attack)
    }
    print("Stretched to \(speed): notes begin at most \(worst) ms away, again at \(again)")
    #expect(worst <= 5)
    #expect(again < 0.6)
  }

  @Test(arguments: [0.25, 0.5, 0.75, 1.5, 2])
  func aToneStaysAsItIsUnderWhatIsStruck(speed: Double) {
    // Clicks that are no beginning of the tone, on which its phase must not leap.
    var sound = tone(441.3, seconds: 4)
    var chance = Chance(seed: 5)
    for start in stride(from: 20_000, to: 180_000, by: 9_700) {
      for index in 0..<200 {
        sound[start + index] += Float(0.6 * (chance.part() - 0.5) * exp2(-Double(index) / 40))
      }
    }
    let found = frequency(of: stretched(sound, speed: speed), near: 441.3)
    let cents = 1_200 * log2(found / 441.3)
    print("Stretched to \(speed) under clicks: \(cents) cents away")
    #expect(abs(cents) <= 1)
  }

  @Test(arguments: [0.25, 0.5, 0.75, 1.5, 2])
  func aNoteThatSwellsBeginsInTime(speed: Double) {
    let (rate, level) = (48_000, Float(0.05))
    var sound = [Float](repeating: 0, count: 4 * rate)
    let starts = stride(from: rate / 2, to: 3 * rate, by: rate / 2 + 313)
    for (number, start) in starts.enumerated() {
      for index in 0..<rate / 3 {
        // From nothing to its strength in 30 ms, and gone again.
        let part = min(Double(index) / 1_440, Double(rate / 3 - index) / 2_400, 1)
        let turn = 2 * .pi * 330 * exp2(Double(number) / 6) * Double(index) / Double(rate)
        sound[start + index] += Float(0.2 * part * (sin(turn) + sin(2 * turn)))
      }
    }
    func begins(_ sound: [Float], from start: Int) -> Int {
      (start..<sound.count).first { abs(sound[$0]) >= level } ?? .max
    }
    let output = stretched(sound, speed: speed)
    var worst = 0.0
    for start in starts {
      let meant = Double(begins(sound, from: start)) / speed
      let found = begins(output, from: Int(Double(start - 2_000) / speed))
      worst = max(worst, abs(Double(found) - meant) / 48)
    }
    print("Stretched to \(speed): notes that swell begin at most \(worst) ms away")
    #expect(worst <= (speed < 0.5 ? 15 : 5))
  }

  @Test(arguments: [0.5, 1.5]) func bothChannelsStayTogether(speed: Double) {
    // One note in the middle, one on the left, one that comes to the right a quarter of a turn later.
    let sound = (0..<2 * 96_000).map { index -> Float in
      let turn = 2 * .pi * Double(index / 2) / 48_000
      let (middle, left) = (sin(310 * turn), sin(523 * turn))
      let late = index % 2 == 0 ? sin(831 * turn) : -cos(831 * turn)
      return Float(0.2 * (middle + late + (index % 2 == 0 ? left : 0)))
    }
    let output = stretched(sound, speed: speed, channels: 2)
    func parts(_ frequency: Double, _ channel: Int) -> (x: Double, y: Double) {
      var (x, y) = (0.0, 0.0)
      for index in 0..<24_000 {
        let turn = 2 * .pi * frequency * Double(index) / 48_000
        let level = 0.5 - 0.5 * cos(2 * .pi * Double(index) / 24_000)
        let sample = Double(output[2 * (index + 12_000) + channel]) * level / 6_000
        (x, y) = (x + sample * cos(turn), y + sample * sin(turn))
      }
      return (x, y)
    }
    for (frequency, levels) in [(310.0, (1.0, 0.0)), (523, (0, 0)), (831, (0, -1))] {
      let (one, other) = (parts(frequency, 0), parts(frequency, 1))
      let power = one.x * one.x + one.y * one.y
      let along = (one.x * other.x + one.y * other.y) / power
      let across = (one.x * other.y - one.y * other.x) / power
      #expect(abs(power.squareRoot() - 0.2) < 0.01)
      #expect(abs(along - levels.0) < 0.01 && abs(abs(across) - abs(levels.1)) < 0.01)
    }
  }

  @Test func inAnyPortionsItIsTheSame() {
    let sound = Self.notes().sound
    func rendered(_ portion: Int) -> [Float] {
      var stretch = TimeStretch(sampleRate: 48_000, channels: 1, speed: 0.7, from: 9)
      var block: [Float] = []
      while block.count < 100_000 {
        stretch.render(min(portion, 100_000 - block.count), takeFrames(sound), to: &block)
      }
      return block
    }
    let whole = rendered(100_000)
    let isSame = [128, 1_001].map { rendered($0) == whole }
    #expect(isSame == [true, true])
  }

  @Test func nothingIsTooMuchForIt() {
    var chance = Chance(seed: 8)
    for _ in 0..<40 {
      let wild = (0..<8_000).map { _ -> Float in
        switch chance.number(through: 40) {
        case 0: .nan
        case 1: .infinity
        case 2: 1e30
        default: Float(chance.part() - 0.5)
        }
      }
      let speed = 0.25 + 1.75 * chance.part()
      let semitones = Int(chance.number(through: 24)) - 12
      let rate = [8_000, 11_025, 44_100, 96_000, 192_000][Int(chance.number(through: 4))]
      let sound = stretched(wild, speed: speed, semitones: semitones, rate: rate, output: 48_000)
      #expect(!sound.isEmpty)
    }
  }
}

@Suite struct TakePlaybackTests {
  private let rate = 48_000

  private func playback(_ sound: [Float], edit: TakeEdit? = nil, output: Int = 48_000)
    -> TakePlayback
  {
    let edit = edit ?? TakeEdit(length: Int64(sound.count))
    let frames = EditedFrames(edit, sampleRate: rate, channels: 1, original: takeFrames(sound))
    return TakePlayback(frames, sampleRate: rate, outputRate: output)
  }

  private func render(_ playback: inout TakePlayback, _ count: Int) -> [Float] {
    var (all, block): ([Float], [Float]) = ([], [])
    while all.count < count {
      playback.render(min(128, count - all.count), to: &block)
      all += block
    }
    return all
  }

  private func sine(_ frequency: Double, _ count: Int, _ level: Double = 0.5) -> [Float] {
    (0..<count).map { Float(level * sin(2 * .pi * frequency * Double($0) / 48_000)) }
  }

  @Test func playsAsItIsToItsEnd() {
    let sound = sine(440, 10_000)
    var playback = playback(sound)
    #expect(playback.isOver)
    playback.start(at: 0)
    #expect(Array(render(&playback, 10_112)[..<10_000]) == sound)
    #expect(playback.isOver)
    #expect(render(&playback, 128).allSatisfy { $0 == 0 })
    playback.start(at: 5_000)
    _ = render(&playback, 1_280)
    #expect(playback.place == 5_000 + 1_280 - 128)
    #expect(!playback.isOver)
    playback.stop()
    _ = render(&playback, 1_280)
    #expect(playback.isOver)
  }

  @Test func theSeamOfALoopIsNotHeard() {
    // The end of the loop is in another phase than its beginning.
    let sound = sine(440, 200_000)
    var playback = playback(sound)
    var settings = TakePlayback.Settings()
    settings.loop = 20_000..<60_027
    playback.change(to: settings)
    playback.start(at: 20_000)
    let looped = render(&playback, 180_000)
    // What is above 1.6 kHz in any 5 ms: nothing of the tone and of its slow fading is there.
    var worst = 0.0
    let size = 240
    for start in stride(from: 0, to: looped.count - size, by: 60)
    where start % 40_027 > 38_000 || start % 40_027 < 1_000 {
      var power = 0.0
      for bin in 8..<120 {
        var (x, y) = (0.0, 0.0)
        for index in 0..<size {
          let turn = 2 * .pi * Double(index) / Double(size)
          let window =
            0.35875 - 0.48829 * cos(turn) + 0.14128 * cos(2 * turn) - 0.01168 * cos(3 * turn)
          let sample = Double(looped[start + index]) * window
          x += sample * cos(turn * Double(bin))
          y += sample * sin(turn * Double(bin))
        }
        power += 2 * (x * x + y * y) / pow(0.35875 * Double(size), 2)
      }
      worst = max(worst, power)
    }
    print("The seam of a loop: \(10 * log10(worst)) dBFS in the worst 5 ms")
    #expect(10 * log10(worst) <= -60)
    // The first note of each pass is as it was recorded.
    #expect(Array(looped[40_027..<40_027 + 30_000]) == Array(sound[20_000..<50_000]))
  }

  @Test(arguments: [50, 75, 100, 150]) func ticksFallWhereTheyShould(percent: Int) throws {
    let sound = [Float](repeating: 0, count: 48_000 * 8)
    var playback = playback(sound)
    var settings = TakePlayback.Settings()
    settings.speed = Double(percent) / 100
    playback.change(to: settings)
    let meter = try #require(Meter(beats: 3, subdivisions: 2))
    let metronome = Metronome(meter: meter, tempo: Tempo(clamping: 131.37))
    playback.click = TakeClick(metronome, offset: 12_345)
    playback.start(
      at: 30_000, countIn: TakePlayback.CountIn(beats: 2, tempo: Tempo(clamping: 131.37)))
    let output = render(&playback, 48_000 * 4)
    var found: [Int] = []
    var silent = 1_000
    for (index, sample) in output.enumerated() {
      if sample != 0, silent >= 500 { found.append(index) }
      silent = sample == 0 ? silent + 1 : 0
    }
    let speed = Double(percent) / 100
    let beat = 60 / 131.37 * 48_000 / speed
    let wait = (beat * 2).rounded()
    var meant = [0, beat]
    for tick in 0..<200 {
      let place = 12_345 + Double(tick) * 60 / 131.37 * 48_000 / 2
      let sample = wait + (place - 30_000) / speed
      if place >= 30_000, sample < Double(output.count) - 600 { meant.append(sample) }
    }
    #expect(found.count >= meant.count && found.count <= meant.count + 1)
    for (one, other) in zip(found, meant) { #expect(abs(Double(one) - other) <= 1.01) }
  }

  @Test func aLoopAndAnEditKeepTheirTicks() throws {
    var edit = TakeEdit(length: 480_000)
    edit.cut(48_000..<96_000)
    var playback = playback([Float](repeating: 0, count: 480_000), edit: edit)
    var settings = TakePlayback.Settings()
    settings.loop = 24_000..<72_000
    playback.change(to: settings)
    playback.click = TakeClick(
      Metronome(meter: .common, tempo: Tempo(clamping: 60)), offset: 10_000)
    playback.start(at: 24_000)
    let output = render(&playback, 144_000)
    // Of the original 24,000 to 48,000 and 96,000 to 120,000 are heard: a tick at 106,000 in each pass.
    var onsets: [Int] = []
    var silent = 9_999
    for (index, sample) in output.enumerated() {
      if sample != 0, silent > 900 { onsets.append(index) }
      silent = sample == 0 ? silent + 1 : 0
    }
    #expect(onsets == [34_000, 82_000, 130_000])
  }

  @Test func changesGoOverWithoutAClick() {
    let sound = sine(300, 480_000)
    var playback = playback(sound)
    playback.start(at: 0)
    var output = render(&playback, 20_000)
    var settings = TakePlayback.Settings()
    settings.speed = 0.5
    playback.change(to: settings)
    output += render(&playback, 20_000)
    #expect(abs(playback.place - 30_000) < 200)
    settings.semitones = 3
    playback.change(to: settings)
    output += render(&playback, 20_000)
    playback.gain = 0.3
    output += render(&playback, 2_000)
    playback.start(at: 240_000)
    output += render(&playback, 5_000)
    #expect(abs(playback.place - 242_500) < 200)
    playback.stop()
    output += render(&playback, 2_000)
    // Nowhere a step that the tone itself does not have.
    let steepest = 0.5 * 2 * .pi * 300 * exp2(0.25) / 48_000
    for index in 1..<output.count {
      #expect(abs(Double(output[index] - output[index - 1])) < steepest * 1.2)
    }
  }

  @Test func whatCannotBePlayedIsPlayedAsNearAsCanBe() {
    var playback = playback(sine(300, 1_000))
    var settings = TakePlayback.Settings()
    settings.speed = .nan
    settings.semitones = 99
    settings.loop = 5_000..<9_000
    playback.change(to: settings)
    #expect(playback.settings.speed == 0.25 && playback.settings.semitones == 12)
    #expect(playback.settings.loop == nil)
    playback.start(at: -5)
    _ = render(&playback, 5_000)
    #expect(playback.isOver)
    // A loop of a few frames, and a take of none.
    settings = TakePlayback.Settings()
    settings.loop = 10..<13
    playback.change(to: settings)
    playback.start(at: 11)
    _ = render(&playback, 5_000)
    #expect(!playback.isOver)
    var empty = self.playback([])
    empty.start(at: 0)
    _ = render(&empty, 1_000)
    #expect(empty.isOver)
  }
}

@Suite struct TakeEditTests {
  @Test func partsAreTakenOutAndTheRestMovesUp() {
    var edit = TakeEdit(length: 1_000)
    edit.cut(100..<200)
    #expect(edit.parts == [0..<100, 200..<1_000] && edit.frames == 900)
    edit.trim(to: 50..<850)
    #expect(edit.parts == [50..<100, 200..<950] && edit.frames == 800)
    #expect(edit.original(of: 49) == 99 && edit.original(of: 50) == 200)
    #expect(edit.original(of: 799) == 949 && edit.original(of: 800) == nil)
    #expect(edit.place(of: 99) == 49 && edit.place(of: 150) == nil && edit.place(of: 200) == 50)
    let (one, other) = edit.split(at: 300)
    #expect(one.frames == 300 && other.frames == 500)
    #expect(other.original(of: 0) == 450)
    edit.cut(-5..<5_000)
    #expect(edit.frames == 0 && edit.parts.isEmpty)
  }

  @Test func anyEditIsRightToTheFrame() {
    var chance = Chance(seed: 12)
    for _ in 0..<300 {
      var edit = TakeEdit(length: 500)
      var frames = Array(Int64(0)..<500)
      for _ in 0..<6 where !frames.isEmpty {
        let ends = [0, 1].map { _ in Int(chance.number(through: UInt64(frames.count))) }.sorted()
        if chance.number(through: 3) == 0 {
          edit.trim(to: Int64(ends[0])..<Int64(ends[1]))
          frames = Array(frames[ends[0]..<ends[1]])
        } else {
          edit.cut(Int64(ends[0])..<Int64(ends[1]))
          frames.removeSubrange(ends[0]..<ends[1])
        }
      }
      #expect(edit.frames == Int64(frames.count))
      #expect((0..<edit.frames).map { edit.original(of: $0) } == frames)
      #expect(TakeEdit(parsing: edit.text) == edit)
    }
  }

  @Test(arguments: [
    "", "x", "100 5", "100 5-", "100 5-5", "100 9-5", "100 5-101", "100  1-2", "-1", "100 1-2 ",
    "999999999999999999",
  ])
  func otherTextIsNoEdit(text: String) {
    #expect(TakeEdit(parsing: text) == nil)
  }

  @Test func whatIsCutFadesAndTheRestIsAsItWas() {
    let sound = [Float](repeating: 0.5, count: 48_000)
    var edit = TakeEdit(length: 48_000)
    func read(_ edit: TakeEdit, _ start: Int64, _ count: Int) -> [Float] {
      let frames = EditedFrames(
        edit, sampleRate: 48_000, channels: 1, original: takeFrames(sound))
      var samples: [Float] = []
      frames.read(start, count, to: &samples)
      return samples
    }
    #expect(read(edit, 0, 48_000) == sound)
    edit.cut(10_000..<20_000)
    let found = read(edit, -100, 38_200)
    #expect(found.count == 38_200 && found[..<100].allSatisfy { $0 == 0 })
    #expect(found[38_100...].allSatisfy { $0 == 0 })
    // 480 frames on either side of the join.
    #expect(found[100..<100 + 9_520].allSatisfy { $0 == 0.5 })
    #expect(found[100 + 9_520] < 0.5 && found[100 + 9_999] < 0.001)
    #expect(found[100 + 10_000] < 0.001 && found[100 + 10_479] < 0.5)
    #expect(found[100 + 10_480..<38_100].allSatisfy { $0 == 0.5 })
    // In any portions the same.
    var parts: [Float] = []
    for start in stride(from: -100, to: 38_100, by: 77) {
      parts += read(edit, Int64(start), min(77, 38_100 - start))
    }
    #expect(parts == found)
  }
}
