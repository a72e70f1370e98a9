import Markup
import Program

@testable import Domain
@testable import Ledger
@testable import JournalRoom
@testable import Pages
@testable import RoomKit
@testable import Rooms
@testable import ToolsRoom

/// A server that takes files and gives them, as the real one does; a test cuts its line.
final class FileServer {
  struct Upload {
    let name: String
    let size: Int
    var bytes: [UInt8] = []
  }

  /// How a request fares.
  enum Line {
    case through
    /// It never arrives, or its answer does not.
    case cutBefore, cutAfter
  }

  var files: [String: [UInt8]] = [:]
  var uploads: [String: Upload] = [:]
  var epoch = Epoch(7)
  var account = AccountID(Bits128(high: 1, low: 1))
  /// What every beginning of an upload is answered with, if it is.
  var refusal: (status: Int, message: String)?
  var line: () -> Line = { .through }
  /// With which status all pieces of one file are answered.
  var failing: (name: String, status: Int)?
  /// The ids of links by the takes that they share, and how many there ever were.
  var links: [String: String] = [:]
  private var linkCount = 0
  /// How many bytes came in pieces, and how many requests there were.
  private(set) var sentBytes = 0
  private(set) var requests: [FetchRequest] = []

  func answer(to request: FetchRequest) -> (Int, [UInt8]) {
    requests.append(request)
    if request.method == "PATCH" { sentBytes += request.body.count }
    let line = line()
    if line == .cutBefore { return (0, []) }
    let answer = carryOut(request)
    return line == .cutAfter ? (0, []) : answer
  }

  private func carryOut(_ request: FetchRequest) -> (Int, [UInt8]) {
    let path = request.path.split(separator: "/").map(String.init)
    switch (request.method, path.count > 1 ? path[1] : "") {
    case ("POST", "uploads"): return begin(request)
    case ("PATCH", "uploads"): return append(request, to: path[2])
    case ("GET", "b"):
      guard let bytes = files[path[2]] else { return (404, []) }
      let ends = header("Range", request).dropFirst("bytes=".count).split(separator: "-")
        .compactMap { Int($0) }
      return (206, Array(bytes[ends[0]...min(ends[1], bytes.count - 1)]))
    case (_, "s") where path.dropFirst(4).first == "links": return share(request)
    default: return (404, [])
    }
  }

  private func share(_ request: FetchRequest) -> (Int, [UInt8]) {
    if let take = (try? JSON(parsing: request.body[...]))?["take"]?.string {
      if let refusal {
        return (refusal.status, Array(#"{"error":{"message":"\#(refusal.message)"}}"#.utf8))
      }
      if request.path.hasSuffix("/end") {
        links[take] = nil
      } else if links[take] == nil {
        linkCount += 1
        links[take] = "0123456789abcdefghj\(linkCount)"
      }
    }
    let list = links.map { #"{"take":"\#($0)","id":"\#($1)","since":1763000000000}"# }
    return (200, Array("{\"links\":[\(list.joined(separator: ","))]}".utf8))
  }

  private func begin(_ request: FetchRequest) -> (Int, [UInt8]) {
    if let refusal {
      return (refusal.status, Array(#"{"error":{"message":"\#(refusal.message)"}}"#.utf8))
    }
    guard let claim = try? JSON(parsing: request.body[...]), let name = claim["sha256"]?.string,
      let size = claim["size"]?.int
    else { return (400, []) }
    if claim["account"]?.string != account.bits.hex { return (409, []) }
    if files[name] != nil { return (200, []) }
    let upload = uploads["u" + name] ?? Upload(name: name, size: Int(size))
    uploads["u" + name] = upload
    return (201, Array(#"{"upload":"u\#(name)","offset":\#(upload.bytes.count)}"#.utf8))
  }

  private func append(_ request: FetchRequest, to id: String) -> (Int, [UInt8]) {
    guard var upload = uploads[id] else { return (404, []) }
    if let failing, failing.name == upload.name { return (failing.status, []) }
    guard header("Upload-Offset", request) == "\(upload.bytes.count)" else { return (409, []) }
    let sum = Hex.text(of: UInt64(CRC32C.checksum(of: request.body[...])), digits: 8)
    guard header("Upload-Checksum", request) == "crc32c \(sum)" else { return (400, []) }
    upload.bytes += request.body
    uploads[id] = upload
    guard upload.bytes.count == upload.size else { return (204, []) }
    uploads[id] = nil
    guard Hex.text(of: SHA256.digest(of: upload.bytes).bytes) == upload.name else {
      return (422, [])
    }
    files[upload.name] = upload.bytes
    return (201, [])
  }

  private func header(_ name: String, _ request: FetchRequest) -> String {
    let line = request.headers.first { $0.hasPrefix(name + ": ") } ?? ""
    return String(line.dropFirst(name.count + 2))
  }
}

/// Takes on a device with files of its own, which a test restarts at will.
final class CarrierDesk {
  private(set) var takes = Takes.State()
  private(set) var data = Replica(device: DeviceID(7))
  /// The toasts shown, the texts copied and the addresses shared.
  private(set) var toasts: [String] = []
  private(set) var copied: [String] = []
  private(set) var handed: [String] = []
  var files: [String: [UInt8]] = [:]
  var texts: [String: String] = [:]
  /// The browser's name of the error with which writing fails, if it does.
  var failure: String?
  let server: FileServer
  /// Who signed in here.
  let account = AccountID(Bits128(high: 1, low: 1))
  var isLinked = true
  var isOutOfReach = false
  var isOnline: Bool {
    get { takes.isOnline }
    set { takes.isOnline = newValue }
  }
  var isHolder = true
  /// Small ones, as unoptimised code hashes slowly.
  static let pieces: ClosedRange<UInt64> = 2_048...16_384
  private var timers: [(name: String?, effect: Effect<Takes.Message>)] = []
  private var effects: [Effect<Takes.Message>] = []
  var now: Int64 = 1_763_000_000_000
  private var seed: UInt64 = 1

  init(_ server: FileServer) {
    self.server = server
    data.head.account = account
  }

  /// Deletes the account, and with it all that the server has.
  func eraseAccount() {
    (data.head.account, isLinked) = (nil, false)
    server.files = [:]
    follow()
  }

  /// Where another device left off: all it knows, and none of its files.
  init(_ server: FileServer, with data: Replica) {
    (self.server, self.data) = (server, data)
    start()
  }

  var room: RoomContext {
    seed += 1
    return RoomContext(
      milliseconds: now, zoneMinutes: 60, random: RandomBits(seed: seed, 3), data: data,
      link: isLinked
        ? ServerLink(account: account, epoch: server.epoch, isHolder: isHolder) : nil,
      isOutOfReach: isOutOfReach)
  }

  var html: String { HTML.text(of: Takes.view(takes)) }
  var carrier: Carrier { takes.carrier }
  func take(_ id: RowID) -> Take? { data[id].map { Take($0) } }

  /// A person wants the sound of a take here, or no longer here.
  func keep(_ id: RowID, here isKept: Bool) {
    guard let sound = take(id)?.sound else { return }
    send(.carrier(.keptHere(Carrier.File(id, sound), isKept)))
  }

  /// A take whose sound lies here.
  @discardableResult
  func add(_ number: UInt64, _ bytes: [UInt8], as name: String? = nil) -> RowID {
    let id = RowID(Bits128(high: 0x019A_0000_0000_0000, low: number))
    var take = Take(
      id, named: name ?? "Take \(number)", day: 20_000, began: now, sampleRate: 48_000)
    take.frames = 48_000
    let digest = SHA256.digest(of: bytes).bytes
    keep(take.edits(from: nil))
    if let sound = BlobReference(
      sha256: digest, byteCount: UInt64(bytes.count), mimeType: TakeFiles.soundType)
    {
      keep(take.finishing(sound))
    }
    files[TakeFiles.sound(id, digest, TakeFiles.flac)] = bytes
    return id
  }

  /// Adds a picture whose file is on this device.
  @discardableResult
  func addPicture(_ number: UInt64, _ bytes: [UInt8], of subject: RowID) -> RowID {
    let id = RowID(Bits128(high: 0x019A_0000_0000_0001, low: number))
    var picture = Picture(id, of: subject, day: 20_000, made: now)
    picture.file = BlobReference(
      sha256: SHA256.digest(of: bytes).bytes, byteCount: UInt64(bytes.count),
      mimeType: Picture.fileType)
    if let file = picture.file { files[TakeFiles.file(of: id, file)] = bytes }
    keep(picture.edits(from: nil, zoneMinutes: 60))
    follow()
    return id
  }

  func picture(_ id: RowID) -> Picture? { data[id].map { Picture($0) } }

  func keep(_ edits: [Edit]) {
    var intent = Intent.edit(
      EditIntent(label: "Test", edits: edits, wall: now, group: nil, draft: nil))
    data.apply(&intent)
  }

  /// As a page does that was loaded again.
  func start() {
    takes = Takes.State()
    takes.carrier = Carrier(pieces: Self.pieces)
    (timers, effects) = ([], [])
    follow()
  }

  /// Opens a take's page.
  func open(_ id: RowID) {
    effects += Takes.open(id, &takes, room)
    follow()
  }

  func send(_ message: Takes.Message) {
    effects += Takes.update(&takes, message, room)
    follow()
  }

  /// Does what was ordered until nothing is left to do, firing the timers that come due; at most so many steps.
  @discardableResult
  func run(steps: Int = 10_000) -> Int {
    var done = 0
    while done < steps {
      if effects.isEmpty {
        guard !timers.isEmpty else { break }
        effects.append(timers.removeFirst().effect)
      }
      done += 1
      now += 100
      step(effects.removeFirst())
    }
    return done
  }

  private func follow() {
    effects += Takes.refresh(&takes, room)
    effects += Carriage.tend(&takes, room)
  }

  /// Answers an order; the answer's message and what follows of it come at the end.
  private func step(_ effect: Effect<Takes.Message>) {
    var payload = Payload()
    switch effect.order {
    case .stop:
      timers.removeAll { $0.name == effect.name }
      return
    case .wait where !timers.contains { $0.name == effect.name }:
      timers.append((effect.name, Self.fired(effect)))
      return
    case .load(let key):
      payload.append(texts[key] == nil ? 0.0 : 1.0)
      payload.append(texts[key] ?? "")
    case .save(let key, let text): texts[key] = text
    case .toast(let text, _):
      toasts.append(text)
      return
    case .copy(let text):
      copied.append(text)
      payload.append(1.0)
    case .share(_, _, let address):
      handed.append(address)
      payload.append(2.0)
    case .clerk(let request):
      payload.append(1.0)
      payload.append(Clerk.answer(request, origin: "https://shed.example"))
    case .keep(let keeping): keep(keeping.edits)
    case .fetch(let request):
      let (status, bytes) = server.answer(to: request)
      payload.append(Double(status))
      payload.append("")
      payload.append(bytes)
    case .takeWork(let work):
      payload.append(0.0)
      answer(work, &payload)
    case .writeTake(_, let file, let offset, let bytes):
      payload.append(0.0)
      // As the browser's worker does it: bytes go to the end of a file, and nowhere else.
      let isAtEnd = files[file]?.count ?? 0 == Int(offset)
      payload.append(failure ?? (isAtEnd ? "" : "InvalidStateError"))
      if failure == nil, isAtEnd { files[file] = (files[file] ?? []) + bytes }
    default: return
    }
    if let message = effect.message(for: payload) {
      effects += Takes.update(&takes, message, room)
    }
    follow()
  }

  /// A timer, once its time has come.
  private static func fired(_ effect: Effect<Takes.Message>) -> Effect<Takes.Message> {
    guard let message = effect.message() else { return effect }
    return .takeFiles(of: "own") { _ in message }
  }

  private func answer(_ work: TakeWork, _ payload: inout Payload) {
    switch work.verb {
    case "list":
      payload.append("")
      payload.append(Double(files.count))
      for (name, bytes) in files {
        payload.append(name)
        payload.append(Double(bytes.count))
      }
    case "erase": for name in work.files { files[name] = nil }
    case "rename": files[work.files[1]] = files.removeValue(forKey: work.files[0])
    case "slice":
      guard let bytes = files[work.files[0]] else { return payload.append("NotFoundError") }
      let start = Int(work.numbers[0])
      payload.append("")
      payload.append(Array(bytes[start..<min(start + Int(work.numbers[1]), bytes.count)]))
    default: payload.append("NotSupportedError")
    }
  }
}
