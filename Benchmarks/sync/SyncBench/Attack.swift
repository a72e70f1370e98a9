import Glibc
import Ledger
import Platform

/// One account that asks for as much work as it can, and another that pushes one cell at a time meanwhile.
struct Attack {
  /// How many connections the attacker has.
  private static let width = 4
  /// How often the other pushes, in nanoseconds.
  private static let pace: UInt64 = 20_000_000

  private let port: Int
  private let attacker: Member
  private let other: Member

  init(port: Int) {
    self.port = port
    guard let attacker = Member.signUp(port, "attacker"), let other = Member.signUp(port, "other")
    else { fail("no account could be made: is the server one with --sign-up open?") }
    (self.attacker, self.other) = (attacker, other)
  }

  // MARK: - The writer

  /// Pushes without and with large pushes of another account, and prints how long they took.
  func stall(seconds: Int) {
    show("Alone:                     \(pushSingly(seconds: seconds, device: 1))")
    for (index, form) in Form.allCases.enumerated() {
      let isOver = Lock(false)
      let counts = Lock((pushes: 0, taken: 0))
      let threads = (0..<Self.width).map { thread in
        Thread { [port, attacker] in
          guard var client = Client(port: port, cookie: attacker.cookie) else { return }
          var round: UInt64 = 0
          while !isOver.withLock({ $0 }) {
            let device = UInt64(100 + index * Self.width + thread)
            let body = attacker.push(form.changes(device: device, round: round))
            round += 1
            let answer = client.answer(
              to: "POST \(attacker.base)/push", Frame.mediaType, body: body)
            guard let answer else { return }
            if answer.status == 429 { usleep(100_000) }
            counts.withLock { counts in
              counts.pushes += 1
              if answer.status == 200 { counts.taken += 1 }
            }
          }
        }
      }
      let times = pushSingly(seconds: seconds, device: UInt64(index + 2))
      isOver.withLock { $0 = true }
      for thread in threads { thread?.join() }
      let (pushes, answered) = counts.withLock { ($0.pushes, $0.taken) }
      show("\(form.rawValue): \(times); \(answered) of \(pushes) such pushes were answered")
    }
  }

  /// What is pushed, each of 4,999 changes.
  private enum Form: String, CaseIterable {
    case oneAction = "Beside one action a push  "
    case oneRow = "Beside 10 values of a cell"
    case manyRows = "Beside a row for each cell"
    /// Each tenth push deletes for good a row that has 40,000 superseded values.
    case longPasts = "Beside purges of long pasts"

    func changes(device: UInt64, round: UInt64) -> [Change] {
      if self == .longPasts, round % 10 == 9 {
        let stamp = Stamp(
          HybridTime(milliseconds: 1_700_000_000_000 + Int64(round)), DeviceID(device))
        let life = Cell(field: .life, stamp: stamp, value: Life.purged.value)
        let row = RowID(Bits128(high: device, low: 100 + round / 10))
        return [Change(RowCell(row: row, kind: .settings, cell: life), base: nil)]
      }
      return (0..<4_999).map { number in
        var row = RowID(Bits128(high: device, low: 7))
        var (field, time) = (UInt64(number) + 9, UInt64(0))
        switch self {
        case .oneAction: break
        case .oneRow: (field, time) = (UInt64(number % 499) + 9, UInt64(number / 499))
        case .longPasts:
          row = RowID(Bits128(high: device, low: 100 + round / 10))
          (field, time) = (UInt64(number % 499) + 9, UInt64(number / 499))
        case .manyRows:
          row = RowID(Bits128(high: device, low: round << 32 | UInt64(number)))
          (field, time) = (9, UInt64(number))
        }
        let start = HybridTime(milliseconds: 1_700_000_000_000 + Int64(round))
        let stamp = Stamp(start.advanced(by: time), DeviceID(device))
        return Change(
          RowCell(
            row: row, kind: .settings, cell: Cell(field: FieldID(field), stamp: stamp, value: .null)
          ), base: nil)
      }
    }
  }

  private func pushSingly(seconds: Int, device: UInt64) -> String {
    guard var client = Client(port: port, cookie: other.cookie) else { fail("no server answers") }
    var times: [UInt64] = []
    let begin = Instant.now
    for number in 0..<(UInt64(seconds) * 1_000_000_000 / Self.pace) {
      let (due, passed) = (number * Self.pace, Instant.now.nanoseconds(since: begin))
      if due > passed { usleep(UInt32((due - passed) / 1_000)) }
      let stamp = Stamp(
        HybridTime(milliseconds: 1_700_000_000_000 + Int64(number)), DeviceID(device))
      let cell = Cell(field: FieldID(9), stamp: stamp, value: .int(Int64(number)))
      let row = RowID(Bits128(high: device, low: number))
      let body = other.push([Change(RowCell(row: row, kind: .settings, cell: cell), base: nil)])
      let start = Instant.now
      guard client.ask("POST \(other.base)/push", Frame.mediaType, body: body) != nil else {
        fail("a push of one cell failed")
      }
      times.append(Instant.now.nanoseconds(since: start))
    }
    times.sort()
    func milliseconds(_ part: Double) -> Double {
      Double(times[min(Int(Double(times.count) * part), times.count - 1)] / 10_000) / 100
    }
    return
      "p50 \(milliseconds(0.5)) ms, p99 \(milliseconds(0.99)) ms, longest \(milliseconds(1)) ms"
  }

  // MARK: - What was

  /// Fills one row's history with about so many megabytes, and the space with rows, and says so; then, at each line that
  /// comes in, reads all of it eight times at once in the way that the line names: history, at, pull, guest, digest or
  /// watch.
  func remember(megabytes: Int) {
    guard var client = Client(port: port, cookie: attacker.cookie) else {
      fail("no server answers")
    }
    let row = RowID(Bits128(high: 1, low: 1))
    let last = fill(megabytes, row, &client)
    show("ready")
    while let way = readLine() {
      let counts = Lock((bytes: 0, pages: 0, longest: 0))
      let begin = Instant.now
      let threads = (0..<8).map { _ in
        Thread { [self] in
          read(way, row, last: last) { count in
            counts.withLock { $0 = ($0.bytes + count, $0.pages + 1, max($0.longest, count)) }
          }
        }
      }
      for thread in threads { thread?.join() }
      let seconds = Double(Instant.now.nanoseconds(since: begin) / 10_000_000) / 100
      let (bytes, pages, longest) = counts.withLock { $0 }
      show(
        "\(way): \(bytes >> 20) MB in \(pages) pages, the longest \(longest >> 10) KB, in \(seconds) s"
      )
    }
  }

  /// Makes the space, gives the other account a view of it, and returns its last number.
  ///
  /// One row has a long history, of sixteen fields. A quarter as much is in rows of a megabyte each, half of which have
  /// one stamp, as no device makes it. A hundred thousand small rows are of a kind that the guest does not see.
  private func fill(_ megabytes: Int, _ row: RowID, _ client: inout Client) -> UInt64 {
    let text = [UInt8](repeating: 0x61, count: 60_000)
    var last: UInt64 = 0
    func push(_ changes: [(RowID, KindID, FieldID, Int, Value)]) {
      let changes = changes.map { row, kind, field, time, value in
        let stamp = Stamp(HybridTime(milliseconds: 1_700_000_000_000 + Int64(time)), DeviceID(1))
        let cell = Cell(field: field, stamp: stamp, value: value)
        return Change(RowCell(row: row, kind: kind, cell: cell), base: nil)
      }
      guard
        let bytes = client.ask(
          "POST \(attacker.base)/push", Frame.mediaType, body: attacker.push(changes)),
        case .pushReply(let reply) = try? Frame(bytes: bytes).body, reply.status == .ok
      else { fail("the space could not be filled") }
      last = reply.sequence
    }
    let pushes = (megabytes << 20) / (16 * text.count)
    for number in 0..<pushes {
      push(
        (0..<16).map { field in
          let time = number * 16 + field
          return (
            row, .settings, FieldID(9 + UInt64(field)), time, .bytes(text + Array("\(time)".utf8))
          )
        })
    }
    for number in 0..<pushes / 4 {
      let time = 16 * pushes + min(number, pushes / 8)
      push(
        (0..<16).map { field in
          let row = RowID(Bits128(high: 2, low: UInt64(number)))
          return (row, .settings, FieldID(9 + UInt64(field)), time, .bytes(text))
        })
    }
    for number in 0..<20 {
      push(
        (0..<Push.changeLimit).map { place in
          let row = RowID(Bits128(high: 3, low: UInt64(number * Push.changeLimit + place)))
          return (row, KindID(20), KindID(20).field(1), 17 * pushes + number * 1_000 + place, .null)
        })
    }
    let grant =
      #"{"account":"\#(other.account.bits.hex)","name":"Guest","role":"reader","#
      + #""kinds":[\#(KindID.settings.number)]}"#
    guard
      client.ask("POST \(attacker.base)/grants", "application/json", body: Array(grant.utf8)) != nil
    else { fail("the space could not be shared") }
    return last
  }

  /// Reads all of a way's pages, and tells how many bytes each has. The digest is the guest's, for which the server reads
  /// all cells. A watch is answered at once where there is something new, mostly without the cells, which a device then
  /// pulls: it is asked from 200 places of the space.
  private func read(_ way: String, _ row: RowID, last: UInt64, _ tell: (Int) -> Void) {
    let cookie = ["guest", "digest"].contains(way) ? other.cookie : attacker.cookie
    guard var client = Client(port: port, cookie: cookie) else { fail("no server answers") }
    var rest: String? = ""
    var asked: UInt64 = 0
    while let place = rest {
      let path =
        switch way {
        case "history": "history?rid=\(row.bits.hex)\(place)"
        case "at": "at?seq=\(last)\(place)"
        case "digest": "digest?seq=\(last)"
        case "watch": "watch?since=\(last / 200 * asked)"
        default: "pull?\(place.isEmpty ? "since=0" : place)"
        }
      guard let bytes = client.ask("GET \(attacker.base)/\(path)&bytes=1048576") else {
        fail("\(way) failed")
      }
      tell(bytes.count)
      asked += 1
      rest =
        switch try? Frame(bytes: bytes).body {
        case .pull where way == "watch": asked < 200 ? "" : nil
        case .history(let page): page.next.map { "&behind=\($0.hex)" }
        case .past(let page) where page.hasMore: page.cells.last.map { "&after=\($0.row.bits.hex)" }
        case .pull(let page) where page.hasMore: "since=\(page.to)"
        default: nil
        }
    }
  }
}
