public import Domain
import Ledger
public import Markup
import Program
public import RoomKit
public import Sound

/// The tuning of all tools, in one sheet: A4, temperament and root, instrument, accidentals.
public enum TuningSheet {
  public struct State: Equatable, Sendable {
    public var isOpen = false
    /// The settings when it was opened.
    var before = Settings()
    var numbers = NumberFields<Number>(id: "tuning", Settings())
    /// The cents of a custom scale, as typed.
    var table = ""
    /// What is wrong with a custom scale.
    var problem: String?
  }

  public enum Message: Sendable {
    case opened
    case closed
    case number(Number, NumberField.Message)
    case a4Chosen(ReferencePitch)
    case temperamentChosen(String)
    case rootChosen(String)
    case instrumentChosen(String)
    case spellingChosen(Spelling)
    case tableTyped(String)
    case tableKept
    case scalaTapped
    case scalaPicked([PickedFile])
    case scalaRead([UInt8]?)
  }

  static func update(
    _ sheet: inout State, _ bench: inout Bench, _ message: Message
  ) -> [Effect<Tools.Message>] {
    var settings = bench.settings
    var effects: [Effect<Tools.Message>] = []
    switch message {
    case .opened:
      sheet = State(isOpen: true, before: settings)
      sheet.numbers.show(settings)
    case .closed: sheet.isOpen = false
    case .number(let number, let message):
      effects = sheet.numbers.update(number, message, in: &settings).map {
        $0.map { .tuningSheet(.number(number, $0)) }
      }
    case .a4Chosen(let pitch):
      settings.a4 = pitch
      sheet.numbers.show(settings)
    case .temperamentChosen(let name):
      settings.temperament =
        name == equalSteps
        ? Settings.nameOfEqualSteps(Int(clamping: sheet.numbers[.steps].value.units)) : name
      sheet.numbers.show(settings)
    case .rootChosen(let number): settings.root = PitchClass(Int(number) ?? 0)
    case .instrumentChosen(let name): settings.instrument = name
    case .spellingChosen(let spelling): settings.spelling = spelling
    case .tableTyped(let text): sheet.table = text
    case .tableKept: keep(table: sheet.table, &settings, &sheet)
    case .scalaTapped:
      effects = [.pickFiles(accept: ".scl") { .tuningSheet(.scalaPicked($0)) }]
    case .scalaPicked(let files):
      effects = files.prefix(1).map { .read($0) { .tuningSheet(.scalaRead($0)) } }
    case .scalaRead(let bytes): keep(scala: bytes, &settings, &sheet)
    }
    if settings != bench.settings { settings.remember(replacing: sheet.before) }
    return effects + bench.choose(settings)
  }

  /// A number of the settings that has a field here.
  public enum Number: Int, SetupNumber {
    case a4, steps, transposition

    public var entry: NumberEntry<Settings> {
      switch self {
      case .a4:
        NumberEntry(
          "A4", ReferencePitch.range, places: 1, step: 10, "Hz",
          { Int(clamping: $0.a4.hertz.units) },
          { $0.a4 = ReferencePitch(tenthsOfHertz: $1) ?? $0.a4 })
      case .steps:
        NumberEntry(
          "Steps per octave", Settings.equalDivisions, "steps",
          { Settings.equalSteps($0.temperament) ?? 19 },
          { $0.temperament = Settings.nameOfEqualSteps($1) })
      case .transposition:
        NumberEntry(
          "Sounds above written pitch", Instrument.transpositions, "semitones",
          { $0.ownTransposition }, { $0.ownTransposition = $1 })
      }
    }
  }

  // MARK: - Custom scales

  private static func keep(
    scala bytes: [UInt8]?, _ settings: inout Settings, _ sheet: inout State
  ) {
    guard let bytes else {
      sheet.problem = "The file could not be read. Nothing was changed."
      return
    }
    guard bytes.count <= Settings.ownScaleLimit else {
      sheet.problem =
        "This file is larger than \(Settings.ownScaleLimit / 1_000) kilobytes. Nothing was changed."
      return
    }
    do throws(ScalaFile.ParseError) {
      _ = try ScalaFile.scale(parsing: bytes)
      settings.ownScale = String(decoding: bytes, as: UTF8.self)
      settings.temperament = Settings.own
      sheet.problem = nil
    } catch {
      sheet.problem = "Not a valid Scala file: \(words(for: error)). Nothing was changed."
    }
  }

  /// Twelve deviations from equal temperament in cents, C to B.
  private static func keep(
    table text: String, _ settings: inout Settings, _ sheet: inout State
  ) {
    let separators: [UInt8] = [0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: ";")]
    let words = text.utf8.split { separators.contains($0) }
    let cents = words.compactMap { word in
      try? Decimal(parsing: String(decoding: Array(word), as: UTF8.self), places: 2)
    }
    guard words.count == 12, cents.count == 12 else {
      sheet.problem = "Enter twelve values in cents, C to B, separated by spaces."
      return
    }
    // As a Scala file: degrees above C, which is 0, in hundredths of a cent.
    var file = "Own table\n12\n"
    for (step, offset) in cents.enumerated().dropFirst() {
      let above = Decimal(units: Int64(step) * 10_000 + offset.units - cents[0].units, places: 2)
      file += "\(above.text)\n"
    }
    keep(scala: Array((file + "2/1\n").utf8), &settings, &sheet)
  }

  private static func words(for error: ScalaFile.ParseError) -> String {
    switch error {
    case .missingCount: "the number of pitches is missing"
    case .notACount(let line): "line \(line) should be the number of pitches"
    case .countOutOfRange(let line, _):
      "line \(line) should be \(Scale.sizes.lowerBound)–\(Scale.sizes.upperBound)"
    case .tooFewPitches(let expected, let found):
      "it has \(found) of \(expected) pitches"
    case .tooManyPitches(let line, let expected):
      "line \(line) comes after the last of \(expected) pitches"
    case .notAPitch(let line): "line \(line) is neither cents nor a ratio"
    case .pitchOutOfRange(let line):
      "the pitch in line \(line) must be above the root, within ten octaves"
    case .repeatedPitch: "two pitches are the same"
    case .tooLarge: "it is too large"
    }
  }

  // MARK: - View

  private static let equalSteps = "edo"

  static func view(_ sheet: State, _ settings: Settings) -> Node<Message> {
    dialogBox(
      "Tuning", id: "tuning", isOpen: sheet.isOpen, isSheet: true, closed: .closed
    ) {
      recent(sheet.before, settings)
      field(.a4, sheet, help: "The A above middle C.")
      div(.className("chips")) {
        for hertz in [392, 415, 430, 440, 441, 442, 443, 466] {
          if let pitch = ReferencePitch(tenthsOfHertz: hertz * 10) {
            chip("\(hertz)", isOn: settings.a4 == pitch, .a4Chosen(pitch))
          }
        }
      }
      choiceField(
        FieldFrame("Temperament", id: "tuning-temperament", problem: sheet.problem),
        choices: temperaments(settings),
        value: Settings.equalSteps(settings.temperament) == nil
          ? settings.temperament : equalSteps
      ) { .temperamentChosen($0) }
      if Settings.equalSteps(settings.temperament) != nil {
        field(.steps, sheet)
      }
      choiceField(
        FieldFrame("Root", id: "tuning-root"),
        choices: PitchClass.all.map { ("\($0.number)", $0.name(in: settings.spelling)) },
        value: "\(settings.root.number)"
      ) { .rootChosen($0) }
      ownScale(sheet)
      choiceField(
        FieldFrame(
          "Instrument", id: "tuning-instrument",
          help: writing(settings)),
        choices: instruments,
        value: settings.instrument
      ) { .instrumentChosen($0) }
      if settings.instrument == Settings.own {
        field(.transposition, sheet, help: "Negative is below. Include a capo.")
      }
      segmented(
        "Accidentals", name: "spelling",
        [
          ("♯", settings.spelling == .sharps, .spellingChosen(.sharps)),
          ("♭", settings.spelling == .flats, .spellingChosen(.flats)),
        ])
    }
  }

  private static func field(_ number: Number, _ sheet: State, help: String? = nil) -> Node<Message>
  {
    sheet.numbers.view(number, help: help).map { .number(number, $0) }
  }

  private static func temperaments(_ settings: Settings) -> [(value: String, text: String)] {
    Temperament.all.map { ($0.id, $0.name) } + [(equalSteps, "Other equal division …")]
      + (settings.ownScale.isEmpty ? [] : [(Settings.own, "Custom scale")])
  }

  /// How notes are shown.
  private static func writing(_ settings: Settings) -> String {
    if settings.instrument.hasSameBytes(as: Instrument.any.id) {
      return "Notes are shown as they sound."
    }
    if settings.instrument.hasSameBytes(as: Settings.own) {
      return "Notes are shown as written for your instrument."
    }
    var bytes = Array(settings.player.name.utf8)
    if let first = bytes.first, 0x41...0x5A ~= first { bytes[0] = first + 0x20 }
    let name = String(decoding: bytes, as: UTF8.self)
    return settings.player.transposition == 0
      ? "The \(name) sounds as written." : "Notes are shown as written for the \(name)."
  }

  private static var instruments: [(value: String, text: String)] {
    Instrument.all.map { ($0.id, $0.name) } + [(Settings.own, "Custom transposition")]
  }

  /// What was used recently, one tap each, in the order in which it was when the sheet was opened; `nil` until there
  /// is something to choose from.
  private static func recent(_ before: Settings, _ now: Settings) -> Node<Message>? {
    var named = now
    let pitches = Settings.recent("\(before.a4.tenthsOfHertz)", before.recentPitches).compactMap {
      Int($0).flatMap { ReferencePitch(tenthsOfHertz: $0) }
    }
    let known = temperaments(now)
    let rows: [[Node<Message>]] = [
      pitches.map {
        named.a4 = $0
        return chip("A = \(a4(named))", isOn: now.a4 == $0, .a4Chosen($0))
      },
      Settings.recent(before.temperament, before.recentTemperaments).filter { name in
        Settings.equalSteps(name) != nil || known.contains { $0.value.hasSameBytes(as: name) }
      }.map {
        named.temperament = $0
        return chip(
          temperamentName(named), isOn: now.temperament.hasSameBytes(as: $0),
          .temperamentChosen($0))
      },
      Settings.recent(before.instrument, before.recentInstruments).filter { name in
        instruments.contains { $0.value.hasSameBytes(as: name) }
      }.map {
        named.instrument = $0
        return chip(
          named.playerName, isOn: now.instrument.hasSameBytes(as: $0), .instrumentChosen($0))
      },
    ].filter { $0.count > 1 }
    guard !rows.isEmpty else { return nil }
    return div(.className("field"), .role("group"), .labelledBy("tuning-recent")) {
      p(.className("caps"), .id("tuning-recent")) { "Recent" }
      for row in rows { div(.className("chips")) { row } }
    }
  }

  private static func ownScale(_ sheet: State) -> Node<Message> {
    details(.className("more")) {
      summary { "Custom scale" }
      div(.className("stack")) {
        textField(
          FieldFrame(
            "Cents from equal temperament", id: "tuning-table",
            help: "Twelve values, C to B, such as 0 −5.9 −3.9 …"), value: sheet.table
        ) { .tableTyped($0) }
        div(.className("row wrap")) {
          action("Use these values", .tableKept)
          action("Import a Scala file", icon: .file, .scalaTapped)
        }
      }
    }
  }

  /// The tuning in one line, which a tap opens for changes.
  static func line(_ settings: Settings) -> Node<Message> {
    let label = label(settings)
    return button(
      .type("button"), .className("tuning-line"), .label(label), .title(label), .onClick(.opened)
    ) {
      span { words(settings) }
      Icon.down.view()
    }
  }

  static func label(_ settings: Settings) -> String { "Tuning: \(words(settings))" }

  /// The tuning in a few words: `A = 442 · Equal · Concert pitch`.
  static func words(_ settings: Settings) -> String {
    "A = \(a4(settings)) · \(temperamentName(settings)) · \(settings.playerName)"
  }

  /// `442`, or `442.5` if it is not whole.
  private static func a4(_ settings: Settings) -> String {
    let tenths = settings.a4.tenthsOfHertz
    return tenths % 10 == 0 ? "\(tenths / 10)" : settings.a4.hertz.text
  }

  private static func temperamentName(_ settings: Settings) -> String {
    if let steps = Settings.equalSteps(settings.temperament) { return "\(steps) equal steps" }
    if settings.temperament == Settings.own { return "Custom scale" }
    guard settings.temperament != Temperament.equal.id else { return "Equal" }
    let name = Temperament.all.first { $0.id == settings.temperament }?.name ?? "Equal"
    return "\(name) on \(settings.root.name(in: settings.spelling))"
  }
}

extension Settings {
  /// The player's instrument in a word or two.
  fileprivate var playerName: String {
    instrument == Instrument.any.id ? "Concert pitch" : player.name
  }
}
