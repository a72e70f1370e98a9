/// Why a file is refused.
public enum BlobRefusal: Error, Hashable, Sendable {
  /// The account has no such file, or no such upload.
  case notThere
  case tooLarge(limit: Int64)
  case noRoom(left: Int64)
  case tooMany(limit: Int64)
  /// Files of this kind are not supported.
  case kindNotKept
  /// A page or a drawing that could run in somebody's browser.
  case couldRun
  /// It is not of the announced kind.
  case notOfItsKind(String)
  case tooManyPixels
  /// The first chunk does not show what the file is.
  case headTooShort(Int)
  /// The upload is at another offset.
  case wrongOffset(Int64)
  case pastItsEnd
  /// The chunk was damaged in transit.
  case damagedChunk
  /// The bytes do not match the announced digest.
  case wrongContent
}
