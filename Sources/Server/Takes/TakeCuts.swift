import Domain
import HTTP
import Ledger
import Platform
import Sound
import Storage

/// Cut takes as files that contain nothing else of their recordings.
///
/// The latest are kept, because a player asks for a take in several parts. Their files have no names: they are gone
/// when this is, or once others have taken their place and nobody is listening to them.
final class TakeCuts: Sendable {
  /// A cut take and its file.
  struct Cut: Sendable {
    let blob: Blob
    let file: FilePart
  }

  /// How many are kept, and how many bytes of them.
  static let countLimit = 16
  static let byteLimit = 1 << 30
  /// How many are made at once, and how many requests may wait for them.
  static let workLimit = 4
  static let waitLimit = 16
  /// How many recordings that cannot be cut are remembered, so that they are not tried at every request.
  static let refusedLimit = 64

  fileprivate struct State {
    /// The latest one last.
    var kept: [Cut] = []
    var working = 0
    var waiting = 0
    var refused: [BlobName] = []
  }

  private let blobs: Blobs
  private let state = Lock(State())
  private let turns = Turns<BlobName>()

  init(_ blobs: Blobs) {
    self.blobs = blobs
  }

  /// Whether something remains of a cut take, and its recording is of a kind that is cut here.
  static func canCut(_ take: Take, _ kind: BlobKind) -> Bool {
    kind == .flac && TakeEdit(parsing: take.edit).map { $0.frames > 0 } == true
  }

  /// The sound of a cut take; `nil` if nothing of it remains, or if its recording cannot be cut here.
  func cut(_ take: Take, from blob: Blob) throws(ServerError) -> Cut? {
    guard let edit = TakeEdit(parsing: take.edit), let name = Self.name(of: take, from: blob)
    else { return nil }
    if let cut = kept(name) { return cut }
    guard state.withLock({ $0.beginToWait() }) else { throw .busyCutting }
    defer { state.withLock { $0.waiting -= 1 } }
    return try turns.with(name) { () throws(ServerError) in
      if let cut = kept(name) { return cut }
      if state.withLock({ $0.refused.contains(name) }) { return nil }
      guard state.withLock({ $0.begin() }) else { throw .busyCutting }
      defer { state.withLock { $0.working -= 1 } }
      let made = try passing(make(edit, from: blob, as: name), as: ServerError.files)
      if let made { state.withLock { $0.keep(made) } }
      return made
    }
  }

  /// The same for the same parts of the same recording of an account.
  private static func name(of take: Take, from blob: Blob) -> BlobName? {
    let text = "\(blob.account.bits.hex) \(blob.name.hex) \(take.edit)"
    return BlobName(bytes: SHA256.digest(of: Array(text.utf8)).bytes)
  }

  private func kept(_ name: BlobName) -> Cut? {
    state.withLock { state in
      guard let place = state.kept.firstIndex(where: { $0.blob.name == name }) else { return nil }
      state.kept.append(state.kept.remove(at: place))
      return state.kept.last
    }
  }

  private func make(
    _ edit: TakeEdit, from blob: Blob, as name: BlobName
  ) throws(BlobError) -> Cut? {
    guard let (_, recording) = try blobs.open(blob.name, of: blob.account) else { return nil }
    let source = FilePart(closing: recording.descriptor, from: 0, count: Int(blob.byteCount))
    let file = try filing(blobs.folder.openUnnamed())
    var count: Int64 = 0
    var failure: SystemError?
    let isWritten: Bool?
    do throws(FlacError) {
      let cut = try FlacCut(of: edit, length: blob.byteCount) { offset, count in
        let start = min(max(offset, 0), blob.byteCount)
        return source.part(start..<min(start + Int64(count), blob.byteCount)).bytes
      }
      isWritten = try cut?.write { portion in
        do throws(SystemError) {
          try blobs.folder.write(portion, to: file, at: count)
        } catch {
          failure = error
        }
        count += Int64(portion.count)
        return failure == nil
      }
    } catch {
      // Damaged, or not a recording of ours.
      isWritten = nil
    }
    // From here on it is closed with its last part.
    let part = FilePart(closing: file.descriptor, from: 0, count: Int(count))
    if let failure { throw .files(failure) }
    guard isWritten == true else {
      state.withLock { $0.refuse(name) }
      return nil
    }
    return Cut(
      blob: Blob(
        account: blob.account, name: name, byteCount: count, mimeType: blob.mimeType,
        state: .ready, receivedAt: blob.receivedAt),
      file: part)
  }
}

extension TakeCuts.State {
  /// Whether one more can be made now.
  fileprivate mutating func begin() -> Bool {
    guard working < TakeCuts.workLimit else { return false }
    working += 1
    return true
  }

  /// Whether one more request may wait.
  fileprivate mutating func beginToWait() -> Bool {
    guard waiting < TakeCuts.waitLimit else { return false }
    waiting += 1
    return true
  }

  fileprivate mutating func refuse(_ name: BlobName) {
    refused.append(name)
    if refused.count > TakeCuts.refusedLimit { refused.removeFirst() }
  }

  fileprivate mutating func keep(_ cut: TakeCuts.Cut) {
    kept.append(cut)
    while kept.count > TakeCuts.countLimit
      || kept.reduce(0, { $0 + $1.file.count }) > TakeCuts.byteLimit
    {
      kept.removeFirst()
    }
  }
}

extension ServerError {
  fileprivate static let busyCutting = refusal(
    .unavailable, code: "busy", message: "The server is busy. Try again in a moment.",
    headers: ["Retry-After": "1"])
}
