import Domain
public import Ledger
public import Program
import RoomKit

/// Carries the sounds of takes between this device and the server, one after another, a piece at a time.
///
/// What is to be carried follows from rows and files alone, so it goes on after a restart: a finished sound
/// here whose row does not say that it was sent goes up, and one of which a part lies here comes down. How
/// far the server has come, the server says; how far this device has, the part's file says.
public struct Carrier: Sendable {
  /// What is being carried.
  private(set) var load: Load?
  /// What was refused or found wrong, in words.
  private(set) var trouble: String?
  /// Whether takes that were recorded here are sent, and whether all takes are to lie here.
  private(set) var choices = Choices()
  /// The account that sounds are carried for; `nil` where there is no way to the server now.
  private(set) var link: ServerLink?

  /// What a person asked for, in order.
  private var wanted: [Wish] = []
  /// Takes that this page does not carry again by itself: refused, unreadable, or not there.
  private var refused: Set<RowID> = []
  /// The server's epoch in which all that lies here was known to lie there, not long ago.
  private var knownEpoch: Epoch?
  /// Takes that the server was asked about in a new epoch.
  private var asked: Set<RowID> = []
  private var hasReadEpoch = false

  private var seen: Sight?
  /// How many times in a row nothing came through.
  private var failures = 0
  private var isPausing = false
  /// Answers to what was given up are dropped.
  private var turn = 0
  private var piece: UInt64 = 1 << 20
  private var askedAt: Int64 = 0

  /// How many bytes travel at once: few where the line is slow, as a cut costs a piece.
  var pieces: ClosedRange<UInt64> = 1 << 18...1 << 21 {
    didSet { piece = min(piece, pieces.upperBound) }
  }

  struct Load: Sendable {
    enum Way: Sendable {
      case up, down
      /// It goes from this device once the server is known to have it.
      case away
    }

    let take: RowID
    let sound: BlobReference
    /// The file that it is read from, or written to.
    let file: String
    var way: Way
    var done: UInt64 = 0
    /// What the server calls the upload.
    fileprivate var upload = ""
    /// Of what has come down.
    fileprivate var hash = SHA256()
    /// How many times in a row the server answered, and did not help.
    fileprivate var objections = 0

    init(_ take: Take, _ sound: BlobReference, _ file: String, _ way: Way) {
      (self.take, self.sound, self.file, self.way) = (take.id, sound, file, way)
    }

    var share: Double {
      sound.byteCount == 0 ? 0 : Double(done) / Double(sound.byteCount)
    }

    fileprivate var rest: UInt64 { sound.byteCount > done ? sound.byteCount - done : 0 }
  }

  /// What this device does with sounds by itself.
  struct Choices: Equatable, Sendable {
    var sends = true
    var keepsAll = false
  }

  private struct Wish: Equatable {
    let take: RowID
    let isFetched: Bool
  }

  /// What it looked at last: where that is the same, there is nothing new to do.
  private struct Sight: Equatable {
    let version: UInt64
    let listing: Int
    let link: ServerLink?
  }

  public enum Message: Sendable {
    case choicesRemembered(turn: Int?, String?)
    case epochRemembered(space: String, String?)
    case sendingSwitched(Bool)
    case keepingAllSwitched(Bool)
    case keptHere(RowID, Bool)
    case stopped
    case triedAgain
    case begun(turn: Int, FetchAnswer)
    case read(turn: Int, TakeOutcome<[UInt8]>)
    /// So many bytes went up.
    case sent(turn: Int, UInt64, FetchAnswer)
    case received(turn: Int, FetchAnswer)
    case written(turn: Int, [UInt8], TakeOutcome<[Double]>)
    case rested(turn: Int)
  }

  /// How long the server's word for a sound is believed: it sweeps what nothing has referred to for 30 days, and a row
  /// may come to it, or come back, later than that. Asking begins the 30 days anew.
  private static let trust = 20 * Horizon.day

  private static let timer = "carrier"
  private static let choicesKey = "woodshed.takes"
  private static func epochKey(_ space: String) -> String { "woodshed.takes.\(space)" }
}

// MARK: - What is to be carried

extension Carrier {
  static func start() -> [Effect<Takes.Message>] {
    [.load(choicesKey) { .carrier(.choicesRemembered(turn: nil, $0)) }]
  }

  /// Another space shows: what the first one waited for is its own.
  static func leave(
    _ takes: inout Takes.State, to space: String
  ) -> [Effect<Takes.Message>] {
    var carrier = Carrier()
    (carrier.choices, carrier.pieces) = (takes.carrier.choices, takes.carrier.pieces)
    carrier.turn = takes.carrier.turn + 1
    takes.carrier = carrier
    return [
      .stop(timer),
      .load(epochKey(space)) { .carrier(.epochRemembered(space: space, $0)) },
    ]
  }

  /// Begins what is to be done, where something is new.
  static func tend(
    _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    let sight = Sight(
      version: room.data.version, listing: takes.shelf.listing, link: room.link)
    guard takes.carrier.seen != sight else { return [] }
    takes.carrier.seen = sight
    var effects: [Effect<Takes.Message>] = []
    if takes.carrier.link != room.link {
      if takes.carrier.link?.account != room.link?.account {
        (takes.carrier.trouble, takes.carrier.refused) = (nil, [])
      }
      takes.carrier.link = room.link
      takes.carrier.letGo()
      takes.carrier.failures = 0
      effects = [.stop(timer)]
    }
    return effects + next(&takes, room)
  }

  private mutating func letGo() {
    load = nil
    isPausing = false
    turn += 1
  }

  /// Begins the next load, if nothing is under way.
  private static func next(
    _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    guard let link = takes.carrier.link, room.isWritable, takes.shelf.files != nil,
      takes.shelf.space.hasSameBytes(as: room.space), takes.carrier.load == nil,
      !takes.carrier.isPausing
    else { return [] }
    takes.carrier.load = takes.carrier.chosen(of: takes, link)
    return takes.carrier.load == nil ? takes.carrier.settle(takes, room) : begin(takes)
  }

  /// What is carried next: first what somebody waits for, the latest take before earlier ones.
  private mutating func chosen(of takes: Takes.State, _ link: ServerLink) -> Load? {
    while let wish = wanted.first {
      if let take = takes.take(wish.take),
        let load = wish.isFetched ? fetching(take, takes.shelf) : leaving(take, takes.shelf)
      {
        return load
      }
      wanted.removeFirst()
    }
    guard link.isHolder else { return nil }
    let rest = takes.takes.filter { !refused.contains($0.id) }
    for take in rest where takes.shelf.part(of: take) != nil {
      if let load = fetching(take, takes.shelf) { return load }
    }
    if choices.sends {
      for take in rest where take.state == .kept || needsAsking(take, link) {
        if let sound = take.sound, let file = takes.shelf.finishedFile(of: take) {
          return Load(take, sound, file, .up)
        }
      }
    }
    guard choices.keepsAll else { return nil }
    for take in rest where take.state == .sent {
      if let load = fetching(take, takes.shelf) { return load }
    }
    return nil
  }

  /// Whether a server that began anew may have lost what was sent.
  private func needsAsking(_ take: Take, _ link: ServerLink) -> Bool {
    take.state == .sent && hasReadEpoch && knownEpoch != link.epoch && !asked.contains(take.id)
  }

  private func fetching(_ take: Take, _ shelf: Shelf) -> Load? {
    guard let sound = take.sound, shelf.file(of: take) == nil else { return nil }
    return Load(take, sound, TakeFiles.part(take.id, sound.sha256), .down)
  }

  private func leaving(_ take: Take, _ shelf: Shelf) -> Load? {
    guard let sound = take.sound, let file = shelf.finishedFile(of: take) else { return nil }
    return Load(take, sound, file, .away)
  }

  /// Everything is where it should be: that need not be asked again in this epoch.
  private mutating func settle(
    _ takes: Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    guard let link, link.isHolder, hasReadEpoch, choices.sends, refused.isEmpty,
      knownEpoch != link.epoch, link.epoch != .none
    else { return [] }
    knownEpoch = link.epoch
    let word = Bits128(high: link.epoch.bits, low: UInt64(clamping: room.milliseconds))
    return [.save(word.hex, under: Self.epochKey(room.space))]
  }
}

// MARK: - Messages

extension Carrier {
  static func update(
    _ takes: inout Takes.State, _ message: Message, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    switch message {
    case .choicesRemembered(let turn, let text):
      takes.carrier.choices = Choices(text ?? "")
      if let load = takes.carrier.load(turn) { return approve(load, &takes, room) }
    case .epochRemembered(let space, let text):
      guard space.hasSameBytes(as: takes.shelf.space) else { return [] }
      if let word = text.flatMap({ Bits128(hex: $0) }),
        (0..<trust).contains(room.milliseconds - Int64(clamping: word.low))
      {
        takes.carrier.knownEpoch = Epoch(word.high)
      }
      takes.carrier.hasReadEpoch = true
    case .sendingSwitched(let isOn):
      takes.carrier.choices.sends = isOn
      if !isOn, takes.carrier.load?.way == .up { takes.carrier.letGo() }
      return takes.carrier.remember() + next(&takes, room)
    case .keepingAllSwitched(let isOn):
      takes.carrier.choices.keepsAll = isOn
      return takes.carrier.remember() + next(&takes, room)
    case .keptHere(let id, let isKept):
      return wish(for: id, isKept, &takes, room) + [.focus("heading")]
    case .stopped: return stop(&takes, room) + [.focus("heading")]
    case .triedAgain:
      takes.carrier.trouble = nil
      takes.carrier.refused = []
    case .rested(let turn):
      guard turn == takes.carrier.turn else { return [] }
      takes.carrier.isPausing = false
      if takes.carrier.load != nil { return begin(takes) }
    case .begun(let turn, let answer):
      guard let load = takes.carrier.load(turn) else { return [] }
      return begun(load, answer, &takes, room)
    case .read(let turn, let outcome):
      guard let load = takes.carrier.load(turn) else { return [] }
      return read(load, outcome, &takes, room)
    case .sent(let turn, let count, let answer):
      guard let load = takes.carrier.load(turn) else { return [] }
      return sent(load, count, answer, &takes, room)
    case .received(let turn, let answer):
      guard let load = takes.carrier.load(turn) else { return [] }
      return received(load, answer, &takes, room)
    case .written(let turn, let bytes, let outcome):
      guard let load = takes.carrier.load(turn) else { return [] }
      return written(load, bytes, outcome, &takes, room)
    }
    return next(&takes, room)
  }

  /// Whether a take's sound is to go from this device.
  func isLeaving(_ take: RowID) -> Bool {
    wanted.contains { $0.take == take && !$0.isFetched }
  }

  /// Whether the server may have begun anew and has not been asked since for what lies here.
  var isUncertain: Bool { link.map { $0.epoch != knownEpoch } ?? false }

  private func load(_ turn: Int?) -> Load? { turn == self.turn ? load : nil }

  private func remember() -> [Effect<Takes.Message>] {
    [.save(choices.text, under: Self.choicesKey)]
  }

  /// A person wants a sound here, or no longer here.
  private static func wish(
    for id: RowID, _ isKept: Bool, _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    takes.carrier.refused.remove(id)
    takes.carrier.trouble = nil
    takes.carrier.wanted.removeAll { $0.take == id }
    takes.carrier.wanted.append(Wish(take: id, isFetched: isKept))
    // What goes on by itself gives way and goes on later where it was; what was wanted of this take before is off.
    if let load = takes.carrier.load,
      load.take == id || !takes.carrier.wanted.contains(where: { $0.take == load.take })
    {
      takes.carrier.letGo()
    }
    return next(&takes, room)
  }

  /// What comes down is not wanted any more.
  private static func stop(
    _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    guard let load = takes.carrier.load, load.way == .down else { return [] }
    takes.carrier.wanted.removeAll { $0.take == load.take }
    takes.carrier.refused.insert(load.take)
    return erase([load.file], &takes, room)
  }

  /// Ends the load, and what is in these files with it.
  private static func erase(
    _ files: [String], _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    takes.carrier.letGo()
    takes.shelf.forget(files)
    return [.eraseTakeFiles(files, of: room.space)] + Shelf.list(&takes, room)
      + next(&takes, room)
  }

  /// Says what is wrong, and goes on with the next take.
  private static func refuse(
    _ words: String, _ load: Load, _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    takes.carrier.trouble = words
    takes.carrier.refused.insert(load.take)
    takes.carrier.wanted.removeAll { $0.take == load.take }
    takes.carrier.letGo()
    return next(&takes, room)
  }

  /// Nothing came through: tries again later, and later still.
  private static func rest(
    _ takes: inout Takes.State, atLeast seconds: Int = 1
  ) -> [Effect<Takes.Message>] {
    takes.carrier.turn += 1
    takes.carrier.isPausing = true
    takes.carrier.piece = max(takes.carrier.piece / 2, takes.carrier.pieces.lowerBound)
    let seconds = max(min(1 << min(takes.carrier.failures, 9), 300), seconds)
    takes.carrier.failures += 1
    let turn = takes.carrier.turn
    return [.wait(milliseconds: seconds * 1_000, as: timer, .carrier(.rested(turn: turn)))]
  }

  /// What an answer that does not help means.
  private static func failed(
    _ load: Load, _ answer: FetchAnswer, _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    switch answer.status {
    // Nobody is signed in, or somebody else: the link changes when that does.
    case 401, 403: return rest(&takes, atLeast: 60)
    case 429: return rest(&takes, atLeast: 20)
    case 0: return rest(&takes)
    // An upload that is gone or stands somewhere else, a piece that was damaged on the way, a server in trouble: it
    // is begun again a few times, and does not hold up what waits behind it.
    case 400, 404, 409, 500...:
      guard load.objections >= patience else {
        takes.carrier.load?.objections += 1
        return rest(&takes)
      }
    default: break
    }
    takes.carrier.failures = 0
    let words = answer.json?["error"]?["message"]?.string
    return refuse(
      words
        ?? "The server cannot carry the sound of a take now. What lies here is safe on this device.",
      load, &takes, room)
  }

  /// How many times in a row a server may fail with one sound before the next one is tried.
  private static let patience = 5

  /// Fits the pieces to the line: one takes about two seconds.
  private mutating func measure(_ room: RoomContext) {
    failures = 0
    load?.objections = 0
    let elapsed = room.milliseconds - askedAt
    if elapsed < 1_000 { piece = min(piece * 2, pieces.upperBound) }
    if elapsed > 4_000 { piece = max(piece / 2, pieces.lowerBound) }
  }
}

// MARK: - Steps

extension Carrier {
  /// Begins the load, or goes on with it, once it is known what was chosen last, perhaps in another page of the app.
  private static func begin(_ takes: Takes.State) -> [Effect<Takes.Message>] {
    let turn = takes.carrier.turn
    return [.load(choicesKey) { .carrier(.choicesRemembered(turn: turn, $0)) }]
  }

  private static func approve(
    _ load: Load, _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    guard let account = takes.carrier.link?.account else { return [] }
    if load.way == .down { return receive(&takes, room) }
    if load.way == .up, !takes.carrier.choices.sends {
      takes.carrier.letGo()
      return next(&takes, room)
    }
    let turn = takes.carrier.turn
    let claim: [JSON.Member] = [
      .init("account", .string(account.bits.hex)),
      .init("sha256", .string(Hex.text(of: load.sound.sha256))),
      .init("size", .int(Int64(clamping: load.sound.byteCount))),
      .init("type", .string(load.sound.mimeType)),
    ]
    let request = FetchRequest(
      "POST", path: "/v1/uploads", contentType: "application/json", body: JSON.object(claim).bytes)
    return [.fetch(request) { .carrier(.begun(turn: turn, $0)) }]
  }

  private static func begun(
    _ load: Load, _ answer: FetchAnswer, _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    switch answer.status {
    case 200 where load.way == .away:
      takes.carrier.wanted.removeAll { $0.take == load.take }
      return tell(load.sound, takes) + erase(takes.shelf.files(of: load.sound), &takes, room)
    case 200: return arrived(load, &takes, room)
    case 201:
      guard let upload = answer.json?["upload"]?.string,
        let offset = answer.json?["offset"]?.int.flatMap({ UInt64(exactly: $0) })
      else { return rest(&takes) }
      // What is to go stays until the server has it.
      takes.carrier.load?.way = .up
      takes.carrier.load?.upload = upload
      takes.carrier.load?.done = offset
      // A row that says otherwise is of a server that lost it.
      let edits = takes.takes.filter { $0.sound == load.sound && $0.state == .sent }
        .flatMap { $0.unsending }
      return (edits.isEmpty ? [] : [.keep(Action.byItself, edits, isVital: false)])
        + send(&takes, room)
    default: return failed(load, answer, &takes, room)
    }
  }

  /// Reads the next piece that goes up.
  private static func send(
    _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    guard let load = takes.carrier.load else { return [] }
    let turn = takes.carrier.turn
    let count = min(takes.carrier.piece, load.rest)
    return [
      .readTake(load.file, of: room.space, from: load.done, count: count) {
        .carrier(.read(turn: turn, $0))
      }
    ]
  }

  private static func read(
    _ load: Load, _ outcome: TakeOutcome<[UInt8]>, _ takes: inout Takes.State,
    _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    let turn = takes.carrier.turn
    switch outcome {
    case .goesOn: return []
    case .done(let bytes) where !bytes.isEmpty && UInt64(bytes.count) <= load.rest:
      if load.way == .down {
        takes.carrier.load?.hash.update(bytes)
        takes.carrier.load?.done += UInt64(bytes.count)
        return receive(&takes, room)
      }
      takes.carrier.askedAt = room.milliseconds
      var request = FetchRequest(
        "PATCH", path: "/v1/uploads/\(load.upload)",
        contentType: "application/offset+octet-stream", body: bytes, timeoutMilliseconds: 120_000)
      request.headers = [
        "Upload-Offset: \(load.done)",
        "Upload-Checksum: crc32c "
          + Hex.text(of: UInt64(CRC32C.checksum(of: bytes[...])), digits: 8),
      ]
      let count = UInt64(bytes.count)
      return [.fetch(request) { .carrier(.sent(turn: turn, count, $0)) }]
    case .done, .failed:
      if load.way == .down { return erase([load.file], &takes, room) }
      return refuse(
        "The sound of “\(takes.take(load.take)?.name ?? "a take")” could not be read here, and was not "
          + "sent. Open Woodshed again; if it stays so, download the take.", load, &takes, room)
    }
  }

  private static func sent(
    _ load: Load, _ count: UInt64, _ answer: FetchAnswer, _ takes: inout Takes.State,
    _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    switch answer.status {
    case 201, 200: return arrived(load, &takes, room)
    case 204:
      takes.carrier.load?.done += count
      takes.carrier.measure(room)
      return send(&takes, room)
    default: return failed(load, answer, &takes, room)
    }
  }

  /// The server has the sound.
  private static func arrived(
    _ load: Load, _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    takes.carrier.failures = 0
    takes.carrier.asked.insert(load.take)
    takes.carrier.letGo()
    // Once that is kept, the next one is begun.
    let telling = tell(load.sound, takes)
    return telling.isEmpty ? next(&takes, room) : telling
  }

  /// Lets the rows say that the server has a sound, where they do not.
  private static func tell(
    _ sound: BlobReference, _ takes: Takes.State
  ) -> [Effect<Takes.Message>] {
    let edits = takes.takes.filter { $0.sound == sound && $0.state != .sent }.flatMap { $0.sending }
    return edits.isEmpty ? [] : [.keep(Action.byItself, edits, isVital: false)]
  }

  /// Asks for the next piece that comes down; what lies here already is read first.
  private static func receive(
    _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    guard let load = takes.carrier.load else { return [] }
    let turn = takes.carrier.turn
    let here = takes.shelf.files?[load.file] ?? 0
    if here > load.sound.byteCount { return erase([load.file], &takes, room) }
    if here > load.done {
      let count = min(here - load.done, takes.carrier.pieces.upperBound)
      return [
        .readTake(load.file, of: room.space, from: load.done, count: count) {
          .carrier(.read(turn: turn, $0))
        }
      ]
    }
    guard load.rest > 0 else { return close(load, &takes, room) }
    takes.carrier.askedAt = room.milliseconds
    let end = load.done + min(takes.carrier.piece, load.rest)
    var request = FetchRequest(
      path: "/v1/b/\(Hex.text(of: load.sound.sha256))", timeoutMilliseconds: 120_000)
    request.headers = ["Range: bytes=\(load.done)-\(end - 1)"]
    return [.fetch(request) { .carrier(.received(turn: turn, $0)) }]
  }

  private static func received(
    _ load: Load, _ answer: FetchAnswer, _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    let count = UInt64(answer.bytes.count)
    if answer.status == 206, count > 0, count <= load.rest {
      takes.carrier.measure(room)
      let (turn, bytes) = (takes.carrier.turn, answer.bytes)
      return [
        .writeTake(bytes, to: load.file, at: load.done, of: room.space) {
          .carrier(.written(turn: turn, bytes, $0))
        }
      ]
    }
    guard answer.status == 404 else { return failed(load, answer, &takes, room) }
    return refuse(
      "The server does not have the sound of “\(takes.take(load.take)?.name ?? "a take")”. Open "
        + "Woodshed on the device that recorded it: it is sent again from there.", load, &takes,
      room)
  }

  private static func written(
    _ load: Load, _ bytes: [UInt8], _ outcome: TakeOutcome<[Double]>,
    _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    switch outcome {
    case .goesOn: return []
    case .failed("QuotaExceededError"):
      return refuse(
        "This device has no room for the sound of “\(takes.take(load.take)?.name ?? "a take")”. It is "
          + "safe on the server; free some room, and try again.", load, &takes, room)
    // Another page of the app is at it, or this one was closed while it wrote.
    case .failed:
      takes.carrier.load = nil
      return rest(&takes, atLeast: 10) + Shelf.list(&takes, room)
    case .done:
      takes.carrier.load?.hash.update(bytes)
      takes.carrier.load?.done += UInt64(bytes.count)
      takes.shelf.grow(load.file, to: load.done + UInt64(bytes.count))
      return receive(&takes, room)
    }
  }

  /// All of it is here: under its name, if it is what it should be.
  private static func close(
    _ load: Load, _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    var hash = load.hash
    guard hash.finish().bytes == load.sound.sha256 else {
      let files = takes.shelf.files?[load.file] == nil ? [] : [load.file]
      takes.shelf.forget(files)
      return [.eraseTakeFiles(files, of: room.space)]
        + refuse(
          "What came of “\(takes.take(load.take)?.name ?? "a take")” was damaged on the way and is not "
            + "kept. Try again.", load, &takes, room)
    }
    takes.carrier.wanted.removeAll { $0.take == load.take }
    takes.carrier.letGo()
    return [
      .renameTakeFile(
        load.file, to: TakeFiles.sound(load.take, load.sound.sha256, TakeFiles.flac),
        of: room.space)
    ] + Shelf.list(&takes, room)
  }
}

// MARK: - What is remembered

extension Carrier.Choices {
  private static let holdsBack: UInt8 = UInt8(ascii: "h")
  private static let all: UInt8 = UInt8(ascii: "a")

  /// One letter for each choice that is not the usual one.
  init(_ text: String) {
    sends = !text.utf8.contains(Self.holdsBack)
    keepsAll = text.utf8.contains(Self.all)
  }

  var text: String { (sends ? "" : "h") + (keepsAll ? "a" : "") }
}

extension TakeFiles {
  private static let part = ".part"

  /// The file of a sound that has not come down as a whole.
  static func part(_ take: RowID, _ sha256: [UInt8]) -> String {
    sound(take, sha256, flac) + part
  }

  /// The file that a part will be, if it is one.
  static func whole(of name: String) -> String? {
    name.hasSuffix(part)
      ? String(decoding: name.utf8.dropLast(part.utf8.count), as: UTF8.self) : nil
  }
}

extension Shelf {
  /// The part of a take's sound that has come down.
  func part(of take: Take) -> String? {
    guard let sound = take.sound else { return nil }
    let name = TakeFiles.part(take.id, sound.sha256)
    return files?[name] == nil ? nil : name
  }

  /// All files of a sound, and its pictures.
  func files(of sound: BlobReference) -> [String] {
    let sha256 = Hex.text(of: sound.sha256)
    return (files ?? [:]).keys.filter { TakeFiles.sha256(of: $0).hasSameBytes(as: sha256) }.sorted()
  }
}
