/// What a person has chosen for the whole app.
public struct Settings: Equatable, Sendable {
  public var theme = Theme.system
  public var firstDayOfWeek = Weekday.monday
  public var a4 = ReferencePitch.standard
  /// Whether single keys act as shortcuts.
  public var hasShortcuts = true
  /// Lines that a later version wrote; they are kept for it.
  var unknownLines: [String] = []

  public init() {}
}

/// Which colours the app has.
public enum Theme: CaseIterable, Sendable {
  case system, light, dark

  /// The name that is kept and that the page knows.
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
  case monday, saturday, sunday

  public var name: String {
    switch self {
    case .monday: "monday"
    case .saturday: "saturday"
    case .sunday: "sunday"
    }
  }
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
