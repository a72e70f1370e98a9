import Domain
import Ledger
import Markup
import RoomKit

extension Practice {
  static func days(_ number: Int64) -> String {
    DayWords.count(Int(clamping: number), "day", "days")
  }

  /// The time on the wall, such as `14:02`.
  static func wall(_ moment: Int64, _ state: State) -> String {
    MomentText.clock(moment, zoneMinutes: state.zoneMinutes)
  }

  /// A tempo as people write it, from hundredths.
  static func tempo(_ hundredths: Int64) -> String {
    let text = Decimal(units: hundredths, places: 2).text
    var bytes = Array(text.utf8)
    while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What stands in a field for a tempo: nothing where none is set.
  static func tempoField(_ hundredths: Int64) -> String { hundredths == 0 ? "" : tempo(hundredths) }

  /// A piece and its section in a few words.
  static func name(of spot: Spot, _ book: PracticeBook) -> String {
    guard spot.piece != nil else { return "Open practice" }
    let title = book.piece(spot.piece).map { Practice.title($0) } ?? "A piece that is not here"
    guard let section = book.section(spot.section) else { return title }
    return "\(title), \(name(of: section))"
  }

  static func title(_ piece: Piece) -> String {
    piece.title.utf8.isEmpty ? "A piece without a title" : piece.title
  }

  static func name(of section: Section) -> String {
    section.name.utf8.isEmpty ? "a section" : section.name
  }

  static func dayText(_ day: Int64, _ state: State) -> String {
    switch state.today - day {
    case 0: "Today"
    case 1: "Yesterday"
    default: MomentText.dayText(day)
    }
  }

  static func text(of goal: Goal, _ book: PracticeBook) -> String {
    let unit = goal.unit == .minutes ? "min" : goal.amount == 1 ? "session" : "sessions"
    let period =
      switch goal.period {
      case .day: "a day"
      case .week: "a week"
      case .month: "a month"
      }
    let piece = goal.piece.map { " · \(name(of: Spot($0), book))" } ?? ""
    return "\(goal.amount) \(unit) \(period)\(piece)"
  }

  static func progressText(_ goal: Goal, _ progress: Goal.Progress) -> String {
    if progress.isResting { return "A rest day" }
    let unit = goal.unit == .minutes ? "min" : goal.amount == 1 ? "session" : "sessions"
    return "\(progress.reached) of \(goal.amount) \(unit)" + (progress.isMet ? ": reached" : "")
  }

  /// Why a section is due, and what comes then.
  static func reason(_ section: Section, _ state: State) -> String {
    let played = state.book.played(section.id)
    guard let last = played.last else { return "" }
    let doubled = min(section.interval * 2, Review.longest)
    let halved = max(section.interval / 2, 1)
    let rated = last.rating > 0 ? ", rated \(last.rating)" : ""
    return "Played \(days(state.today - last.day)) ago\(rated). Next after \(days(doubled)), "
      + "or \(days(halved)) after a rating of 1 or 2."
  }

  /// When a section comes back.
  static func dueText(_ section: Section, _ state: State) -> String {
    if section.interval == 0 { return "Does not come back by itself." }
    if section.due == 0 { return "Comes back a day after it is first played." }
    let rest = section.due - state.today
    let when = rest <= 0 ? "due" : rest == 1 ? "due tomorrow" : "due in \(rest) days"
    return "\(when), waits \(days(section.interval)) at a time".capitalizedFirst + "."
  }

  /// The pieces that have all words of a question in title, composer or tags; laid aside ones come last.
  static func found(_ question: String, _ book: PracticeBook) -> [Piece] {
    let wanted = Wanted(question)
    let found =
      wanted.isEmpty
      ? book.pieces
      : book.pieces.filter { wanted.isIn("\($0.title) \($0.composer) \($0.tags)") }
    return found.filter { !$0.isResting } + found.filter { $0.isResting }
  }

  static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  static let ratings = ["Hardly", "Somewhat", "Half", "Mostly", "As meant"]
}

extension String {
  /// The text with a capital at its beginning, where that is a plain letter.
  fileprivate var capitalizedFirst: String {
    var bytes = Array(utf8)
    if let first = bytes.first, 0x61...0x7A ~= first { bytes[0] = first - 0x20 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
