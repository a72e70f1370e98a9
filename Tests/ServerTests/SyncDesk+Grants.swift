import HTTP
import Ledger
import Server
import Storage
import Testing

/// What tests ask for others who were let in.
extension SyncDesk {
  static var owned: Place { Place(.onlyOwner, .own(of: .onlyOwner)) }

  /// An account with a browser that is signed in to it.
  struct Person {
    let account: AccountID
    let asker: Asker
  }

  func person(_ name: String) throws -> Person {
    let cookie = try signUp(name)
    let profile = try profile(as: .cookie(cookie))
    guard let bits = profile["account"]?.string.flatMap(Bits128.init(hex:)) else {
      throw Unexpected()
    }
    return Person(account: AccountID(bits), asker: .cookie(cookie))
  }

  /// Lets somebody into the owner's space.
  func letIn(_ person: Person, _ grant: Grant) throws {
    let giving = try store.give(grant, label: "a guest", in: Self.owned, to: person.account)
    guard case .given = giving else { throw Unexpected() }
  }

  /// One action of the owner's in one row.
  func changes(
    _ row: RowID, of kind: KindID = .note, _ values: [(FieldID, Value)], at moment: Int64 = 0,
    by device: UInt64 = 1
  ) -> [Change] {
    let stamp = Stamp(HybridTime(milliseconds: Self.now + moment), DeviceID(device))
    return values.map { field, value in
      Change(
        RowCell(row: row, kind: kind, cell: Cell(field: field, stamp: stamp, value: value)),
        base: nil)
    }
  }

  func pages(
    since: UInt64 = 0, bytes: Int = 1 << 19, as asker: Asker
  ) throws -> [PullPage] {
    var pages: [PullPage] = []
    var next = since
    repeat {
      let answer = ask(.get, path("pull?since=\(next)&bytes=\(bytes)"), as: asker)
      guard answer.status == .ok, case .pull(let page) = try frame(of: answer).body else {
        throw Unexpected()
      }
      pages.append(page)
      next = page.to
    } while pages.last?.hasMore == true
    return pages
  }

  func digest(as asker: Asker) throws -> SpaceDigest {
    let answer = ask(.get, path("digest"), as: asker)
    guard answer.status == .ok, case .digest(let digest) = try frame(of: answer).body else {
      throw Unexpected()
    }
    return digest
  }

  func push(_ changes: [Change], to call: String = "push", as asker: Asker) throws -> Response {
    let frame = try frame(with: changes, isOffer: call == "offer")
    return ask(
      .post, path(call), ["Content-Type": Frame.mediaType], body: frame.bytes, as: asker)
  }

  /// Sends a JSON object to a call below the owner's space.
  func tell(_ members: [JSON.Member], to call: String, as asker: Asker = .owner) -> Response {
    ask(
      .post, path(call), ["Content-Type": "application/json"], body: JSON.object(members).bytes,
      as: asker)
  }
}

extension RowID {
  static func numbered(_ number: UInt64) -> RowID { RowID(Bits128(high: 7, low: number)) }
}
