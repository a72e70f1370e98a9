import Domain
import Foundation
import Ledger
import Markup
import Program
import Testing

@testable import JournalRoom
@testable import Pages
@testable import RoomKit
@testable import Rooms
@testable import ToolsRoom

/// Restore points, looking at what was, and going back to it.
@Suite struct PointsTests {
  /// A server that says what was, and keeps nothing.
  private final class PastServer {
    let accounts = AccountServer()
    /// The pages that are asked for, one after another; the number of the last counts them.
    var pages: [PastPage] = []
    var refusal: (status: Int, text: String)?
    private(set) var asked: [String] = []

    init() { accounts.account = AccountServer.ada }

    var answer: (FetchRequest) -> (status: Int, body: [UInt8])? {
      { [self] request in
        guard let mark = request.path.range(of: "/at?") else { return accounts.answer(request) }
        asked.append(String(request.path[mark.upperBound...]))
        if let refusal {
          if refusal.text.isEmpty { return (refusal.status, []) }
          return (refusal.status, Array(#"{"error":{"message":"\#(refusal.text)"}}"#.utf8))
        }
        guard !pages.isEmpty else { return (0, []) }
        return (200, Frame(space: .own(of: AccountServer.ada), .past(pages.removeFirst())).bytes)
      }
    }
  }

  private let server = PastServer()

  private func desk() -> PointsDesk { PointsDesk(server.answer) }

  /// All cells, as a server that has them would say, so many rows to a page.
  private func pages(of desk: PointsDesk, _ count: Int = 1_000) -> [PastPage] {
    var rows: [Row] = []
    desk.data.forEachRow { rows.append($0) }
    rows.sort { $0.id < $1.id }
    var pages: [PastPage] = []
    repeat {
      let part = rows.prefix(count)
      rows.removeFirst(part.count)
      let cells = part.flatMap { row in
        row.cells.map { RowCell(row: row.id, kind: row.kind, cell: $0) }
      }
      pages.append(PastPage(sequence: 77, hasMore: !rows.isEmpty, cells: cells))
    } while !rows.isEmpty
    return pages
  }

  /// What a person has, without restore points.
  private func having(_ desk: PointsDesk) -> [RowID: [FieldID: Value]] {
    var having: [RowID: [FieldID: Value]] = [:]
    desk.data.forEachRow { row in
      guard row.life == .alive, row.kind != .restorePoint else { return }
      let cells = row.cells.filter { $0.field != .life && $0.value != .null }
      having[row.id] = Dictionary(uniqueKeysWithValues: cells.map { ($0.field, $0.value) })
    }
    return having
  }

  private func keep(_ label: String, _ edits: [Edit], _ desk: PointsDesk) {
    guard case .keep(let keeping) = Effect<Shell.Message>.keep(label, edits).order else { return }
    desk.change { state, context in Shell.keep(keeping, &state, context) }
  }

  private func goal(_ number: UInt64, _ amount: Int64) -> [Edit] {
    let id = RowID(Bits128(high: number, low: 3))
    return [
      Edit(id, .goal, .life, Life.alive.value), Edit(id, .goal, Goal.amountField, .int(amount)),
    ]
  }

  private func trash(_ number: UInt64) -> [Edit] {
    [Edit(RowID(Bits128(high: number, low: 3)), .goal, .life, Life.trashed.value)]
  }

  private var points: (PointsDesk) -> [RestorePoint] { { RestorePoint.all(in: $0.data) } }

  // MARK: - Going back

  @Test(arguments: [1, 2, 1_000])
  func goesBackAndCanBeUndone(pageLength: Int) throws {
    let desk = desk()
    for number in 1...4 as ClosedRange<UInt64> { keep("Set a goal", goal(number, 30), desk) }
    keep("Remove a goal", trash(4), desk)
    let before = having(desk)
    server.pages = pages(of: desk, pageLength)
    let count = server.pages.count
    // One changes, one goes, one that was in the trash comes back, one is made.
    keep(
      "Change a goal", [Edit(RowID(Bits128(high: 1, low: 3)), .goal, Goal.amountField, .int(45))],
      desk)
    keep("Remove a goal", trash(2), desk)
    keep("Set a goal", goal(4, 30), desk)
    keep("Set a goal", goal(5, 10), desk)
    let after = having(desk)
    desk.send(.points(.dayChosen("2025-11-12")))
    desk.send(.points(.clockChosen("14:31")))
    desk.send(.points(.momentAsked))
    // Eleven hours and a half before 2025-11-13T02:13:20Z, one hour ahead of UTC.
    #expect(server.asked.first == "time=1762954260000&bytes=1048576")
    #expect(server.asked.count == count)
    #expect(count == 1 || server.asked[1].hasPrefix("seq=77&after=000000000000000\(pageLength)"))
    #expect(desk.html.contains("12 Nov 2025, 14:31</h2>"))
    #expect(desk.html.contains("<li>1 goal comes back, 1 changes, 2 are deleted</li>"))
    #expect(desk.orders.last == .focus(id: "past"))

    desk.send(.points(.restoreTapped))
    #expect(having(desk) == before)
    #expect(!desk.html.contains("comes back"))
    let point = try #require(points(desk).first)
    #expect(point.reason == .restore && point.label == "Before restoring 12 Nov 2025, 14:31")
    #expect(desk.html.contains(point.label))
    desk.send(.undoTapped)
    #expect(having(desk) == after)
    #expect(points(desk) == [point])
    desk.send(.redoTapped)
    #expect(having(desk) == before)
  }

  @Test func saysWhereNothingWouldChange() {
    let desk = desk()
    keep("Set a goal", goal(1, 30), desk)
    server.pages = pages(of: desk)
    desk.send(.points(.momentAsked))
    #expect(desk.html.contains("Nothing would change"))
    let count = desk.data.actions.count
    desk.send(.points(.restoreTapped))
    #expect(desk.data.actions.count == count)
    desk.send(.points(.lookClosed))
    #expect(!desk.html.contains("Nothing would change"))
  }

  @Test func neverTouchesWhatTellsOfAFile() throws {
    let desk = desk()
    let id = RowID(Bits128(high: 8, low: 8))
    var take = Take(id, named: "Scales", day: 20_000, began: 1_700_000_000_000, sampleRate: 48_000)
    take.state = .recorded
    keep("Record", take.edits(from: nil), desk)
    server.pages = pages(of: desk)
    take.frames = 9_000
    let blob = BlobReference(
      sha256: [UInt8](repeating: 1, count: 32), byteCount: 5, mimeType: "audio/flac")
    let file = take.finishing(try #require(blob))
    keep("Keep the file", file + [Edit(id, .take, Take.nameField, .text("Long tones"))], desk)
    desk.send(.points(.momentAsked))
    #expect(desk.html.contains("<li>1 take changes</li>"))
    desk.send(.points(.restoreTapped))
    let restored = desk.data[id].map { Take($0) }
    #expect(restored?.name == "Scales" && restored?.state == .kept && restored?.frames == 9_000)
    #expect(restored?.sound != nil)
  }

  @Test func anAnswerToSomethingElseIsDropped() throws {
    let desk = desk()
    keep("Set a goal", goal(1, 30), desk)
    let page = pages(of: desk)[0]
    keep(
      "Change it", [Edit(RowID(Bits128(high: 1, low: 3)), .goal, Goal.amountField, .int(45))], desk
    )
    server.pages = [page]
    desk.send(.points(.momentAsked))
    #expect(desk.html.contains("1 goal changes"))
    desk.send(.points(.lookClosed))
    let bytes = Frame(space: .own(of: AccountServer.ada), .past(page)).bytes
    var payload = Payload()
    payload.append(200.0)
    payload.append("")
    payload.append(bytes)
    let fetch = Effect<FetchAnswer>.fetch(FetchRequest(path: "")) { $0 }
    let late = try #require(fetch.message(for: payload))
    for turn in 0...3 { desk.send(.points(.answered(turn: turn, late))) }
    #expect(!desk.html.contains("1 goal changes"))
  }

  // MARK: - What goes wrong

  @Test func withoutAServerItSaysSo() {
    let alone = Desk("/about/points")
    #expect(alone.html.contains("Restore points need a server"))
    #expect(!alone.html.contains("<form"))
    // So does the page that leads here.
    alone.send(.addressChanged("/about/data"))
    #expect(alone.html.contains("With an account on a server, you can see your data as it was"))
  }

  @Test(arguments: [
    (0, "", "The server can’t be reached"), (401, "x", "Sign in and try again"),
    (410, "This server can go back only to today.", "only to today"),
    (500, "", "Nothing was changed"),
  ])
  func saysWhyItCannotBeLookedAt(status: Int, text: String, words: String) {
    let desk = desk()
    if status > 0 { server.refusal = (status, text) }
    desk.send(.points(.momentAsked))
    #expect(desk.html.contains("Couldn’t load your history") && desk.html.contains(words))
    #expect(desk.orders.last == .focus(id: "past"))
  }

  @Test(arguments: [
    ("", "10:00"), ("2025-02-30", "10:00"), ("2025-11-12", ""), ("2025-11-12", "25:00"),
    ("2125-11-12", "10:00"),
  ])
  func wantsAMomentThatIsPast(day: String, clock: String) {
    let desk = desk()
    desk.send(.points(.dayChosen(day)))
    desk.send(.points(.clockChosen(clock)))
    desk.send(.points(.momentAsked))
    #expect(server.asked.isEmpty)
    #expect(desk.html.contains("Choose a "))
    #expect(desk.orders.last == .focus(id: "moment-day"))
  }

  // MARK: - Points

  @Test func pointsAreNamedRenamedAndRemoved() throws {
    let desk = desk()
    desk.send(.points(.named))
    #expect(desk.html.contains("Enter a name first."))
    desk.send(.points(.labelTyped(" Before the recital ")))
    desk.send(.points(.named))
    let point = try #require(points(desk).first)
    #expect(point.label == "Before the recital" && point.reason == .byHand)
    #expect(desk.html.contains("13 Nov 2025, 03:13 · manual"))
    desk.send(.points(.renameTapped(point.id)))
    desk.send(.points(.newLabelTyped("Before the exam")))
    desk.send(.points(.renamed))
    #expect(points(desk).first?.label == "Before the exam")
    // What a server is asked by is not written again.
    let mark = RestorePoint.mark(of: point.id)
    let stamps = desk.data.actions.flatMap(\.steps).filter { $0.change.key == mark }
    #expect(stamps.count == 1)
    desk.send(.points(.removed(point.id)))
    #expect(points(desk).isEmpty && desk.html.contains("No restore points yet"))
    desk.send(.undoTapped)
    #expect(points(desk).first?.label == "Before the exam")
  }

  @Test func aPointOnItsWayIsWaitedFor() throws {
    let desk = desk()
    desk.send(.points(.labelTyped("Now")))
    desk.send(.points(.named))
    let point = try #require(points(desk).first)
    server.refusal = (404, "It has not reached the server.")
    desk.send(.points(.pointChosen(point.id)))
    #expect(server.asked == ["point=\(point.id.bits.hex)&bytes=1048576"])
    #expect(desk.html.contains("Asking the server"))
    #expect(desk.orders.contains { if case .wait(1_000) = $0 { true } else { false } })
    for _ in 0..<9 { desk.send(.points(.askedAgain(turn: desk.state.points.turn))) }
    #expect(server.asked.count == 6)
    #expect(desk.html.contains("It has not reached the server."))
  }

  @Test func aLargeDeletionHasAPointBeforeIt() {
    let desk = desk()
    let numbers = 1...UInt64(RestorePoint.largeDeletion)
    keep("Set goals", numbers.flatMap { goal($0, 30) }, desk)
    keep("Remove some", numbers.dropLast().flatMap { trash($0) }, desk)
    #expect(points(desk).isEmpty)
    desk.send(.undoTapped)
    keep("Remove all", numbers.flatMap { trash($0) }, desk)
    #expect(points(desk).map(\.reason) == [.deletion])
    #expect(points(desk).first?.label == "Before “Remove all”")
    // Undo passes over it.
    desk.send(.undoTapped)
    #expect(desk.data.rows(Query(.goal)).count == numbers.count)
    #expect(points(desk).count == 1)
  }

  @Test func goingBackMakesOnePointHoweverMuchGoes() {
    let desk = desk()
    keep("Set a goal", goal(1_000, 30), desk)
    server.pages = pages(of: desk)
    keep("Set goals", (1...60).flatMap { goal($0, 30) }, desk)
    desk.send(.points(.momentAsked))
    #expect(desk.html.contains("60 goals are deleted"))
    desk.send(.points(.restoreTapped))
    #expect(points(desk).map(\.reason) == [.restore])
    #expect(desk.data.rows(Query(.goal)).count == 1)
  }

  @Test func anImportHasAPointBeforeIt() throws {
    let desk = desk()
    let empty = #"{"format":"woodshed rows","version":1}"#
    var rows = try RowText.read(Array(empty.utf8), Schema.woodshed)
    rows.edits = goal(1, 30)
    let foreign = RestorePoint(
      RowID(Bits128(high: 5, low: 5)), "Of elsewhere", .byHand, made: Moment(5, zoneMinutes: 0))
    rows.edits += foreign.edits(from: nil)
    rows.rowCount = 2
    desk.change { state, context in Shell.takeIn("Import a.jsonl", rows, &state, context) }
    #expect(points(desk).map(\.label) == ["Before “Import a.jsonl”"])
    #expect(desk.data.rows(Query(.goal)).count == 1)
    #expect(desk.html.contains("Imported 1 item."))
    desk.change { state, context in Shell.takeIn("Import a.jsonl", rows, &state, context) }
    #expect(points(desk).count == 1)
  }

  @Test func pointsAreNotAmongTheData() {
    let desk = desk()
    desk.send(.points(.labelTyped("Now")))
    desk.send(.points(.named))
    desk.send(.addressChanged("/about/data"))
    #expect(desk.html.contains("0 items"))
  }

  // MARK: - The comparison itself

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func leadsBackFromAnywhere(seed: UInt64) {
    let desk = desk()
    var random = RandomBits(seed: seed)
    func wander() {
      for _ in 0..<40 {
        let number = random.below(12)
        let id = number == 0 ? Settings.row : RowID(Bits128(high: UInt64(number), low: 3))
        let field = FieldID(UInt64(random.below(4)) + 100)
        // Some rows never say that they are alive, as a file may bring them; the settings never do.
        let says = number > 3 && random.once(in: 3)
        let value: Value = random.once(in: 5) ? .null : .int(Int64(random.below(3)))
        let edit =
          says
          ? Edit(id, .goal, .life, .int(Int64(random.below(2)))) : Edit(id, .goal, field, value)
        keep("Wander", [edit], desk)
      }
    }
    wander()
    let before = having(desk).filter { !$0.value.isEmpty }
    server.pages = pages(of: desk, random.below(5) + 1)
    wander()
    let after = having(desk)
    desk.send(.points(.momentAsked))
    desk.send(.points(.restoreTapped))
    #expect(having(desk).filter { !$0.value.isEmpty } == before)
    guard points(desk).first?.reason == .restore else { return }
    desk.send(.undoTapped)
    #expect(having(desk).filter { !$0.value.isEmpty } == after.filter { !$0.value.isEmpty })
  }
}

/// The shell by hand, from where a desk has opened it: what it asks of the server is answered, and nothing else.
private final class PointsDesk {
  private(set) var state: Shell.State
  private(set) var orders: [Order] = []
  private let server: (FetchRequest) -> (status: Int, body: [UInt8])?
  private var seed: UInt64 = 100

  init(_ server: @escaping (FetchRequest) -> (status: Int, body: [UInt8])?) {
    self.server = server
    state = Desk("/about/points", server: server).state
  }

  var html: String { HTML.text(of: Shell.view(state)) }
  var data: Replica { state.safekeeping.data }

  func send(_ message: Shell.Message) {
    carryOut(Shell.update(&state, message, context))
  }

  /// Does what the shell does for rooms.
  func change(_ body: (inout Shell.State, Context) -> [Effect<Shell.Message>]) {
    carryOut(body(&state, context))
    // Pages show it from the next message on.
    send(.toastClosed(0))
  }

  private var context: Context {
    seed += 1
    return Context(milliseconds: 1_763_000_000_000, zoneMinutes: 60, randomBits: (seed, 7))
  }

  private func carryOut(_ effects: [Effect<Shell.Message>]) {
    for effect in effects {
      orders.append(effect.order)
      guard case .fetch(let request) = effect.order, request.path.contains("/at?"),
        let answer = server(request)
      else { continue }
      var payload = Payload()
      payload.append(Double(answer.status))
      payload.append("")
      payload.append(answer.body)
      if let message = effect.message(for: payload) { send(message) }
    }
  }
}
