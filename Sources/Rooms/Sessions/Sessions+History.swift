import Domain
import Ledger
import Markup
import Program
import RoomKit

// All sessions with their tries, and the page of one session.
extension Sessions {
  static func history(_ state: State) -> Node<Message> {
    let all = state.index.sessions.filter { $0.ended != 0 }
    let question = Fold.bytes(of: state.history.question.trimmingBlanks)
    let found = question.isEmpty ? all : all.filter { matches($0, question, state) }
    let shown = found.prefix(state.history.limit)
    return article(.className("page")) {
      pageHead(caps: DayWords.count(all.count, "session", "sessions"), "History")
      parts(.history)
      div { a(.className("button"), .href(Place.files.path)) { "Import and export" } }
      if all.isEmpty {
        emptyState(
          .journal, "No sessions yet", "Your sessions will appear here, newest first."
        ) {
          a(.className("button primary"), .href(Place.front.path)) { "See what to try next" }
        }
      } else {
        textField(FieldFrame("Search", id: "history-find"), value: state.history.question) {
          .history(.asked($0))
        }
        if !question.isEmpty {
          p(.className("quiet small figure"), .live("polite")) { "\(found.count) of \(all.count)" }
        }
        ul(.className("list")) {
          for session in shown { sessionRow(session, state) }
        }
        RowList.more(state.history, of: found.count).map { $0.map(Message.history) }
      }
    }
  }

  private static func matches(
    _ session: PractisedSession, _ question: [UInt8], _ state: State
  ) -> Bool {
    for attempt in state.index.tries(in: session.id) {
      for text in [attempt.name, attempt.place, attempt.grade, attempt.colour, attempt.note] {
        if has(Fold.bytes(of: text), question) { return true }
      }
    }
    return has(Fold.bytes(of: title(of: session, state)), question)
  }

  private static func has(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    guard text.count >= part.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
  }

  /// `Workout 31 (Thu 19 Nov)`: sessions of a kind are numbered from the first.
  static func title(of session: PractisedSession, _ state: State) -> String {
    let words = session.training ?? .climbs
    let same = state.index.sessions.filter { $0.training == session.training }
    let number = same.count - (same.firstIndex { $0.id == session.id } ?? 0)
    return "\(words.sessionTitle) \(number) (\(MomentText.dayText(session.day)))"
  }

  /// A session as a collapsible group of its tries.
  static func sessionRow(_ session: PractisedSession, _ state: State) -> Node<Message> {
    let tries = state.index.tries(in: session.id)
    let words = session.training ?? .climbs
    return li {
      details(.className("session-group")) {
        summary(.className("row")) {
          span {
            strong { title(of: session, state) }
            span(.className("quiet small")) { Summary(tries, session, now: state.now).line }
          }
          span(.className("push quiet")) { Icon.down.view() }
        }
        ul(.className("plain small")) {
          for attempt in tries {
            li { Summary.line(of: attempt, words) }.keyed(attempt.id.key)
          }
        }
        p { a(.className("button"), .href(Place.log(session.id).path)) { "Open" } }
      }
    }.keyed(session.id.key)
  }

  // MARK: - One session

  static func logPage(_ id: RowID, _ state: State) -> Node<Message> {
    guard let session = state.index.session(id) else {
      return article(.className("page")) {
        pageHead(caps: "Sessions", state.isKnown ? "This session is gone" : "Opening …")
        p(.className("quiet")) { "It may be in the trash, or on a device that hasn’t synced yet." }
        p { a(.className("button"), .href(Place.history.path)) { "All sessions" } }
      }
    }
    let tries = state.index.tries(in: id)
    let words = session.training ?? .climbs
    let sum = Summary(tries, session, now: state.now) { attempt in
      state.index.tries(of: attempt.item).first { $0.outcome.isSent }?.id == attempt.id
    }
    return article(.className("page")) {
      a(.className("back-link"), .href(Place.history.path)) {
        Icon.back.view()
        "History"
      }
      pageHead(
        caps: state.index.settings.name.isEmpty ? words.sessionTitle : state.index.settings.name,
        title(of: session, state)
      ) {
        div(.className("row wrap")) {
          action("Share", icon: .share, id: "session-share", .shareTapped(id))
          action("As a picture", icon: .picture, id: "session-picture", .pictureTapped(id))
        }
      }
      div(.className("reed-cards")) {
        card("Summary", id: "sum") {
          dl(.className("facts")) {
            fact("Time", DayWords.length(sum.seconds))
            if sum.restedSeconds > 0 {
              fact(words.activity, DayWords.length(sum.seconds - sum.restedSeconds))
              fact("Resting", DayWords.length(sum.restedSeconds))
            }
            if session.pausedSeconds > 0 { fact("Paused", DayWords.length(session.pausedSeconds)) }
            fact("Tries", "\(sum.tries)")
            fact(words.sends.withCapital, "\(sum.sends)")
            if !sum.best.isEmpty { fact("Best", sum.best) }
          }
        }
        if !sum.grades.isEmpty {
          card("By grade", id: "by-grade") {
            gradeBars(
              sum.grades.map {
                (
                  $0.grade.isEmpty ? "No grade" : $0.grade, $0.sent, $0.tried,
                  "\($0.sent) of \($0.tried)"
                )
              })
          }
        }
        if !sum.firsts.isEmpty {
          card("\(words.outcome(.send)) for the first time", id: "firsts") {
            ul(.className("plain small")) {
              for attempt in sum.firsts {
                li { Summary.line(of: attempt, words) }.keyed(attempt.id.key)
              }
            }
          }
        }
      }
      section(.className("stack"), .labelledBy("session-tries")) {
        h2(.id("session-tries")) { "Tries" }
        triesList(tries, state)
      }
      div(.className("row wrap")) {
        a(.className("button"), .href(Place.front.path)) { "See what to try next" }
        action("Delete the session", icon: .trash, style: .quiet, .sessionRemoved(id))
      }
    }
  }

  static func percent(_ count: Int, of whole: Int) -> Int { count * 100 / max(whole, 1) }

  /// Each bar is as full as its count is of its whole.
  static func gradeBars(
    _ bars: [(label: String, count: Int, whole: Int, text: String)], isPyramid: Bool = false
  ) -> Node<Message> {
    ul(.className(isPyramid ? "reed-bars pyramid" : "reed-bars")) {
      for bar in bars {
        li(.className("reed-bar")) {
          span(.className("small")) { bar.label }
          span(.className("track"), .hidden(fromReaders: true)) {
            span(.style("width", "\(percent(bar.count, of: bar.whole))%")) {}
          }
          span(.className("figure small")) { bar.text }
        }
      }
    }
  }

  static func share(_ id: RowID, _ state: State) -> [Effect<Message>] {
    guard let session = state.index.session(id) else { return [] }
    let tries = state.index.tries(in: id)
    let title = title(of: session, state)
    let text = Summary(tries, session, now: state.now)
      .shared(title, by: state.index.settings.name, tries)
    return [
      .share(title: title, text: text) { outcome in
        outcome == .unavailable ? .copyWanted(text) : .shared
      }
    ]
  }

  static func sharePicture(_ id: RowID, _ state: State) -> [Effect<Message>] {
    guard let session = state.index.session(id) else { return [] }
    let tries = state.index.tries(in: id)
    let summary = Summary(tries, session, now: state.now)
    let picture = SummaryPicture(
      summary, title(of: session, state), by: state.index.settings.name, tries)
    let name = "woodshed-\(DayText.text(of: session.day) ?? "session").png"
    return [
      .sharePicture(
        picture.svg, name: name, width: SummaryPicture.width, height: SummaryPicture.height
      ) { $0 ? .shared : .pictureFailed }
    ]
  }

  static func remove(session id: RowID, _ state: State) -> [Effect<Message>] {
    guard let session = state.index.session(id) else { return [] }
    var edits = session.trashing
    for attempt in state.index.tries(in: id) { edits += attempt.trashing }
    return [
      .keep("Delete a session", edits, saying: "The session is in the trash."),
      .navigate(to: Place.history.path, replacing: true),
    ]
  }
}
