import Markup
import Program

@testable import Domain
@testable import Ledger
@testable import JournalRoom
@testable import Pages
@testable import RoomKit
@testable import Rooms
@testable import ToolsRoom

/// Practice by itself, on a device whose clock and zone a test sets.
final class PracticeDesk {
  var state = Practice.State()
  var tools = Tools.State()
  private(set) var data = Replica(device: DeviceID(7))
  private(set) var orders: [Order] = []
  /// What the device keeps beside the ledger.
  var texts: [String: String] = [:]
  var now: Int64
  var zone: Int
  /// Whether the device takes in what is kept.
  var isWritable = true
  private var seed: UInt64 = 1

  /// Thursday, 13 November 2025, 02:13:20 UTC.
  init(now: Int64 = 1_763_000_000_000, zone: Int = 60) {
    (self.now, self.zone) = (now, zone)
    refresh()
    remember()
  }

  var room: RoomContext {
    seed += 1
    return RoomContext(
      milliseconds: now, zoneMinutes: zone, random: RandomBits(seed: seed, 3), data: data,
      isWritable: isWritable)
  }

  var html: String { HTML.text(of: Practice.view(state)) }
  func page(_ row: RowID) -> String { HTML.text(of: Practice.page(row, state)) }

  func send(_ messages: Practice.Message...) {
    for message in messages { carryOut(Practice.update(&state, message, room)) }
  }

  /// Lets so many seconds pass, with what a page does each second.
  func pass(_ seconds: Int) {
    for _ in 0..<seconds {
      now += 1_000
      guard state.clock.isTicking else { continue }
      send(.ticked)
      notice()
    }
  }

  func notice() {
    carryOut(Practice.notice(tools.atWork, &state, room))
  }

  /// Closes the page and opens it anew.
  func reload() {
    state = Practice.State()
    refresh()
    remember()
  }

  func edit(_ edits: [Edit]) {
    var intent = EditIntent(label: "Edit", edits: edits, wall: now, group: nil, draft: nil)
    _ = data.perform(&intent)
    refresh()
  }

  /// Edits that were made on another device.
  func editElsewhere(_ edits: [Edit]) {
    let own = data.head.device
    data.head.device = DeviceID(8)
    edit(edits)
    data.head.device = own
  }

  private func remember() {
    for effect in Practice.start() {
      guard case .load(let key) = effect.order else { continue }
      let text = texts[key]
      send(key == Practice.Clock.key ? .seenRemembered(text) : .optionsRemembered(text))
    }
  }

  private func refresh() {
    orders += Practice.refresh(&state, room).map(\.order)
  }

  private func carryOut(_ effects: [Effect<Practice.Message>]) {
    for effect in effects {
      orders.append(effect.order)
      switch effect.order {
      case .keep(let keeping): if isWritable { edit(keeping.edits) }
      case .save(let key, let text): texts[key] = text
      default: break
      }
    }
    refresh()
  }

  // MARK: - What a test asks for

  /// What was said in passing.
  var toasts: [String] {
    orders.compactMap { order in
      switch order {
      case .toast(let text, _): text
      case .keep(let keeping): keeping.saying
      default: nil
      }
    }
  }

  /// What was kept, in the words that undo has for it.
  var labels: [String] {
    orders.compactMap { if case .keep(let keeping) = $0 { keeping.label } else { nil } }
  }

  func addPiece(_ title: String) -> RowID {
    let id = room.row
    edit(Piece(id, titled: title).edits(from: nil))
    return id
  }

  func addSection(_ name: String, in piece: RowID) -> RowID {
    let id = room.row
    edit(
      Section(id, in: piece, named: name, after: state.book.sections(of: piece)).edits(from: nil))
    return id
  }

  /// A session on a day, that is over.
  func addSession(
    day: Int64, seconds: Int64, piece: RowID? = nil, section: RowID? = nil, rating: Int = 0,
    tempo: Int64 = 0
  ) {
    var session = PractisedSession(room.row, day: day, began: day * 86_400_000 + 36_000_000)
    session.ended = session.began + seconds * 1_000
    session.rating = rating
    var block = PractisedBlock(room.row, in: session.id, day: day, began: session.began)
    (block.piece, block.section, block.seconds, block.tempo) = (piece, section, seconds, tempo)
    edit(session.edits(from: nil, zoneMinutes: 0) + block.edits(from: nil, zoneMinutes: 0))
  }
}
