/// The look at a file's first bytes that decides whether it is kept.
enum BlobInspection {
  /// With fewer bytes than these, unless they are all, nothing can be told.
  static let leastHead = 64
  /// So many bytes are looked at once a file is whole.
  static let mostHead = 1_048_576

  /// Refuses what is not the kind of file that it was said to be, or too large a picture. A picture's size may
  /// stand further on, until all there is to look at is there.
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
