import Domain
public import Ledger
public import Program
import RoomKit

/// Carries out the carrier's orders and reports the results. The carrier knows files by their rows and answers by their
/// meaning; file names, addresses and words are handled here.
public enum Carriage {
  public enum Message: Sendable {
    case choicesRecalled(number: UInt64, String?)
    case wordRecalled(space: String, String?)
    case sendingSwitched(Bool)
    case keepingAllSwitched(Bool)
    case keptHere(Carrier.File, Bool)
    case stopped
    case triedAgain
    case answered(number: UInt64, Carrier.Answer)
    case read(number: UInt64, TakeOutcome<[UInt8]>)
    /// If written, a part now extends to `end`.
    case wrote(number: UInt64, Carrier.File, end: UInt64, TakeOutcome<[Double]>)
    case rested(number: UInt64)
  }

  /// What the carrier was shown last: if unchanged, there is nothing to do.
  struct Sight: Equatable, Sendable {
    let version: UInt64
    let listing: Int
    let link: ServerLink?
    let isOutOfReach: Bool
    let isReady: Bool
  }

  private static let timer = "carrier"
  private static let choicesKey = "woodshed.takes"
  private static func wordKey(_ space: String) -> String { "woodshed.takes.\(space)" }
}

// MARK: - To the carrier

extension Carriage {
  /// Switches to another space.
  static func enter(
    _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    takes.carrier.enter()
    takes.sight = nil
    return carryOut(&takes, room)
  }

  /// Shows the carrier what is new, if anything is.
  static func tend(
    _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    let isReady =
      room.isWritable && takes.shelf.files != nil
      && takes.shelf.space.hasSameBytes(as: room.space)
    let sight = Sight(
      version: room.data.version, listing: takes.shelf.listing, link: room.link,
      isOutOfReach: room.isOutOfReach, isReady: isReady)
    guard takes.sight != sight else { return [] }
    takes.sight = sight
    let items = room.link == nil ? [] : takes.shelf.items(of: takes)
    takes.carrier.look(at: isReady ? items : nil, link: room.link, now: room.milliseconds)
    return carryOut(&takes, room) + TakePage.askLink(&takes, room)
  }

  static func update(
    _ takes: inout Takes.State, _ message: Message, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    let now = room.milliseconds
    var effects: [Effect<Takes.Message>] = []
    switch message {
    case .choicesRecalled(let number, let text):
      takes.carrier.recalled(number, Carrier.Choices(text ?? ""), now: now)
    case .wordRecalled(let space, let text):
      guard space.hasSameBytes(as: takes.shelf.space) else { return [] }
      takes.carrier.recalled(text.flatMap { Carrier.Word($0) }, now: now)
    case .sendingSwitched(let isOn):
      var choices = takes.carrier.choices
      choices.sends = isOn
      takes.carrier.choose(choices, now: now)
    case .keepingAllSwitched(let isOn):
      var choices = takes.carrier.choices
      choices.keepsAll = isOn
      takes.carrier.choose(choices, now: now)
    case .keptHere(let file, let isKept):
      return want(file, here: isKept, &takes, room) + [.focus("heading")]
    case .stopped:
      takes.carrier.stop(now: now)
      effects = [.focus("heading")]
    case .triedAgain: takes.carrier.tryAgain(now: now)
    case .rested(let number): takes.carrier.rested(number, now: now)
    case .answered(let number, let answer): takes.carrier.answered(number, answer, now: now)
    case .read(let number, let outcome):
      switch outcome {
      case .goesOn: return []
      case .done(let bytes): takes.carrier.read(number, bytes, now: now)
      case .failed: takes.carrier.read(number, nil, now: now)
      }
    case .wrote(let number, let file, let end, let outcome):
      switch outcome {
      case .goesOn: return []
      case .done:
        takes.shelf.grow(TakeFiles.part(file), to: end)
        takes.carrier.wrote(number, .done, now: now)
      case .failed("QuotaExceededError"): takes.carrier.wrote(number, .full, now: now)
      case .failed: takes.carrier.wrote(number, .failed, now: now)
      }
    }
    return carryOut(&takes, room) + effects
  }
}

extension Carriage {
  /// A person wants a file on this device, or no longer on it.
  static func want(
    _ file: Carrier.File, here isKept: Bool, _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    takes.carrier.want(file, here: isKept, now: room.milliseconds)
    return carryOut(&takes, room)
  }
}

// MARK: - From the carrier

extension Carriage {
  private static func carryOut(
    _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    takes.carrier.takeOrders().flatMap { carryOut($0, &takes, room) }
  }

  private static func carryOut(
    _ order: Carrier.Order, _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    let space = room.space
    switch order {
    case .recallChoices(let number):
      return [.load(choicesKey) { .carrier(.choicesRecalled(number: number, $0)) }]
    case .remember(let choices): return [.save(choices.text, under: choicesKey)]
    case .recallWord:
      return [.load(wordKey(space)) { .carrier(.wordRecalled(space: space, $0)) }]
    case .rememberWord(let word): return [.save(word.text, under: wordKey(space))]
    case .wait(let number, let milliseconds):
      return [.wait(milliseconds: milliseconds, as: timer, .carrier(.rested(number: number)))]
    case .stopWaiting: return [.stop(timer)]
    case .claim(let number, let blob, let account):
      return [ask(number, claim(blob, account)) { $0.toClaim }]
    case .send(let number, let upload, let offset, let bytes):
      return [ask(number, piece(upload, offset, bytes)) { $0.toPiece }]
    case .fetch(let number, let blob, let range):
      return [ask(number, part(blob, range)) { $0.toFetch }]
    case .read(let number, let file, let isPart, let offset, let count):
      let name = isPart ? TakeFiles.part(file) : takes.shelf.finishedFile(file)
      return [
        .readTake(name, of: space, from: offset, count: count) {
          .carrier(.read(number: number, $0))
        }
      ]
    case .write(let number, let bytes, let file, let offset):
      let end = offset + UInt64(bytes.count)
      return [
        .writeTake(bytes, to: TakeFiles.part(file), at: offset, of: space) {
          .carrier(.wrote(number: number, file, end: end, $0))
        }
      ]
    case .complete(let file):
      let (part, whole) = (TakeFiles.part(file), TakeFiles.whole(file))
      takes.shelf.rename(part, to: whole)
      return [.renameTakeFile(part, to: whole, of: space)]
    case .erasePart(let file): return erase([TakeFiles.part(file)], &takes, room)
    case .erase(let blob): return erase(takes.shelf.files(of: blob), &takes, room)
    case .list: return Shelf.list(&takes, room)
    case .mark(let files, let isSent):
      var edits: [Edit] = []
      for file in files {
        if let take = takes.take(file.row), take.sound == file.blob {
          edits += isSent ? take.sending : take.unsending
        } else if let row = takes.carried(file.row), row.file == file.blob {
          edits += row.marking(isSent: isSent)
        }
      }
      return [.keep(Action.byItself, edits, isVital: false)]
    }
  }

  private static func erase(
    _ names: [String], _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    takes.shelf.forget(names)
    return [.eraseTakeFiles(names, of: room.space)]
  }

  private static func ask(
    _ number: UInt64, _ request: FetchRequest,
    _ read: @escaping (FetchAnswer) -> Carrier.Answer
  ) -> Effect<Takes.Message> {
    .fetch(request) { .carrier(.answered(number: number, read($0))) }
  }
}

// MARK: - The server

extension Carriage {
  private static func claim(_ blob: BlobReference, _ account: AccountID) -> FetchRequest {
    let claim: [JSON.Member] = [
      .init("account", .string(account.bits.hex)),
      .init("sha256", .string(Hex.text(of: blob.sha256))),
      .init("size", .int(Int64(clamping: blob.byteCount))),
      .init("type", .string(blob.mimeType)),
    ]
    return FetchRequest(
      "POST", path: "/v1/uploads", contentType: "application/json", body: JSON.object(claim).bytes)
  }

  private static func piece(_ upload: String, _ offset: UInt64, _ bytes: [UInt8]) -> FetchRequest {
    var request = FetchRequest(
      "PATCH", path: "/v1/uploads/\(upload)", contentType: "application/offset+octet-stream",
      body: bytes, timeoutMilliseconds: 120_000)
    request.headers = [
      "Upload-Offset: \(offset)",
      "Upload-Checksum: crc32c "
        + Hex.text(of: UInt64(CRC32C.checksum(of: bytes[...])), digits: 8),
    ]
    return request
  }

  private static func part(_ blob: BlobReference, _ range: Range<UInt64>) -> FetchRequest {
    var request = FetchRequest(
      path: "/v1/b/\(Hex.text(of: blob.sha256))", timeoutMilliseconds: 120_000)
    request.headers = ["Range: bytes=\(range.lowerBound)-\(range.upperBound - 1)"]
    return request
  }
}

extension FetchAnswer {
  fileprivate var toClaim: Carrier.Answer {
    switch status {
    case 200: return .ready
    case 201:
      guard let upload = json?["upload"]?.string,
        let offset = json?["offset"]?.int.flatMap({ UInt64(exactly: $0) })
      else { return .failed(.unreachable) }
      return .waiting(upload: upload, offset: offset)
    default: return .failed(failure)
    }
  }

  fileprivate var toPiece: Carrier.Answer {
    switch status {
    case 200, 201: .ready
    case 204: .taken
    default: .failed(failure)
    }
  }

  fileprivate var toFetch: Carrier.Answer {
    switch status {
    case 206: .bytes(bytes)
    case 404: .missing
    default: .failed(failure)
    }
  }

  private var failure: Carrier.Failure {
    let words = json?["error"]?["message"]?.string
    return switch status {
    case 0: .unreachable
    case 401, 403: .signedOut
    case 429: .busy
    case 400, 404, 409, 500...: .trouble(words)
    default: .refused(words)
    }
  }
}

// MARK: - Words

extension Carriage {
  /// What is wrong and what to do about it.
  static func words(_ trouble: Carrier.Trouble, _ takes: Takes.State) -> String {
    func what(_ row: RowID) -> String {
      if let row = takes.carried(row) { return row.words }
      return "the audio of “\(takes.take(row)?.name ?? "a take")”"
    }
    return switch trouble {
    case .unreadable(let row):
      "This device couldn’t read \(what(row)) to upload it. Reopen Woodshed; if that doesn’t help, "
        + "download it."
    case .missing(let row):
      "The server doesn’t have \(what(row)). Open Woodshed on the device it came from to upload it again."
    case .damaged(let row):
      "The download of \(what(row)) was damaged and wasn’t saved. Try again."
    case .noRoom(let row):
      "Not enough storage for \(what(row)). It’s safe on the server; free up space and try again."
    case .refused(let words):
      words
        ?? "The server isn’t accepting files right now. Everything on this device is safe."
    }
  }
}

// MARK: - Stored choices

extension Carrier.Choices {
  private static let holdsBack: UInt8 = UInt8(ascii: "h")
  private static let all: UInt8 = UInt8(ascii: "a")

  /// One letter for each choice that differs from the default.
  init(_ text: String) {
    self.init()
    sends = !text.utf8.contains(Self.holdsBack)
    keepsAll = text.utf8.contains(Self.all)
  }

  var text: String { (sends ? "" : "h") + (keepsAll ? "a" : "") }
}

extension Carrier.Word {
  private static let separator = UInt8(ascii: ".")

  init?(_ text: String) {
    let parts = text.utf8.split(separator: Self.separator)
    guard parts.count == 2, let bits = Bits128(hex: String(decoding: parts[0], as: UTF8.self)),
      let files = Bits128(hex: String(decoding: parts[1], as: UTF8.self))
    else { return nil }
    self.init(Epoch(bits.high), Int64(clamping: bits.low), files: files.low)
  }

  var text: String {
    Bits128(high: epoch.bits, low: UInt64(clamping: moment)).hex + "."
      + Bits128(high: 0, low: files).hex
  }
}

// MARK: - Files

extension TakeFiles {
  private static let part = ".part"

  fileprivate static func whole(_ file: Carrier.File) -> String {
    TakeFiles.file(of: file.row, file.blob)
  }

  /// The file of a partly downloaded sound.
  static func part(_ file: Carrier.File) -> String { whole(file) + part }

  /// The file that a partial download will become, if this is one.
  static func whole(of name: String) -> String? {
    name.endsWithBytes(of: part)
      ? String(decoding: name.utf8.dropLast(part.utf8.count), as: UTF8.self) : nil
  }
}

extension Shelf {
  /// What the carrier needs to know about rows and their files. Sounds with only an unfinished recording here are
  /// left out.
  fileprivate func items(of rows: Takes.State) -> [Carrier.Item] {
    guard let files else { return [] }
    var whole: Set<String> = []
    // Most takes are complete or not here at all: names are only built for the others.
    var isMixed = false
    for name in files.keys {
      if TakeFiles.isFinished(name) {
        whole.insert(TakeFiles.sha256(of: name))
      } else if !name.endsWithBytes(of: TakeFiles.wave) {
        isMixed = true
      }
    }
    var items: [Carrier.Item] = []
    func add(_ file: Carrier.File, isSent: Bool) {
      var here = Carrier.Item.Presence.nothing
      if !whole.isEmpty, whole.contains(Hex.text(of: file.blob.sha256)) {
        here = .whole
      } else if isMixed, files[TakeFiles.recording(file.row)] != nil {
        return
      } else if isMixed, let count = files[TakeFiles.part(file)] {
        here = .part(count)
      }
      items.append(Carrier.Item(file, isSent: isSent, here: here))
    }
    for take in rows.takes where take.state == .kept || take.state == .sent {
      if let sound = take.sound {
        add(Carrier.File(take.id, sound), isSent: take.state == .sent)
      }
    }
    for row in rows.carried { add(Carrier.File(row.id, row.file), isSent: row.isSent) }
    return items
  }

  /// The file that holds the whole of a sound.
  fileprivate func finishedFile(_ file: Carrier.File) -> String {
    let own = TakeFiles.whole(file)
    return files?[own] != nil
      ? own
      : files(of: file.blob).first { $0.endsWithBytes(of: TakeFiles.ending(of: file.blob)) } ?? own
  }

  /// All files of a sound, including its waveforms.
  fileprivate func files(of blob: BlobReference) -> [String] {
    let sha256 = Hex.text(of: blob.sha256)
    return (files ?? [:]).keys.filter { TakeFiles.sha256(of: $0).hasSameBytes(as: sha256) }.sorted()
  }
}
