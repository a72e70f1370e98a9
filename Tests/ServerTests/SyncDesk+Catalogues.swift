import Domain
import HTTP
import Ledger
import Platform
import PostgresStorage
import SQLiteStorage
import Server
import Storage
import TestSupport
import Testing

/// The stores that a suite is held against.
enum StoreKind: String, CaseIterable {
  case sqlite, postgres

  /// A desk whose store is of that kind.
  func desk() throws -> SyncDesk {
    switch self {
    case .sqlite: try SyncDesk()
    case .postgres:
      try SyncDesk(store: PostgresStore(url: PostgresServer.shared().makeDatabase()))
    }
  }
}

/// What tests ask of catalogues.
extension SyncDesk {
  /// Keeps edits as the owner's device would, each row in an action of its own; each call comes later than the one before.
  func keep(_ edits: [Edit], at moment: Int64) throws {
    var time = HybridTime(milliseconds: Self.now + moment)
    var row: RowID?
    let changes = edits.map { edit in
      if edit.row != row { time = time.next }
      row = edit.row
      let cell = Cell(field: edit.field, stamp: Stamp(time, DeviceID(1)), value: edit.value)
      return Change(RowCell(row: edit.row, kind: edit.kind, cell: cell), base: nil)
    }
    let epoch = try store.header(of: Self.owned).epoch
    for start in stride(from: 0, to: changes.count, by: Push.changeLimit) {
      let some = Array(changes[start..<min(start + Push.changeLimit, changes.count)])
      let push = Push(epoch: epoch, cursor: 0, pulledAt: 0, isOffer: true, changes: some)
      let reply = try store.push(push, to: Self.owned, now: Self.now + moment)
      guard reply.status == .ok else { throw Unexpected() }
    }
  }

  /// Publishes a catalogue, and gives its id.
  func publish(_ catalogue: RowID) throws -> PublicationID {
    let answer = tell([.init("catalogue", .string(catalogue.bits.hex))], to: "catalogues")
    guard answer.status == .ok,
      let one = try json(in: answer)["catalogues"]?.array?.first(where: {
        $0["catalogue"]?.string == catalogue.bits.hex
      }),
      let id = one["id"]?.string.flatMap(PublicationID.init)
    else { throw Unexpected() }
    return id
  }

  func read(
    _ target: String, _ headers: Headers = Headers(), peer: IPAddress = .loopback
  ) -> Response {
    var headers = headers
    headers["Sec-Fetch-Site"] = "cross-site"
    return ask(.get, target, headers, peer: peer, as: .nobody)
  }

  /// Everything that a catalogue's pages say, from one address on.
  func pages(from target: String) throws -> [JSON] {
    var pages: [JSON] = []
    var next: String? = target
    while let target = next {
      let answer = read(target)
      guard answer.status == .ok else { throw Unexpected() }
      let page = try json(in: answer)
      pages.append(page)
      next = page["next"]?.string
    }
    return pages
  }
}

/// A small gym: one catalogue, two walls, two colours, a style, and as many climbs as are wanted.
struct Gym {
  let catalogue: Catalogue
  let walls: [CataloguePlace]
  let colours: [CatalogueTag]
  let style: CatalogueTag
  private(set) var climbs: [CatalogueItem] = []

  init(climbs count: Int = 3) {
    func row(_ number: UInt64) -> RowID { RowID(Bits128(high: 11, low: number)) }
    catalogue = Catalogue(row(1), named: "Boulder Hall", .climbs, after: [])
    let first = CataloguePlace(row(2), in: catalogue.id, named: "North wall", after: [])
    walls = [first, CataloguePlace(row(3), in: catalogue.id, named: "Cave", after: [first])]
    colours = [
      CatalogueTag(row(4), in: catalogue.id, named: "Blue", colour: 0x1E6FD9),
      CatalogueTag(row(5), in: catalogue.id, named: "Red", colour: 0xC62828),
    ]
    style = CatalogueTag(row(6), in: catalogue.id, named: "slab")
    for number in 0..<count {
      var climb = CatalogueItem(
        row(100 + UInt64(number)), in: catalogue.id, named: "Climb \(number)")
      climb.number = Int64(number + 1)
      climb.place = walls[number % 2].id
      climb.colour = colours[number % 2].id
      climb.grade = "V\(number % 10)"
      climb.tags = "slab"
      climbs.append(climb)
    }
  }

  var edits: [Edit] {
    catalogue.edits(from: nil) + walls.flatMap { $0.edits(from: nil) }
      + (colours + [style]).flatMap { $0.edits(from: nil) } + climbs.flatMap { $0.edits(from: nil) }
  }

  /// Changes a climb, and gives what keeps it.
  mutating func change(_ place: Int, _ change: (inout CatalogueItem) -> Void) -> [Edit] {
    let old = climbs[place]
    change(&climbs[place])
    return climbs[place].edits(from: old)
  }
}
