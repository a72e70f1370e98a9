import Domain
import Ledger
import Markup
import Program
import Sound

@testable import JournalRoom
@testable import Light
@testable import LightRoom
@testable import Pages
@testable import ReedsRoom
@testable import RoomKit
@testable import Rooms
@testable import SessionsRoom
@testable import ToolsRoom

/// The app on a device without a browser: records are kept in memory, and nothing answers the network unless a
/// server is given.
final class Desk {
  private(set) var runtime: Runtime<Shell>?
  private(set) var orders: [Order] = []
  var drawer: Drawer
  /// The name of the error with which commits fail, if they do.
  var failure: String?
  var milliseconds: Int64
  /// Who answers requests: with a status, and with nothing at all where it is `nil`.
  private let server: ((FetchRequest) -> (status: Int, body: [UInt8])?)?
  /// What is in the file that a person chooses.
  var file: [UInt8] = []
  /// Whether the device has the program that reads and writes files.
  var hasClerk = true
  /// Whether it takes its time; then it answers when it is let.
  var isClerkSlow = false
  private var waiting: [(Order, UInt32)] = []
  /// The number of the question that the analyst was asked last.
  private var question: UInt32 = 0
  /// Whether the device takes its time to write; it has written once its drawer is opened.
  var isWritingSlow = false
  /// What asks for records while the drawer is shut.
  private var shutOut: [(Order, UInt32)] = []
  private var seed: UInt64 = 1
  /// What plays in Light, while its room is open, and under which number it tells of it.
  var instrument: LightStage?
  /// What the stage draws with.
  var painter = "WebGL2"
  private var stage: UInt32 = 0
  /// Under which number, and when, the app saves what was played.
  private var rest: (number: UInt32, end: Int64)?
  /// What it has told and the app has not heard yet.
  private var told: [String] = []

  /// What lies in the device's store.
  final class Drawer {
    var records: [String: [UInt8]] = [:]
    var revision: UInt64 = 0
    var texts: [String: String] = [:]
    /// Copies of catalogues that others publish.
    var files: [String: [UInt8]] = [:]
    /// Whether the device takes its time to read what is here.
    var isShut = false
    /// Whether pages are left before a file is written, or a space is erased.
    var isLeftEarly = false
    /// Whether another page has a recording open.
    var isFileInUse = false
    /// What lies in spaces beside the first.
    var others: [String: Drawer] = [:]

    func drawer(of space: String) -> Drawer {
      guard space.hasPrefix("own-") else { return self }
      let drawer = others[space] ?? Drawer()
      others[space] = drawer
      return drawer
    }
  }

  init(
    _ path: String = "/about/data", drawer: Drawer = Drawer(),
    milliseconds: Int64 = 1_763_000_000_000, browser: String = "",
    server: ((FetchRequest) -> (status: Int, body: [UInt8])?)? = nil
  ) {
    self.drawer = drawer
    self.server = server
    self.milliseconds = milliseconds
    let host = Runtime<Shell>.Host(
      show: { _ in },
      carryOut: { [unowned self] order, number in waiting.append((order, number)) },
      context: { [unowned self] in
        seed += 1
        return Context(milliseconds: self.milliseconds, zoneMinutes: 60, randomBits: (seed, 7))
      })
    runtime = Runtime<Shell>(
      Launch(path: path, build: "b", browser: browser, randomBits: (9, 9)), host: host)
    answerAll()
  }

  var state: Shell.State {
    guard let runtime else { preconditionFailure("the desk has no program") }
    return runtime.state
  }
  var html: String { HTML.text(of: Shell.view(state)) }
  var data: Replica { state.safekeeping.data }

  func send(_ message: Shell.Message) {
    runtime?.send(message)
    answerAll()
  }

  /// What the device was asked for while its drawer was shut, it reads now.
  func openDrawer() {
    (drawer.isShut, isWritingSlow) = (false, false)
    waiting += shutOut
    shutOut = []
    answerAll()
  }

  func letClerkAnswer() {
    isClerkSlow = false
    openDrawer()
  }

  /// The analyst says how far it is with its last question, or what comes of it.
  func hearAnalyst(_ answer: AnalystAnswer) {
    var payload = Payload()
    switch answer {
    case .working(let share):
      payload.append(0.0)
      payload.append(share)
    case .report(let bytes):
      payload.append(1.0)
      payload.append(bytes)
    case .missing: payload.append(2.0)
    case .failed: payload.append(3.0)
    }
    runtime?.answer(question, payload)
    answerAll()
  }

  /// Lets the instrument play on for some seconds.
  func play(_ seconds: Double) {
    let end = milliseconds + Int64(seconds * 1_000)
    while milliseconds < end {
      milliseconds += 20
      _ = instrument?.draw(at: now)
      hearStage()
      if let rest, milliseconds >= rest.end {
        self.rest = nil
        runtime?.answer(rest.number, Payload())
        answerAll()
      }
    }
  }

  /// A hand on the instrument itself.
  func touch(_ phase: Hands.Phase, _ control: Hands.Control, x: Double = 0.5, pointer: Int = 1) {
    instrument?.touch(Hands.Touch(phase, pointer: pointer, on: control, x: x, at: now))
    hearStage()
  }

  /// In millionths of a second since the desk was first sat at.
  private var now: Int64 { (milliseconds - 1_763_000_000_000) * 1_000 }

  private func hearStage() {
    told += (instrument?.news() ?? []).map { $0.message.text }
    answerAll()
  }

  private func answerAll() {
    while !waiting.isEmpty || !told.isEmpty {
      if waiting.isEmpty {
        var payload = Payload()
        payload.append(told.removeFirst())
        runtime?.answer(stage, payload)
        continue
      }
      let (order, number) = waiting.removeFirst()
      if case .recordsLoad = order, drawer.isShut {
        shutOut.append((order, number))
        continue
      }
      if case .recordsCommit = order, isWritingSlow {
        shutOut.append((order, number))
        continue
      }
      if case .clerk = order, isClerkSlow {
        shutOut.append((order, number))
        continue
      }
      orders.append(order)
      if case .analyst = order { question = number }
      switch order {
      case .openStage:
        instrument = LightStage(seed: 1)
        stage = number
        told = [StageMessage(["painter", painter]).text]
        told += (instrument?.news() ?? []).map { $0.message.text }
        continue
      case .wait(milliseconds: Lights.rest):
        rest = (number, milliseconds + Int64(Lights.rest))
        continue
      case .tellStage(let text):
        if let order = StageOrder(StageMessage(text)) { instrument?.take(order, at: now) }
        told += (instrument?.news() ?? []).map { $0.message.text }
        continue
      default: break
      }
      guard let answer = answer(to: order) else { continue }
      runtime?.answer(number, answer)
    }
  }

  private func answer(to order: Order) -> Payload? {
    var payload = Payload()
    switch order {
    case .load(let key):
      payload.append(drawer.texts[key] == nil ? 0.0 : 1.0)
      payload.append(drawer.texts[key] ?? "")
    case .save(let key, let text):
      drawer.texts[key] = text
      return nil
    case .erase(let key):
      drawer.texts[key] = nil
      return nil
    case .recordsLoad(let space, _):
      let drawer = drawer.drawer(of: space)
      payload.append(failure != nil ? 2.0 : 0.0)
      payload.append(failure ?? "")
      payload.append(Double(drawer.revision))
      payload.append(0.0)
      payload.append(Double(drawer.records.count))
      for (name, bytes) in drawer.records {
        payload.append(name)
        payload.append(bytes)
      }
    case .recordsCommit(let space, let expected, _, let writes):
      let drawer = drawer.drawer(of: space)
      let isMoved = expected != drawer.revision
      if failure == nil, !isMoved { write(writes, to: drawer) }
      payload.append(failure != nil ? 2.0 : isMoved ? 1.0 : 0.0)
      payload.append(failure ?? "")
      payload.append(Double(drawer.revision))
    case .recordsErase where drawer.isLeftEarly: return nil
    case .recordsErase(let space, let expected):
      let drawer = drawer.drawer(of: space)
      let isMoved =
        expected.map { $0 < drawer.revision && !drawer.records.isEmpty } ?? false
      if !isMoved { (drawer.records, drawer.revision) = ([:], 0) }
      payload.append(isMoved ? 1.0 : 0.0)
      payload.append("")
    case .clerk(let request):
      payload.append(hasClerk ? 1.0 : 0.0)
      if hasClerk { payload.append(Clerk.answer(request, origin: "https://shed.example")) }
    case .readFile:
      payload.append(1.0)
      payload.append(file)
    case .takeWork(let work) where work.files.first?.hasSuffix(".catalogue") == true:
      let file = work.files[0]
      if work.verb == "erase" { drawer.files[file] = nil }
      let bytes = work.verb == "slice" ? drawer.files[file] : []
      payload.append(0.0)
      payload.append(bytes == nil ? "NotFoundError" : "")
      if let bytes { payload.append(bytes) }
    case .takeWork(let work) where work.verb == "eraseAll":
      payload.append(0.0)
      payload.append(drawer.isFileInUse ? "NoModificationAllowedError" : "")
    case .writeTake where drawer.isLeftEarly: return nil
    case .writeTake(_, let file, _, let bytes) where file.hasSuffix(".catalogue"):
      drawer.files[file] = bytes
      payload.append(0.0)
      payload.append("")
    case .holdLock where server != nil:
      payload.append(1.0)
    case .watchVisibility where server != nil:
      payload.append(1.0)
    case .fetch(let request):
      guard let server, let answer = server(request) else { return nil }
      payload.append(Double(answer.status))
      payload.append("")
      payload.append(answer.body)
    default:
      return nil
    }
    return payload
  }

  private func write(_ writes: [RecordWrite], to drawer: Drawer) {
    for write in writes {
      switch write {
      case .put(let name, let bytes): drawer.records[name] = bytes
      case .delete(let name): drawer.records[name] = nil
      }
    }
    drawer.revision += drawer.revision == 0 ? 1_000 : 1
  }
}

extension RoomContext {
  /// A moment at a desk with empty drawers.
  static let nowhere = RoomContext(
    milliseconds: 1_763_000_000_000, zoneMinutes: 60, random: RandomBits(seed: 5, 5),
    data: Replica(device: DeviceID(1)))
}

// MARK: - Rooms, by their short names

extension Shell.State {
  var journal: Journal.State { rooms.journal }
  var tools: Tools.State { rooms.tools }
  var reeds: Reeds.State { rooms.reeds }
  var sessions: Sessions.State { rooms.sessions }
  var light: Lights.State { rooms.light }
}

extension Shell.Message {
  static func journal(_ message: Journal.Message) -> Self { .room(.journal(message)) }
  static func tools(_ message: Tools.Message) -> Self { .room(.tools(message)) }
  static func reeds(_ message: Reeds.Message) -> Self { .room(.reeds(message)) }
  static func sessions(_ message: Sessions.Message) -> Self { .room(.sessions(message)) }
  static func light(_ message: Lights.Message) -> Self { .room(.light(message)) }
}

extension Route {
  static func journal(_ place: Journal.Place) -> Self { .room(.journal(place)) }
  static func tools(_ place: Tools.Place) -> Self { .room(.tools(place)) }
  static func reeds(_ place: Reeds.Place) -> Self { .room(.reeds(place)) }
  static func sessions(_ place: Sessions.Place) -> Self { .room(.sessions(place)) }
}
