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

  /// The text of a tempo field: empty if none is set.
  static func tempoField(_ hundredths: Int64) -> String { hundredths == 0 ? "" : tempo(hundredths) }

  /// A piece and its section in a few words.
  static func name(of spot: Spot, _ book: PracticeBook) -> String {
    guard spot.piece != nil else { return "Free practice" }
    let title = book.piece(spot.piece).map { Practice.title($0) } ?? "Unknown piece"
    guard let section = book.section(spot.section) else { return title }
    return "\(title), \(name(of: section))"
  }

  static func title(_ piece: Piece) -> String {
    piece.title.utf8.isEmpty ? "Untitled piece" : piece.title
  }

  static func name(of section: Section) -> String {
    section.name.utf8.isEmpty ? "untitled section" : section.name
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
    let period = periodWords(goal)
    let piece = goal.piece.map { " · \(name(of: Spot($0), book))" } ?? ""
    return "\(goal.amount) \(unit) \(period)\(piece)"
  }

  private static func periodWords(_ goal: Goal) -> String {
    switch goal.period {
    case .day: "a day"
    case .week: "a week"
    case .month: "a month"
    }
  }

  static func amountProblem(_ goal: Goal) -> String {
    let unit = goal.unit == .minutes ? "minutes" : "sessions"
    return "Enter 1–\(goal.amounts.upperBound) \(unit) \(periodWords(goal))."
  }

  /// The days on which a plan is due.
  static func dueDays(_ plan: PracticePlan) -> String {
    plan.weekdays.count == 7
      ? "Every day"
      : (0..<7).filter { plan.weekdays.contains($0) }.map { weekdays[$0] }.joined(separator: ", ")
  }

  /// How many items a plan has, and how long they take.
  static func length(_ items: [PracticePlan.Item]) -> String {
    let minutes = items.reduce(0) { $0 + $1.minutes }
    return DayWords.count(items.count, "item", "items") + (minutes > 0 ? " · \(minutes) min" : "")
  }

  /// Seconds of the running session that are in no row yet, if it is today's.
  static func liveToday(_ state: State) -> Int64 {
    state.running?.day == state.today ? liveSeconds(state) : 0
  }

  /// The time practised today, with the running session.
  static func practisedToday(_ state: State) -> String? {
    var seconds = liveToday(state)
    for block in state.book.blocks.reversed() {
      if block.day < state.today { break }
      if block.day == state.today { seconds += block.seconds }
    }
    return seconds < 60 ? nil : "Practised today: \(DayWords.length(seconds))"
  }

  static func progressText(_ goal: Goal, _ progress: Goal.Progress) -> String {
    if progress.isResting { return "Rest day" }
    let unit = goal.unit == .minutes ? "min" : goal.amount == 1 ? "session" : "sessions"
    return "\(progress.reached) of \(goal.amount) \(unit)" + (progress.isMet ? ": reached" : "")
  }

  /// Why a section is due.
  static func reason(_ section: Section, _ state: State) -> String {
    let played = state.book.played(section.id)
    guard let last = played.last else { return "" }
    let rated = last.rating > 0 ? ", rated \(last.rating) of 5" : ""
    return "Played \(days(state.today - last.day)) ago\(rated)."
  }

  /// When a section is due.
  static func dueText(_ section: Section, _ state: State) -> String {
    if section.interval == 0 { return "No reviews." }
    if section.due == 0 { return "First review the day after you play it." }
    let rest = section.due - state.today
    let when = rest <= 0 ? "Due now" : rest == 1 ? "Due tomorrow" : "Due in \(rest) days"
    let often = section.interval == 1 ? "day" : days(section.interval)
    return "\(when). Repeats every \(often)."
  }

  /// The pieces with all words of a search in title, composer or tags; archived ones last.
  static func found(_ question: String, _ book: PracticeBook) -> [Piece] {
    let wanted = Wanted(question)
    let found =
      wanted.isEmpty
      ? book.pieces
      : book.pieces.filter { wanted.isIn("\($0.title) \($0.composer) \($0.tags)") }
    return found.filter { !$0.isResting } + found.filter { $0.isResting }
  }

  static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  static let ratings = ["Poor", "Shaky", "Okay", "Solid", "Nailed it"]
}
