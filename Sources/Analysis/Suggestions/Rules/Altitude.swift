import Domain
import Ledger
import Reports

extension Adviser {
  /// Reeds that are played high up.
  func altitude() -> [Finding] {
    guard let altitude = column("altitude") else { return [] }
    var newest: (entry: ReedLog.Entry, test: ReedLog.Test, metres: Double)?
    var thin: (name: String, day: Int64, pressure: Double)?
    let pressure = column("pressure")
    for entry in reeds where entry.reed.instrument.family == .oboes {
      for test in entry.tests where test.day <= question.today {
        if let metres = log.number(altitude, in: test) {
          if test.day >= newest?.test.day ?? .min { newest = (entry, test, metres) }
        } else if let pressure, let value = log.number(pressure, in: test), value < Self.thinAir,
          test.day >= thin?.day ?? .min
        {
          thin = (entry.name, test.day, value)
        }
      }
    }
    guard let newest, newest.metres > Self.high else {
      guard let thin, thin.day > newest?.test.day ?? .min else { return [] }
      return [
        Finding(
          lack: Lack(
            "Altitude",
            "Were you in the mountains? The air pressure was "
              + "\(Words.number(thin.pressure, places: 0)) hPa for \(thin.name) on "
              + "\(Words.day(thin.day)); add the altitude to the test."))
      ]
    }
    let metres = "\(Words.number(newest.metres, places: 0)) m"
    // The same place gives the same key.
    let step = Words.whole(newest.metres / 500)
    var found = Suggestion("altitude \(step)", "Reeds for \(metres)")
    found.proposal =
      "For reeds that are played up there: a narrower tube (\(length(9.5, places: 1)) to "
      + "\(length(10, places: 1))), a gouge of \(length(0.57, places: 2)) to "
      + "\(length(0.59, places: 2)) in the middle, harder cane; leave length and finish them there."
    found.reason = "The place is above about 1500 m: reeds open and play differently in thin air."
    found.evidence = [
      "The newest test with an altitude, of \(newest.entry.name) on "
        + "\(Words.day(newest.test.day)), was made at \(metres), n = 1 place."
    ]
    let tube = Suggestion.Subject(field: "tube_diameter", outcome: "success")
    if let answer = answer(to: tube) {
      found.evidence.append("\(answer.line(log)) It doesn’t show whether that holds at altitude.")
    }
    found.elsewhere = "A maker’s talk (Cooper, IDRS 2022; sample size not given)."
    found.items = [
      Suggestion.Item(newest.entry.name, newest.test.day, metres, newest.entry.id)
    ]
    found.head = altitude.label
    let alike = reeds.filter { $0.reed.instrument == newest.entry.reed.instrument }
    found.actions =
      experiment("tube_diameter", "success", arms("tube_diameter", of: alike, more: false))
      + [Report.Action("Open \(newest.entry.name)", .open(newest.entry.id))]
    return [Finding(suggestion: found)]
  }

  private static let high = 1_500.0
  /// In hPa; at sea level no weather brings it so low.
  private static let thinAir = 850.0
}
