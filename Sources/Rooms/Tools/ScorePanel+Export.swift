import Domain
import Markup
import Program
import RoomKit
import Sound

extension ScorePanel {
  /// A sound file that is being exported.
  struct Export: Equatable, Sendable {
    fileprivate var work: Work?

    /// The progress from 0 to 1, or `nil` if there is no export.
    var share: Double? {
      work.map { Double($0.recorder.written) / Double(max($0.recorder.frames, 1)) }
    }

    fileprivate struct Work: Sendable {
      var recorder: ScoreRecorder
      var bytes: [UInt8]
      /// The file name at the start of the export.
      var name: String
    }

    static func == (one: Export, other: Export) -> Bool {
      one.work?.recorder.written == other.work?.recorder.written
    }
  }

  public enum ExportMessage: Sendable {
    case cuesTapped, clicksTapped, soundTapped
    case soundStepped
    case soundAbandoned
  }

  /// The most cues in a file.
  private static let cueLimit = 100_000
  /// The seconds of sound rendered in one step, before the page continues.
  private static let stepSeconds: Int64 = 15
  /// The longest sound file, in seconds: it is rendered in memory.
  private static let longestSound: Int64 = 1_800

  static func updateExport(
    _ state: inout State, _ bench: Bench, _ message: ExportMessage
  ) -> [Effect<Tools.Message>] {
    switch message {
    case .cuesTapped, .clicksTapped, .soundTapped:
      let program = program(state.score, state.hand.setup)
      // Divided rather than multiplied: a thousand passes of a long score could overflow.
      guard program.cues.count <= cueLimit / program.plan.passes else {
        return [
          .toast("The file would be too large. Choose a shorter range or fewer repeats.")
        ]
      }
    default: break
    }
    switch message {
    case .cuesTapped:
      return [download(Array(csv(state).utf8), "csv", "text/csv", state)]
    case .clicksTapped:
      return [download(midi(state), "mid", "audio/midi", state)]
    case .soundTapped: return beginSound(&state, bench)
    case .soundAbandoned:
      state.export = Export()
      return [.stop("score-export")]
    case .soundStepped: return stepSound(&state)
    }
  }

  /// Everything that plays, from the count-in to the end; an endless loop is played once.
  static func track(_ state: State, ticks: Int) -> ScoreTrack {
    let program = program(state.score, state.hand.setup)
    return ScoreTrack(
      program.counts + program.cues, scale: program.scale, plan: program.plan, ticks: ticks)
  }

  // MARK: - CSV and MIDI

  static func csv(_ state: State) -> String {
    var text = "seconds,line,bar,kind,length\n"
    for moment in track(state, ticks: 1_000_000).moments {
      let line = moment.line == 0 ? "" : "\(moment.line)"
      let bar = moment.bar == 0 ? "" : "\(moment.bar)"
      text += "\(micro(moment.start)),\(line),\(bar),\(moment.kind.name),\(micro(moment.length))\n"
    }
    return text
  }

  private static func micro(_ count: Int64) -> String { Decimal(units: count, places: 6).text }

  static func midi(_ state: State) -> [UInt8] {
    let track = track(state, ticks: 1_000)
    let notes = track.moments.compactMap { moment -> MidiNote? in
      guard let strike = moment.strike, strike.accent != .mute else { return nil }
      return MidiNote(
        start: moment.start - track.start, key: strike.sound.drum,
        velocity: 40 + 29 * strike.accent.rawValue)
    }
    return MidiWriter.bytes(notes, title: state.score.title, end: track.end - track.start)
  }

  // MARK: - Sound

  private static func beginSound(_ state: inout State, _ bench: Bench) -> [Effect<Tools.Message>] {
    let rate = ScoreRecorder.format.sampleRate
    let track = track(state, ticks: rate)
    guard track.end - track.start <= longestSound * Int64(rate) else {
      return [
        .toast(
          "That would be over half an hour of audio. Choose a shorter range or fewer repeats.")
      ]
    }
    let setup = state.hand.setup
    let recorder = ScoreRecorder(
      track, drone: setup.hasDrone ? droneTones(state, bench) : [], timbre: setup.wave.timbre)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(recorder.byteCount))
    bytes += recorder.header
    state.export.work = Export.Work(
      recorder: recorder, bytes: bytes, name: fileName(state))
    return [nextStep]
  }

  private static var nextStep: Effect<Tools.Message> {
    .wait(milliseconds: 0, as: "score-export", .score(.export(.soundStepped)))
  }

  private static func stepSound(_ state: inout State) -> [Effect<Tools.Message>] {
    // Moved out while it grows, so that it is never copied.
    guard var work = state.export.work else { return [] }
    state.export.work = nil
    work.recorder.write(
      stepSeconds * Int64(ScoreRecorder.format.sampleRate), to: &work.bytes)
    guard work.recorder.isDone else {
      state.export.work = work
      return [nextStep]
    }
    return [.download(work.bytes, name: "\(work.name).wav", type: "audio/wav")]
  }

  // MARK: - Files

  private static func download(
    _ bytes: [UInt8], _ ending: String, _ type: String, _ state: State
  ) -> Effect<Tools.Message> {
    .download(bytes, name: "\(fileName(state)).\(ending)", type: type)
  }

  /// The title as a name for a file: letters and digits, hyphens between them.
  static func fileName(_ state: State) -> String {
    var name: [UInt8] = []
    for byte in state.score.title.utf8 {
      let isLetter = (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      if isLetter {
        name.append(byte)
      } else if let last = name.last, last != 0x2D {
        name.append(0x2D)
      }
    }
    while name.last == 0x2D { name.removeLast() }
    let title = name.isEmpty ? "score" : String(decoding: name, as: UTF8.self)
    return "\(title)-\(state.hand.setup.speed)"
  }

  /// The drawn brackets, as a table or as text.
  static func downloadRealisations(
    _ state: State, asTable: Bool
  ) -> [Effect<Tools.Message>] {
    var text =
      asTable ? "bracket,part,start,end\n" : "\(state.score.title), seed \(state.hand.setup.seed)\n"
    for bracket in drawn(state) {
      text +=
        asTable
        ? "\(bracket.number),\(bracket.part),\(thousandths(bracket.start)),\(thousandths(bracket.end))\n"
        : "Bracket \(bracket.number): \(clock(Double(bracket.start))) to \(clock(Double(bracket.end)))\n"
    }
    return [
      .download(
        Array(text.utf8),
        name: "\(fileName(state))-seed-\(state.hand.setup.seed).\(asTable ? "csv" : "txt")",
        type: asTable ? "text/csv" : "text/plain")
    ]
  }

  private static func thousandths(_ milliseconds: Int64) -> String {
    Decimal(units: milliseconds, places: 3).text
  }

  /// The brackets as drawn from the seed, in milliseconds of the score.
  static func drawn(
    _ state: State
  ) -> [(number: Int, part: Int, start: Int64, end: Int64)] {
    state.score.brackets.enumerated().map { index, bracket in
      let (start, end) = bracket.drawn(seed: UInt64(max(state.hand.setup.seed, 0)), index)
      return (index + 1, bracket.part, start, end)
    }
  }

  static func exportCard(_ state: State) -> Node<Message> {
    card("Export", id: "score-export") {
      p(.className("quiet")) {
        "What you would hear, count-in included. Endless loops play once."
      }
      div(.className("row wrap")) {
        action(
          "WAV", label: "WAV: audio", icon: .download,
          isDisabled: state.export.share != nil, .export(.soundTapped))
        action("MIDI", label: "MIDI: clicks", icon: .download, .export(.clicksTapped))
        action("CSV", label: "CSV: times", icon: .download, .export(.cuesTapped))
      }
      if let share = state.export.share {
        progressBar("Creating audio", share: share)
        div(.className("row end")) { action("Cancel", .export(.soundAbandoned)) }
      }
    }
  }
}

extension ClickSound {
  /// The closest MIDI drum.
  fileprivate var drum: Int {
    switch self {
    case .tick: 76
    case .tock: 77
    case .wood: 75
    case .beep: 80
    case .rim: 37
    case .bell: 53
    }
  }
}
