import Ledger

/// Civil days as a study sees them: days since the player's first reed.
struct StudyDays {
  /// The day that counts as 0; 0 if there is none.
  let first: Int64
  private let plausible: ClosedRange<Int64>

  /// - Parameter today: the civil day on which the file is written. A day 80 years before it, or a year after it, was
  ///   mistyped, and would only say when the file was made.
  init(_ rows: ReedRows, _ consent: StudyConsent, today: Int64) {
    let today = min(max(today, -1_000_000), 1_000_000)
    plausible = today - 29_220...today + 366
    var first = consent.firstDay
    if !plausible.contains(first) || first == 0 {
      first = 0
      for row in rows.alive(.reed) {
        guard case .day(let day) = row.value(Reed.begunField), day != 0, plausible.contains(day),
          first == 0 || day < first
        else { continue }
        first = day
      }
    }
    self.first = first
  }

  /// A day of a row; `nil` if it is unknown.
  func of(_ value: Value) -> Int64? {
    if case .day(let day) = value { of(day) } else { nil }
  }

  func of(_ day: Int64) -> Int64? {
    guard first != 0, day != 0, plausible.contains(day) else { return nil }
    return day - first
  }

  /// The quarter of the year, from winter to autumn in the north.
  func quarter(of day: Int64) -> String {
    Self.quarters[CivilDate(day).month % 12 / 3]
  }

  static let quarters = ["dec-feb", "mar-may", "jun-aug", "sep-nov"]
}
