public import Ledger
public import Sound

/// A person's settings for the whole app: one row of the ledger.
public struct Settings: RowRecord, Equatable {
  public var theme = Theme.system
  public var firstDayOfWeek = Weekday.monday
  /// The hour at which a day of the journal starts: anything earlier belongs to the day before.
  public var dayStart = 0
  public var a4 = ReferencePitch.standard
  /// Whether single keys act as shortcuts.
  public var hasShortcuts = true
  /// The temperament: a name of ``Temperament/all``, `edo-19` and the like for that many
  /// equal steps, or `own` for ``ownScale``.
  public var temperament = Temperament.equal.id
  /// The root of the temperament.
  public var root = PitchClass.c
  /// A name of ``Instrument/all``, or `own` for one that transposes by ``ownTransposition``.
  public var instrument = Instrument.any.id
  public var ownTransposition = 0
  public var spelling = Spelling.sharps
  /// A custom scale in Scala format.
  public var ownScale = ""
  /// The unit that lengths are shown and typed in.
  public var lengths = LengthUnit.millimetres
  /// What the tools were tuned to recently, newest first: tenths of hertz, temperaments and instruments, as in ``a4``,
  /// ``temperament`` and ``instrument``, with spaces between.
  public var recentPitches = ""
  public var recentTemperaments = ""
  public var recentInstruments = ""

  public init() {}
}

extension Settings {
  /// The one row of settings, the same on every device.
  public static let row = RowID(of: Array("settings".utf8), in: "woodshed row")

  public static let kind = KindID.settings
  public static let names = KindNames("settings", "Settings", "Settings")
  /// It always exists.
  public static let saysLife = false

  /// The longest custom scale, in bytes.
  public static let ownScaleLimit = 60_000

  private static let themes: Choices<Theme> = [
    (0, "System", .system), (1, "Light", .light), (2, "Dark", .dark),
  ]
  private static let weekdays: Choices<Weekday> = [
    (0, "Monday", .monday), (1, "Saturday", .saturday), (2, "Sunday", .sunday),
    (3, "Tuesday", .tuesday), (4, "Wednesday", .wednesday), (5, "Thursday", .thursday),
    (6, "Friday", .friday),
  ]
  private static let spellings: Choices<Spelling> = [(0, "Sharps", .sharps), (1, "Flats", .flats)]

  public var id: RowID { Self.row }

  public init(blank id: RowID) {}

  public static func visit(_ fields: inout RowFields, _ settings: inout Settings) {
    fields.choice(field(1), "theme", "Theme", &settings.theme, themes)
    fields.choice(
      field(2), "first-day-of-week", "Week starts on", &settings.firstDayOfWeek, weekdays)
    let a4 = settings.a4.tenthsOfHertz
    fields.decimal(
      field(3), "a4", "A4 reference", a4, places: 1, in: ReferencePitch.range, unit: "Hz"
    ) { settings.a4 = ReferencePitch(tenthsOfHertz: $0) ?? .standard }
    fields.flag(field(4), "shortcuts", "Single-key shortcuts", &settings.hasShortcuts)
    fields.text(field(5), "temperament", "Temperament", &settings.temperament, upTo: 64)
    fields.whole(field(6), "root", "Temperament root", settings.root.number, in: 0...11) {
      settings.root = PitchClass($0)
    }
    fields.text(field(7), "instrument", "Instrument", &settings.instrument, upTo: 64)
    fields.whole(
      field(8), "own-transposition", "Custom transposition", &settings.ownTransposition,
      in: Instrument.transpositions, unit: "semitones")
    fields.choice(
      field(9), "spelling", "Accidentals", &settings.spelling, spellings)
    fields.text(field(10), "own-scale", "Custom scale", &settings.ownScale, upTo: ownScaleLimit)
    fields.whole(
      field(11), "day-start", "Day starts at", &settings.dayStart, in: JournalDay.starts,
      unit: "h")
    fields.choice(field(12), "lengths", "Lengths", &settings.lengths, LengthUnit.choices)
    fields.text(field(16), "recent-a4", "Recent A4", &settings.recentPitches, upTo: recentLength)
    fields.text(
      field(17), "recent-temperaments", "Recent temperaments", &settings.recentTemperaments,
      upTo: recentLength)
    fields.text(
      field(18), "recent-instruments", "Recent instruments", &settings.recentInstruments,
      upTo: recentLength)
  }

  /// Reads the row; without one, the defaults apply.
  public init(_ row: Row?) {
    self.init()
    if let row { self = Settings(row) }
  }
}

/// The colour theme of the app.
public enum Theme: CaseIterable, Sendable {
  case system, light, dark

  /// Its name on the page.
  public var name: String {
    switch self {
    case .system: "system"
    case .light: "light"
    case .dark: "dark"
    }
  }
}

/// A day that a week may start on.
public enum Weekday: CaseIterable, Sendable {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  public var name: String {
    switch self {
    case .monday: "monday"
    case .tuesday: "tuesday"
    case .wednesday: "wednesday"
    case .thursday: "thursday"
    case .friday: "friday"
    case .saturday: "saturday"
    case .sunday: "sunday"
    }
  }

  /// From 0 for Monday.
  public var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The frequency that the A above middle C is tuned to, in tenths of a hertz.
public struct ReferencePitch: Hashable, Sendable {
  /// From 380 to 480 Hz: below any historical pitch in use, and above any.
  public static let range = 3_800...4_800
  /// 440 Hz.
  public static let standard = ReferencePitch(uncheckedTenths: 4_400)

  public let tenthsOfHertz: Int

  /// Creates a pitch, or `nil` when it is outside ``range``.
  public init?(tenthsOfHertz: Int) {
    guard Self.range.contains(tenthsOfHertz) else { return nil }
    self.tenthsOfHertz = tenthsOfHertz
  }

  private init(uncheckedTenths: Int) {
    tenthsOfHertz = uncheckedTenths
  }

  public var hertz: Decimal {
    Decimal(units: Int64(tenthsOfHertz), places: 1)
  }
}
