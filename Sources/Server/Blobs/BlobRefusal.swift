/// Why a file is not taken, or not given.
public enum BlobRefusal: Error, Hashable, Sendable {
  /// The account has no such file, or no such upload.
  case notThere
  case tooLarge(limit: Int64)
  case noRoom(left: Int64)
  case tooMany(limit: Int64)
  /// Files of this kind are not kept.
  case kindNotKept
  /// A page or a drawing that could run in somebody's browser.
  case couldRun
  /// It is not what it was said to be.
  case notOfItsKind(String)
  case tooManyPixels
  /// The first chunk does not show what the file is.
  case headTooShort(Int)
  /// The upload stands somewhere else.
  case wrongOffset(Int64)
  case pastItsEnd
  /// The chunk was damaged on the way.
  case damagedChunk
  /// All bytes together are not those that were promised.
  case wrongContent
}
