import Domain
import Ledger
import Storage
import Testing

@testable import Server

/// Every role, action and state of a row and a grant.
@Suite struct AccessTests {
  private let owner = AccountID(Bits128(high: 1, low: 2))
  private let now: Int64 = 1_000

  @Test func ownsItsOwnSpaceOnly() {
    let other = AccountID(Bits128(high: 1, low: 3))
    #expect(Access.owns(owner, Place(owner, .own(of: owner))))
    for place in [
      Place(other, .own(of: other)), Place(owner, .own(of: other)), Place(other, .own(of: owner)),
    ] {
      #expect(!Access.owns(owner, place))
    }
  }

  /// What each role may do with a row that nothing hides from it: with another, nothing but the owner's.
  private static let rights: [(role: Role, action: Access.Action, plain: Bool, remark: Bool)] = [
    (.owner, .read, true, true), (.owner, .write, true, true), (.owner, .recall, true, true),
    (.owner, .offer, true, true), (.owner, .share, true, true), (.owner, .erase, true, true),
    (.editor, .read, true, true), (.editor, .write, true, true), (.editor, .recall, false, false),
    (.editor, .offer, false, false), (.editor, .share, false, false),
    (.editor, .erase, false, false),
    (.commenter, .read, true, true), (.commenter, .write, false, true),
    (.commenter, .recall, false, false), (.commenter, .offer, false, false),
    (.commenter, .share, false, false), (.commenter, .erase, false, false),
    (.reader, .read, true, true), (.reader, .write, false, false),
    (.reader, .recall, false, false), (.reader, .offer, false, false),
    (.reader, .share, false, false), (.reader, .erase, false, false),
  ]

  /// A row's facts, from the cells that it would have.
  private func facts(of kind: KindID, isPrivate: Bool, moment: Int64) -> RowFacts {
    func cell(_ field: FieldID, _ value: Value) -> RowCell {
      let stamp = Stamp(HybridTime(milliseconds: moment), DeviceID(1))
      return RowCell(
        row: RowID(Bits128(high: 1, low: 1)), kind: kind,
        cell: Cell(field: field, stamp: stamp, value: value))
    }
    return RowFacts([cell(.privacy, .bool(isPrivate)), cell(FieldID(9), .text("a phrase"))])
  }

  @Test func theMatrix() {
    #expect(Self.rights.count == Role.allCases.count * Access.Action.allCases.count)
    for (role, action, plain, remark) in Self.rights {
      for state in 0..<64 {
        let isRemark = state & 1 != 0
        let isPrivate = state & 2 != 0
        let isListed = state & 4 == 0
        let isBefore = state & 8 != 0
        let isOver = state & 16 != 0
        let isBound = state & 32 != 0
        let kind: KindID = isRemark ? .remark : .note
        let grant = Grant(
          role, kinds: isBound ? [isListed ? kind : .piece] : nil, since: isBound ? 500 : nil,
          expiry: isOver ? now : isBound ? now + 1 : nil)
        let row = facts(of: kind, isPrivate: isPrivate, moment: isBefore ? 499 : 500)
        let isHidden = isPrivate || isOver || isBound && (!isListed || isBefore)
        let expected = (isRemark ? remark : plain) && (role == .owner || !isHidden)
        #expect(
          Access.allows(action, on: row, with: grant, now: now) == expected,
          "\(role) \(action) \(state)")
        #expect(!Access.allows(action, on: row, with: nil, now: now))
      }
    }
  }

  /// What cells say of their row, in doubt for the owner alone.
  @Test(arguments: [
    (KindID.note, FieldID.privacy, Value.bool(true), true, Int64(500)),
    (.note, .privacy, .bool(false), false, 500), (.note, .privacy, .null, false, 500),
    (.note, .privacy, .text("no"), true, 500), (.note, FieldID(9), .bool(true), false, 500),
    (.conflict, FieldID(9), .null, true, 500),
    (.note, FieldID(9), .instant(milliseconds: 20, zoneMinutes: 60), false, 20),
    (.note, FieldID(9), .instant(milliseconds: 900, zoneMinutes: 60), false, 500),
    (.note, FieldID(9), .day(-1), false, -86_400_000), (.note, FieldID(9), .day(.min), false, .min),
    (.note, FieldID(9), .day(.max), false, 500),
  ])
  func aRowsFacts(kind: KindID, field: FieldID, value: Value, isPrivate: Bool, moment: Int64) {
    let stamp = Stamp(HybridTime(milliseconds: 500), DeviceID(1))
    let facts = RowFacts([
      RowCell(
        row: RowID(Bits128(high: 1, low: 1)), kind: kind,
        cell: Cell(field: field, stamp: stamp, value: value))
    ])
    #expect(facts.kinds == [kind] && facts.isPrivate == isPrivate && facts.moment == moment)
  }

  /// A row with cells of several kinds is seen by those who may see them all.
  @Test func aRowOfTwoKinds() {
    var both = facts(of: .note, isPrivate: false, moment: 500)
    both.take(
      RowCell(
        row: RowID(Bits128(high: 1, low: 1)), kind: .piece,
        cell: Cell(
          field: FieldID(8), stamp: Stamp(HybridTime(milliseconds: 500), DeviceID(1)),
          value: .null)))
    #expect(!Grant(.reader, kinds: [.note]).covers(both))
    #expect(!Grant(.reader, kinds: [.piece]).covers(both))
    #expect(Grant(.reader, kinds: [.note, .piece]).covers(both))
  }

  /// Without a row it is asked whether there is anything to be done at all.
  @Test func theSpaceAsAWhole() {
    for (role, action, _, remark) in Self.rights {
      #expect(Access.allows(action, with: Grant(role), now: now) == remark)
      let over = Grant(role, expiry: now)
      #expect(Access.allows(action, with: over, now: now) == (role == .owner))
      #expect(!Access.allows(action, with: nil, now: now))
    }
  }
}
