public import Ledger
public import Sound

/// What a person has chosen for the whole app: one row of the ledger.
public struct Settings: Equatable, Sendable {
  public var theme = Theme.system
  public var firstDayOfWeek = Weekday.monday
  /// At which hour a day of the journal begins: what is done before belongs to the day before.
  public var dayStart = 0
  public var a4 = ReferencePitch.standard
  /// Whether single keys act as shortcuts.
  public var hasShortcuts = true
  /// How the notes are tuned against each other: a name of ``Temperament/all``, `edo-19` and the like for so many
  /// equal steps, or `own` for ``ownScale``.
  public var temperament = Temperament.equal.id
  /// Which note the temperament begins on.
  public var root = PitchClass.c
  /// A name of ``Instrument/all``, or `own` for one that transposes by ``ownTransposition``.
  public var instrument = Instrument.any.id
  public var ownTransposition = 0
  public var spelling = Spelling.sharps
  /// A scale of one's own, as a Scala file says it.
  public var ownScale = ""

  public init() {}
}

extension Settings {
  /// The one row of settings, the same on every device.
  public static let row = RowID(of: Array("settings".utf8), in: "woodshed row")

  static let themeKey = FieldKey(
    KindID.settings.field(1), "theme", "Theme", standard: Theme.system,
    choices: [(0, "System", .system), (1, "Light", .light), (2, "Dark", .dark)])
  static let firstDayKey = FieldKey(
    KindID.settings.field(2), "first-day-of-week", "Week begins on", standard: Weekday.monday,
    choices: [
      (0, "Monday", .monday), (1, "Saturday", .saturday), (2, "Sunday", .sunday),
      (3, "Tuesday", .tuesday), (4, "Wednesday", .wednesday), (5, "Thursday", .thursday),
      (6, "Friday", .friday),
    ])
  static let a4Key = FieldKey(
    KindID.settings.field(3), "a4", "A4 reference", standardUnits: 4_400, places: 1,
    in: Int64(ReferencePitch.range.lowerBound)...Int64(ReferencePitch.range.upperBound), unit: "Hz")
  static let shortcutsKey = FieldKey(
    KindID.settings.field(4), "shortcuts", "Single keys act as shortcuts", standard: true)

  static let temperamentKey = FieldKey(
    KindID.settings.field(5), "temperament", "Temperament", standard: Temperament.equal.id,
    byteLimit: 64)
  static let rootKey = FieldKey(
    KindID.settings.field(6), "root", "Root of the temperament", standard: 0, in: 0...11)
  static let instrumentKey = FieldKey(
    KindID.settings.field(7), "instrument", "Instrument", standard: Instrument.any.id,
    byteLimit: 64)
  static let ownTranspositionKey = FieldKey(
    KindID.settings.field(8), "own-transposition", "Own transposition", standard: 0,
    in: Int64(Instrument.transpositions.lowerBound)...Int64(Instrument.transpositions.upperBound),
    unit: "semitones")
  static let spellingKey = FieldKey(
    KindID.settings.field(9), "spelling", "Black keys are written", standard: Spelling.sharps,
    choices: [(0, "Sharps", .sharps), (1, "Flats", .flats)])
  static let ownScaleKey = FieldKey(
    KindID.settings.field(10), "own-scale", "Own scale", byteLimit: Settings.ownScaleLimit)

  static let dayStartKey = FieldKey(
    KindID.settings.field(11), "day-start", "A day begins at", standard: 0,
    in: Int64(JournalDay.starts.lowerBound)...Int64(JournalDay.starts.upperBound), unit: "h")

  /// The longest scale of one's own, in bytes.
  public static let ownScaleLimit = 60_000

  static let kind = Kind(
    .settings, "settings", "Settings", plural: "Settings",
    fields: [
      themeKey.field, firstDayKey.field, a4Key.field, shortcutsKey.field, temperamentKey.field,
      rootKey.field, instrumentKey.field, ownTranspositionKey.field, spellingKey.field,
      ownScaleKey.field, dayStartKey.field,
    ])

  /// Reads the row; without one, or where it cannot be understood, the standard holds.
  public init(_ row: Row?) {
    guard let row else { return }
    theme = row[Self.themeKey]
    firstDayOfWeek = row[Self.firstDayKey]
    a4 = ReferencePitch(tenthsOfHertz: Int(row[Self.a4Key])) ?? .standard
    hasShortcuts = row[Self.shortcutsKey]
    temperament = row[Self.temperamentKey]
    root = PitchClass(Int(row[Self.rootKey]))
    instrument = row[Self.instrumentKey]
    ownTransposition = Int(row[Self.ownTranspositionKey])
    spelling = row[Self.spellingKey]
    ownScale = row[Self.ownScaleKey]
    dayStart = Int(row[Self.dayStartKey])
  }

  /// The edits that make the row say what these settings say, where they differ from `old`.
  public func edits(from old: Settings) -> [Edit] {
    var edit = RowEdit(Self.row, .settings)
    edit.set(Self.themeKey, theme, unless: old.theme)
    edit.set(Self.firstDayKey, firstDayOfWeek, unless: old.firstDayOfWeek)
    edit.set(Self.a4Key, Int64(a4.tenthsOfHertz), unless: Int64(old.a4.tenthsOfHertz))
    edit.set(Self.shortcutsKey, hasShortcuts, unless: old.hasShortcuts)
    edit.set(Self.temperamentKey, temperament, unless: old.temperament)
    edit.set(Self.rootKey, Int64(root.number), unless: Int64(old.root.number))
    edit.set(Self.instrumentKey, instrument, unless: old.instrument)
    edit.set(
      Self.ownTranspositionKey, Int64(ownTransposition), unless: Int64(old.ownTransposition))
    edit.set(Self.spellingKey, spelling, unless: old.spelling)
    edit.set(Self.ownScaleKey, ownScale, unless: old.ownScale)
    edit.set(Self.dayStartKey, Int64(dayStart), unless: Int64(old.dayStart))
    return edit.edits
  }
}

/// Which colours the app has.
public enum Theme: CaseIterable, Sendable {
  case system, light, dark

  /// The name that the page knows.
  public var name: String {
    switch self {
    case .system: "system"
    case .light: "light"
    case .dark: "dark"
    }
  }
}

/// A day that a week may begin with.
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
