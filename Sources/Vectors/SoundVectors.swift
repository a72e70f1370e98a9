import Sound

extension Vector {
  static let sound = [
    Vector("Notes are tuned to the same frequencies") { evidence in
      for temperament in Temperament.all {
        for root in [PitchClass.c, .a, PitchClass(3)] {
          guard let tuning = Tuning(a4: 442.5, temperament: temperament, root: root) else {
            continue
          }
          for number in 21...108 { evidence.note(tuning.frequency(of: Note(number))) }
          evidence.note(tuning.nearest(to: 301.7).offset.value)
        }
      }
      evidence.expect(Tuning.standard.frequency(of: .a4) == 440, "A is not 440 Hz")
    },
    Vector("A metronome's clicks fall on the same samples") { evidence in
      for tempo in [1_000, 13_137, 17_651, 60_000] {
        for course in courses {
          guard let meter = Meter(grouping: [2, 3], subdivisions: 4, swing: 62, voices: [7]),
            let tempo = Tempo(centiBeatsPerMinute: tempo),
            let plan = TempoPlan([TempoPlan.Stretch(bars: 9, tempo: tempo, course: course)]),
            let gaps = Gaps(sounding: 3, silent: 1, dropChance: 30, seed: 5),
            let metronome = Metronome(meter: meter, tempo: plan, gaps: gaps, countInBars: 1)
          else { continue }
          var pulses = Pulses(metronome, sampleRate: 44_100)
          for _ in 0..<400 {
            guard let pulse = pulses.next() else { break }
            evidence.note(pulse.sample)
            evidence.note([UInt32(truncatingIfNeeded: pulse.bar), UInt32(pulse.accent.rawValue)])
          }
        }
      }
    },
    Vector("An hour of sevens ends on its sample") { evidence in
      guard let meter = Meter(beats: 4, subdivisions: 7),
        let tempo = Tempo(centiBeatsPerMinute: 13_137),
        let metronome = Metronome(meter: meter, tempo: TempoPlan(steady: tempo))
      else { return }
      var pulses = Pulses(metronome, sampleRate: 48_000)
      var last: Int64 = 0
      for _ in 0...55_175 { last = pulses.next()?.sample ?? 0 }
      // 55175 · 6000 · 48000 / (13137 · 7), to the nearest.
      evidence.expect("\(last)", is: "172798747")
    },
    Vector("A score's cues are the same, and its text reads back") { evidence in
      for percent in [25, 75, 100, 133] {
        guard let scale = ScoreScale(percent: percent) else { continue }
        for cue in Score.sequenzaVII.cues(scale: scale, countIn: 3, passes: 2) {
          evidence.note(cue.sample(at: 44_100))
        }
      }
      let text = Score.sequenzaVII.text
      evidence.note(text)
      evidence.expect((try? Score(parsing: text)) == .sequenzaVII, "the grid is changed")
      let brackets = try? Score(parsing: "bracket 1:15..1:45 2:00..2:30\nbracket 2:10..3:00 3:00")
      for seed in 0..<50 as Range<UInt64> {
        for cue in brackets?.cues(seed: seed) ?? [] { evidence.note(cue.sample(at: 48_000)) }
      }
    },
    Vector("Clicks and drones are the same samples") { evidence in
      let table = ClickTable(sampleRate: 48_000)
      for sound in ClickSound.allCases {
        for index in 0..<1_200 { evidence.note(Double(table.sample(index, sound, of: .strong))) }
      }
      for (_, timbre) in Timbre.named {
        var drone = Drone(sampleRate: 44_100, timbre: timbre)
        drone.play([Drone.Tone(frequency: 110.3), Drone.Tone(frequency: 331, level: 0.5)])
        for index in 0..<6_000 {
          if index == 3_000 { drone.retune(by: 1.01) }
          if index == 4_000 { drone.play([Drone.Tone(frequency: 990)]) }
          evidence.note(Double(drone.next()))
        }
      }
    },
    Vector("A player plays the same samples and reports the same cues") { evidence in
      guard let meter = Meter(grouping: [3, 2, 2], subdivisions: 3, voices: [4]),
        let half = ScoreScale(percent: 50)
      else { return }
      func metronome(_ tempo: Double) -> Metronome? {
        Metronome(meter: meter, tempo: TempoPlan(steady: Tempo(clamping: tempo)))
      }
      let cues = Score.sequenzaVII.cues(countIn: 1)
      var score = Score()
      score.lines = [Score.Line([Score.Bar(250), Score.Bar(333)])]
      score.lines[0].bars[1].hold = .untilTap
      let held = score.pass(ScoreRange(), seed: 0)
      var plan = ScorePlan()
      (plan.silentEvery, plan.sounds.other) = (3, .bell)
      plan.ladder = ScoreLadder(start: half, step: 30, passesPerStep: 1, limit: .written)
      let turns: [(block: Int, PlayerCommand?)] = [
        (0, metronome(131.37).map { .play($0, .wood) }),
        (100, .drone([Drone.Tone(frequency: 220), Drone.Tone(frequency: 331)], .string)),
        (300, metronome(97).map { .change($0) }), (500, .retuneDrone(1.02)), (600, .pause),
        (700, .goOn), (900, .seek(line: 1, bar: 5)), (1_100, .stop), (1_200, .stopDrone),
        (1_300, .playScore(cues, .written, isLooping: false)), (1_900, .changeScale(half)),
        (2_200, .seek(line: 13, bar: 12)), (2_300, .levels(Player.Levels(clicks: 0.4, drone: 1))),
        (2_350, .changeScore(held, half, isLooping: true, plan)), (2_700, .goOn),
      ]
      var player = Player(sampleRate: 48_000)
      var place = 0
      for block in 0..<3_300 {
        while place < turns.count, turns[place].block == block {
          guard let command = turns[place].1 else { return }
          evidence.expect(PlayerCommand(message: command.message) == command, "\(place) is lost")
          player.take(command)
          place += 1
        }
        player.render()
        for sample in player.block { evidence.note(Double(sample)) }
        for cue in player.told {
          let message = cue.message
          for index in message.indices { evidence.note(message[index]) }
        }
        player.clearTold()
      }
    },
    Vector("A crow is measured the same") { evidence in
      var listener = CrowListener(sampleRate: 16_000)
      var drone = Drone(sampleRate: 16_000, timbre: .pure)
      drone.play([
        Drone.Tone(frequency: 470), Drone.Tone(frequency: 941, level: 0.7),
        Drone.Tone(frequency: 483, level: 0.2),
      ])
      for _ in 0..<24_000 { listener.hear(drone.next()) }
      let crow = listener.crow()
      let message = TakeAnswer.crow(crow).message
      for number in message { evidence.note(number) }
      evidence.expect(crow.kind == .two, "it has two Cs")
      evidence.expect(TakeAnswer(message: message) == .crow(crow), "it reads back differently")
      guard let edit = TakeRequest(message: TakeRequest.crow(TakeEdit(length: 7), a4: 442).message)
      else { return evidence.expect(false, "the request is lost") }
      evidence.expect(
        edit == .crow(TakeEdit(length: 7), a4: 442), "the request reads back differently")
    },
    Vector("Vibrato and the beginnings of notes are found the same") { evidence in
      var tracker = PitchTracker(sampleRate: 48_000)
      var onsets = OnsetDetector(sampleRate: 48_000)
      var drone = Drone(sampleRate: 48_000, timbre: .reed)
      for index in 0..<60_000 {
        if index == 6_000 { drone.play([Drone.Tone(frequency: 330)]) }
        // Up and down by half a semitone five times a second.
        if index % 4_800 == 0 { drone.retune(by: index % 9_600 == 0 ? 1.03 : 1 / 1.03) }
        let sample = drone.next()
        if let onset = onsets.hear(sample) { evidence.note(onset) }
        if tracker.hear(sample) != nil, index > 50_000, let vibrato = tracker.vibrato {
          evidence.note(vibrato.rate)
          evidence.note(vibrato.extent.value)
          evidence.note(vibrato.centre)
        }
      }
      evidence.expect(tracker.vibrato != nil, "there is no vibrato")
    },
    Vector("Pitch is heard the same") { evidence in
      for mode in [PitchMode.raw, .slow, .precise] {
        var tracker = PitchTracker(sampleRate: 48_000, mode: mode)
        var chance = Chance(seed: 3)
        var drone = Drone(sampleRate: 48_000, timbre: .reed)
        drone.play([Drone.Tone(frequency: 146.9)])
        var heard = 0
        for _ in 0..<60_000 {
          let sample = drone.next() + Float(chance.part() - 0.5) * 0.02
          guard let frame = tracker.hear(sample), let pitch = frame.pitch else { continue }
          evidence.note(pitch.frequency)
          evidence.note(pitch.clarity)
          evidence.note(pitch.errorBar?.value ?? 0)
          heard += 1
        }
        evidence.expect(heard > 100, "only \(heard) frames have a pitch")
      }
    },
    Vector("Sound files are read back unchanged") { evidence in
      var chance = Chance(seed: 1)
      for encoding in WaveFormat.Encoding.allCases {
        let samples = (0..<500).map { _ in Float(chance.part() * 2 - 1) }
        let writer = WaveWriter(
          WaveFormat(sampleRate: 44_100, encoding: encoding), frames: Int64(samples.count))
        var bytes = writer.header
        writer.append(samples.span, to: &bytes)
        var reader = WaveReader()
        var found: [Float] = []
        try? reader.read(bytes[...], to: &found)
        evidence.expect(found.count == samples.count, "\(found.count) samples come back")
        for sample in found { evidence.note(Double(sample)) }
      }
    },
  ]

  private static let courses: [TempoPlan.Course] = [
    .steady, .linear(to: Tempo(clamping: 173.2)), .exponential(to: Tempo(clamping: 33)),
    .steps(by: 700, everyBars: 2, limit: Tempo(clamping: 220)),
  ]
}
