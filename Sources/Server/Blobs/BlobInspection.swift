/// The check of a file's first bytes that decides whether it is accepted.
enum BlobInspection {
  /// The fewest bytes that can be checked, unless the file is shorter.
  static let leastHead = 64
  /// How many bytes are checked once a file is complete.
  static let mostHead = 1_048_576

  /// Refuses a file that is not of the announced kind, or too large a picture. The size of a picture may follow later,
  /// unless `isAll`.
  static func check(
    _ head: [UInt8], is kind: BlobKind, isAll: Bool
  ) throws(BlobRefusal) {
    guard isAll || head.count >= leastHead else { throw .headTooShort(leastHead) }
    guard !head.isMarkup else { throw .couldRun }
    guard kind.begins(head) else { throw .notOfItsKind(kind.name) }
    guard kind.isImage else { return }
    guard let size = PictureSize(kind, head: head) else {
      guard !isAll else { throw .notOfItsKind(kind.name) }
      return
    }
    guard size.isWithinLimit else { throw .tooManyPixels }
  }
}
