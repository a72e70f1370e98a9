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
    #expect(Access.grant(of: owner, in: Place(owner, .own(of: owner))) == .ownership)
    for place in [
      Place(other, .own(of: other)), Place(owner, .own(of: other)), Place(other, .own(of: owner)),
    ] {
      #expect(Access.grant(of: owner, in: place) == nil)
    }
  }

  /// What each role may do with a row that nothing hides from it: with another, nothing but the owner's.
  private static let rights: [(role: Role, action: Access.Action, plain: Bool, comment: Bool)] = [
    (.owner, .read, true, true), (.owner, .write, true, true), (.owner, .share, true, true),
    (.owner, .erase, true, true),
    (.editor, .read, true, true), (.editor, .write, true, true), (.editor, .share, false, false),
    (.editor, .erase, false, false),
    (.commenter, .read, true, true), (.commenter, .write, false, true),
    (.commenter, .share, false, false), (.commenter, .erase, false, false),
    (.reader, .read, true, true), (.reader, .write, false, false),
    (.reader, .share, false, false), (.reader, .erase, false, false),
  ]

  @Test func theMatrix() {
    #expect(Self.rights.count == Role.allCases.count * Access.Action.allCases.count)
    let listed = KindID(7)
    for (role, action, plain, comment) in Self.rights {
      for state in 0..<64 {
        let isComment = state & 1 != 0
        let isPrivate = state & 2 != 0
        let isListed = state & 4 == 0
        let isBefore = state & 8 != 0
        let isOver = state & 16 != 0
        let isBound = state & 32 != 0
        let grant = Grant(
          role, kinds: isBound ? [listed] : nil, since: isBound ? 500 : nil,
          expiry: isOver ? now : isBound ? now + 1 : nil)
        let row = RowFacts(
          kind: isListed ? listed : KindID(8), isComment: isComment, isPrivate: isPrivate,
          moment: isBefore ? 499 : 500)
        let isHidden = isPrivate || isOver || isBound && (!isListed || isBefore)
        let expected = (isComment ? comment : plain) && (role == .owner || !isHidden)
        #expect(
          Access.allows(action, on: row, with: grant, now: now) == expected,
          "\(role) \(action) \(state)")
        #expect(!Access.allows(action, on: row, with: nil, now: now))
      }
    }
  }

  /// Without a row it is asked whether there is anything to be done at all.
  @Test func theSpaceAsAWhole() {
    for (role, action, _, comment) in Self.rights {
      #expect(Access.allows(action, with: Grant(role), now: now) == comment)
      let over = Grant(role, expiry: now)
      #expect(Access.allows(action, with: over, now: now) == (role == .owner))
      #expect(!Access.allows(action, with: nil, now: now))
    }
  }
}
