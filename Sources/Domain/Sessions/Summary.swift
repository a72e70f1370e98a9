import Ledger
import Training

/// The summary of a session.
public struct Summary: Sendable {
  /// How many were sent or flashed by grade, hardest first.
  public private(set) var grades: [(grade: String, sent: Int, tried: Int)] = []
  public private(set) var seconds: Int64 = 0
  /// Rest by the rest timer; 0 if it never ran.
  public private(set) var restedSeconds: Int64 = 0
  public private(set) var sends = 0
  public private(set) var tries = 0
  /// The hardest grade that was sent.
  public private(set) var best = ""
  /// What was sent for the first time.
  public private(set) var firsts: [Try] = []
  public let words: CatalogueWords

  public init(
    _ list: [Try], _ session: PractisedSession, now: Int64, isFirst: (Try) -> Bool = { _ in false }
  ) {
    words = session.training ?? .climbs
    seconds = session.seconds(at: now)
    var rows: [(position: Double, grade: String, sent: Int, tried: Int)] = []
    for attempt in list {
      tries += Int(clamping: attempt.count)
      restedSeconds += attempt.rested
      let isSent = attempt.outcome.isSent
      if isSent { sends += 1 }
      if isSent, isFirst(attempt) { firsts.append(attempt) }
      let scale = GradeScale.named(attempt.scale)
      let position = scale?.read(attempt.grade)?.position ?? -.infinity
      let name = Self.grade(attempt.grade, scale?.prefix ?? "")
      if let place = rows.firstIndex(where: { $0.grade.hasSameBytes(as: name) }) {
        rows[place].tried += 1
        if isSent { rows[place].sent += 1 }
      } else {
        rows.append((position, name, isSent ? 1 : 0, 1))
      }
    }
    restedSeconds = min(restedSeconds, seconds)
    rows.sort { $0.position > $1.position }
    grades = rows.map { ($0.grade, $0.sent, $0.tried) }
    best = rows.first { $0.sent > 0 && $0.position > -.infinity }?.grade ?? ""
  }

  /// `1 h 12 min · 11 sends · best V5`.
  public var line: String {
    var parts = [DayWords.length(seconds)]
    parts.append(
      sends > 0 ? Self.sends(sends, words) : DayWords.count(tries, "try", "tries"))
    if !best.isEmpty { parts.append("best \(best)") }
    return parts.joined(separator: " · ")
  }

  /// `1 send`, or `2 clean`.
  public static func sends(_ count: Int, _ words: CatalogueWords) -> String {
    "\(count) \(count == 1 && words == .climbs ? "send" : words.sends)"
  }

  // MARK: - Words for a try

  /// `V4`: a grade as entered, with its scale's prefix if it starts with a number.
  public static func grade(_ text: String, _ prefix: String) -> String {
    guard let first = text.utf8.first, 0x30...0x39 ~= first else { return text }
    return prefix + text
  }

  /// `Prow · V4 · blue`.
  public static func words(of attempt: Try, _ prefix: String) -> String {
    [attempt.place, grade(attempt.grade, prefix), attempt.colour].filter { !$0.isEmpty }
      .joined(separator: " · ")
  }

  /// `Sent, 4 tries`.
  public static func outcome(of attempt: Try, _ words: CatalogueWords) -> String {
    let text = words.outcome(attempt.outcome)
    return attempt.count > 1 ? "\(text), \(attempt.count) tries" : text
  }

  /// `Heel hook · Prow · V4 · blue · sent`.
  public static func line(of attempt: Try, _ words: CatalogueWords) -> String {
    let prefix = GradeScale.named(attempt.scale)?.prefix ?? ""
    return [attempt.name, self.words(of: attempt, prefix), outcome(of: attempt, words).inLowerCase]
      .filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// In a shared text, climbs are named as climbers' apps do: `Prow V4 blue Heel hook · sent`.
  private static func sharedLine(of attempt: Try, _ words: CatalogueWords) -> String {
    guard words == .climbs else { return line(of: attempt, words) }
    let grade = grade(attempt.grade, GradeScale.named(attempt.scale)?.prefix ?? "")
    let name = [attempt.place, grade, attempt.colour, attempt.name].filter { !$0.isEmpty }
    return name.joined(separator: " ") + " · " + outcome(of: attempt, words).inLowerCase
  }

  /// The text to share.
  public func shared(_ title: String, by name: String, _ list: [Try]) -> String {
    var lines = [name.isEmpty ? title : "\(title) – \(name)", line]
    lines += list.map { "• \(Self.sharedLine(of: $0, words))" }
    return lines.joined(separator: "\n")
  }
}
