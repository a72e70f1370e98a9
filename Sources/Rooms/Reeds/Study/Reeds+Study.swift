public import Domain
public import Ledger
import Markup
import Program
import RoomKit

// Taking part in a study: what is shared, the file itself, and the way out.
extension Reeds {
  struct StudyDesk: Sendable {
    /// The code being typed, and what is wrong with it.
    var typed = ""
    var problem: String?
    /// The consent being given; `nil` until a code is accepted.
    var consent: StudyConsent?
    var age = Age.unknown
    /// The tools whose names stay out of the file.
    var hidden: [RowID] = []
    /// The file as it would be downloaded.
    var draft: StudyDraft?
    /// Whether all of it is shown.
    var isWhole = false
    /// Whether the clerk is at work.
    var isBusy = false
    /// Why nothing could be written.
    var failure: String?
    /// The space that all of this is about.
    var space = ""
    /// The studies taken part in, newest first.
    var consents: [StudyConsent] = []
  }

  /// Who may agree.
  public enum Age: Int, CaseIterable, Sendable {
    case unknown, adult, minor
  }

  public enum StudyMessage: Sendable {
    case typed(String)
    /// A code was typed in full.
    case begun
    case ticked(StudyItem, Bool)
    case aged(Age)
    case wanted
    case drafted([UInt8]?)
    case modelTicked(RowID, Bool)
    case wholeShown
    case agreed
    case left
    /// Makes another file for a study.
    case again(RowID)
    case withdrawn(RowID)
    case withdrawalWritten(RowID, [UInt8]?)
  }

  static func update(
    _ state: inout State, _ message: StudyMessage, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .typed(let text):
      (state.study.typed, state.study.problem) = (text.shortened(to: 100), nil)
    case .begun: return begin(&state, &room)
    case .ticked(let item, let isOn):
      state.study.consent?[item] = isOn
      state.study.draft = nil
    case .aged(let age):
      (state.study.age, state.study.draft) = (age, nil)
    case .wanted:
      guard state.study.age != .unknown else { return [.focus("study-age")] }
      (state.study.draft, state.study.isWhole) = (nil, false)
      return look(&state, room)
    case .drafted(let bytes): return show(bytes, &state, room)
    case .modelTicked(let tool, let isOn):
      state.study.hidden.removeAll { $0 == tool }
      if !isOn { state.study.hidden.append(tool) }
      return look(&state, room)
    case .wholeShown: state.study.isWhole.toggle()
    case .agreed: return agree(&state, &room)
    case .left:
      state.study.leave()
      return [.focus("heading")]
    case .again(let id):
      guard !state.study.isBusy, let consent = consent(id, room) else { return [] }
      state.study.leave()
      state.study.consent = consent
      // Somebody who was a minor then may have grown up.
      return [.focus("study-items")]
    case .withdrawn(let id):
      guard !state.study.isBusy, let consent = consent(id, room) else { return [] }
      (state.study.isBusy, state.study.failure) = (true, nil)
      return [
        .clerk(ClerkRequest.withdrawal(consent).bytes(room.data)) {
          .study(.withdrawalWritten(id, $0))
        }
      ]
    case .withdrawalWritten(let id, let bytes): return withdraw(id, bytes, &state, room)
    }
    return []
  }

  private static func consent(_ id: RowID, _ room: RoomContext) -> StudyConsent? {
    room.data[id].flatMap { $0.kind == .studyConsent ? StudyConsent($0) : nil }
  }

  private static func begin(
    _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    guard let code = StudyConsent.code(typed: state.study.typed) else {
      state.study.problem =
        "Enter the code as your coordinator gave it: 3 to 24 letters, digits and hyphens."
      return [.focus("study-code")]
    }
    let known = state.study.consents.going(code)
    state.study.leave()
    // The key comes from the bits of this message alone; the row's id will come from those of a later one.
    state.study.consent =
      known ?? StudyConsent(.blank, code: code, key: StudyConsent.key(&room.random))
    return [.focus("study-items")]
  }

  /// Asks the clerk for the file.
  private static func look(_ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    guard !state.study.isBusy, !state.study.isOpening, var consent = state.study.consent else {
      return []
    }
    consent.given = room.day
    consent.textVersion = StudyConsent.textVersion
    consent.hasGuardian = state.study.age == .minor
    state.study.consent = consent
    (state.study.isBusy, state.study.failure) = (true, nil)
    let request = ClerkRequest.study(consent, hiding: state.study.hidden, today: room.day)
    return [.clerk(request.bytes(room.data)) { .study(.drafted($0)) }]
  }

  private static func show(
    _ bytes: [UInt8]?, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    state.study.isBusy = false
    guard state.study.consent != nil else { return [] }
    guard let bytes, let draft = StudyDraft(bytes) else {
      state.study.failure = ClerkFiles.notExported
      return []
    }
    let isFirst = state.study.draft == nil
    state.study.draft = draft
    // Another name was ticked meanwhile.
    let hidden = state.study.hidden
    if draft.models.contains(where: { $0.isHidden != hidden.contains($0.id) }) {
      return look(&state, room)
    }
    return isFirst ? [.focus("study-file")] : []
  }

  /// Downloads exactly what was shown, and keeps what was agreed to.
  private static func agree(
    _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    guard !state.study.isBusy, let draft = state.study.draft, let given = state.study.consent else {
      return []
    }
    let old = consent(given.id, room)
    var consent = given
    var edits: [Edit] = []
    if old == nil {
      consent = given.with(id: room.newRow())
      // Nobody that this space is shared with needs to know.
      edits = [Edit(consent.id, .studyConsent, .privacy, .bool(true))]
    }
    consent.firstDay = draft.firstDay
    edits = consent.edits(from: old, zoneMinutes: room.zoneMinutes) + edits
    state.study.leave()
    return [
      .download(
        draft.file, name: fileName(consent.code, draft.participant), type: "application/json"),
      .keep(
        "Take part in \(consent.code)", edits,
        saying: "Downloaded. Give the file to your coordinator."),
      .focus("study-list"),
    ]
  }

  private static func withdraw(
    _ id: RowID, _ bytes: [UInt8]?, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    state.study.isBusy = false
    guard let bytes, !bytes.isEmpty else {
      state.study.failure = ClerkFiles.notExported
      return []
    }
    guard let old = consent(id, room) else { return [] }
    let file: Effect<Message> = .download(
      bytes, name: fileName(old.code, "withdrawal"), type: "application/json")
    guard old.withdrawn == 0 else { return [file] }
    var consent = old
    consent.withdrawn = room.day
    return [
      file,
      .keep(
        "Withdraw from \(old.code)", consent.edits(from: old, zoneMinutes: room.zoneMinutes),
        saying: "Withdrawn. Give the downloaded file to your coordinator."),
    ]
  }

  /// Without a date, as a date beside the days of a file would make dates of them.
  private static func fileName(_ code: String, _ last: String) -> String {
    "woodshed-study-\(code)-\(last).json"
  }

  static func refreshStudy(_ state: inout State, _ room: RoomContext) {
    let consents = StudyConsent.all(in: room.data)
    if !state.study.space.hasSameBytes(as: room.space) {
      // What was begun while the data was opening stays; what belongs to another space goes.
      if state.study.space.utf8.isEmpty {
        state.study.recognise(consents)
      } else {
        state.study = StudyDesk()
      }
      state.study.space = room.space
    }
    state.study.consents = consents
  }
}

extension Reeds.StudyDesk {
  /// Whether it isn't known yet what is kept.
  var isOpening: Bool { space.utf8.isEmpty }

  /// Continues a study that was joined before, under the same pseudonym.
  mutating func recognise(_ consents: [StudyConsent]) {
    guard let begun = consent, var known = consents.going(begun.code) else { return }
    for item in StudyItem.allCases where begun[item] { known[item] = true }
    consent = known
  }

  /// Lays aside what was begun.
  mutating func leave() {
    (consent, draft, hidden, isWhole) = (nil, nil, [], false)
    (typed, problem, failure, age) = ("", nil, nil, .unknown)
  }
}

extension [StudyConsent] {
  /// The study with this code, if it was joined and not left.
  fileprivate func going(_ code: String) -> StudyConsent? {
    first { $0.withdrawn == 0 && $0.code.hasSameBytes(as: code) }
  }
}

extension RowID {
  /// Of a row that is not kept yet.
  fileprivate static let blank = RowID(Bits128(high: 0, low: 0))
}
