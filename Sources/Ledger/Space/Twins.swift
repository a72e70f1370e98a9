/// Who handed in which values under a stamp that the store has with another value.
///
/// Only copied devices and damage create such twins. The store's value counts as one copy, and each sender as one vote
/// for what they handed in: neither the size of a value nor the order of arrival decides, but what more copies agree
/// on.
struct Twins: Equatable {
  private struct Vote: Equatable {
    let sender: UInt64
    let weight: UInt64
  }

  /// Enough for every device a person has; if there are more, the last ones count.
  private static let limit = 16

  private var votes: [Vote] = []

  /// Reads the votes from a conflict row; what cannot be read counts for nothing.
  init(_ value: Value?) {
    guard case .bytes(let bytes) = value, bytes.count % 16 == 0 else { return }
    var reader = ByteReader(bytes)
    while votes.count < bytes.count / 16,
      let sender = try? reader.readFixed(), let weight = try? reader.readFixed()
    {
      votes.append(Vote(sender: sender, weight: weight))
    }
  }

  var value: Value {
    var writer = ByteWriter(capacity: votes.count * 16)
    for vote in votes {
      writer.writeFixed(vote.sender)
      writer.writeFixed(vote.weight)
    }
    return .bytes(writer.bytes)
  }

  /// Whether somebody handed in the cell's value.
  func have(_ cell: RowCell) -> Bool { votes.contains { $0.weight == cell.weight } }

  /// Whether more copies than the store's alone have the cell's value.
  func prefer(_ cell: RowCell) -> Bool { votes.count { $0.weight == cell.weight } > 1 }

  /// Adds a sender's vote for a cell's value; `false` if already counted.
  mutating func add(_ cell: RowCell, from sender: UInt64) -> Bool {
    let vote = Vote(sender: sender, weight: cell.weight)
    guard !votes.contains(vote) else { return false }
    if votes.count >= Self.limit { votes.removeFirst() }
    votes.append(vote)
    return true
  }
}
