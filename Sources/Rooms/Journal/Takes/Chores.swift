import Domain
import Ledger
import RoomKit
import Sound

/// What needs to be done with the files of a space, computed from the files and rows alone.
struct Chores {
  /// Work on one file; the worker does one after another.
  struct Job: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      /// Recovers an interrupted recording.
      case recover
      /// Creates the finished file.
      case finish
      /// Renders a tune of the sample data into a file.
      case render
      /// Imports a file.
      case take
    }

    let take: RowID
    let kind: Kind
  }

  /// Files that nothing refers to any more.
  var erased: [String] = []
  var job: Job?

  /// - Parameters:
  ///   - refused: jobs that cannot be done now: another tab is at it, or they failed.
  ///   - held: a file that is being read.
  ///   - isFirst: whether this page has exported nothing yet.
  init(
    _ files: [String: UInt64], _ room: RoomContext, refusing refused: Set<Job>,
    holding held: String?, isFirst: Bool
  ) {
    var used: Set<String>?
    for name in files.keys.sorted() where name != held {
      guard let id = TakeFiles.take(of: name) else {
        if isFirst, TakeFiles.isHandedOut(name) { erased.append(name) }
        continue
      }
      let row = room.data[id]
      if TakeFiles.isUnfinished(name) || TakeFiles.whole(of: name).flatMap({ files[$0] }) != nil {
        erased.append(name)
      } else if let row, row.life == .purged {
        let files = used ?? Self.filesInUse(room.data)
        used = files
        if !files.contains(TakeFiles.sha256(of: name)) { erased.append(name) }
      } else if name == TakeFiles.recording(id) {
        tend(id, row.map { Take($0) }, files, room, refused)
      }
    }
  }

  /// What a recording still needs.
  private mutating func tend(
    _ id: RowID, _ take: Take?, _ files: [String: UInt64], _ room: RoomContext, _ refused: Set<Job>
  ) {
    switch take?.state ?? .recording {
    case .recording: begin(Job(take: id, kind: .recover), refused)
    case .recorded, .lost: begin(Job(take: id, kind: .finish), refused)
    case .kept, .sent:
      let finished = take?.sound.map { TakeFiles.sound(id, $0.sha256, TakeFiles.flac) }
      if let finished, files[finished] != nil {
        // The recording goes only once the row that refers to the finished file is durable.
        if room.isSafe { erased.append(TakeFiles.recording(id)) }
      } else {
        begin(Job(take: id, kind: .finish), refused)
      }
    }
  }

  /// Takes whose finished file exists although their rows do not say so, because that was undone or never became
  /// durable.
  static func found(
    _ files: [String: UInt64], _ data: Replica
  ) -> [(take: Take, sound: BlobReference)] {
    var found: [(take: Take, sound: BlobReference)] = []
    for (name, size) in files where name.endsWithBytes(of: TakeFiles.flac) {
      guard let id = TakeFiles.take(of: name), let row = data[id], row.life != .purged,
        files[TakeFiles.recording(id)] == nil,
        let sha256 = Hex.bytes(Array(TakeFiles.sha256(of: name).utf8)),
        let sound = BlobReference(
          sha256: sha256, byteCount: size, mimeType: TakeFiles.soundType)
      else { continue }
      let take = Take(row)
      if take.sound == nil { found.append((take, sound)) }
    }
    return found
  }

  private mutating func begin(_ job: Job, _ refused: Set<Job>) {
    if self.job == nil, !refused.contains(job) { self.job = job }
  }

  /// The hashes of all files that rows refer to, including rows in the trash.
  private static func filesInUse(_ data: Replica) -> Set<String> {
    var files: Set<String> = []
    data.forEachRow { row in
      guard row.life != .purged else { return }
      let file = row.kind == .take ? Take(row).sound : CarriedRow(row)?.file
      if let file { files.insert(Hex.text(of: file.sha256)) }
    }
    return files
  }
}

// MARK: - Names

extension TakeFiles {
  /// The waveform of a sound.
  static let wave = ".wave"
  static let soundType = "audio/flac"
  private static let unfinished = ".new"
  private static let handedOut = "out-"

  static func unfinished(_ take: RowID, _ ending: String) -> String {
    take.bits.hex + ending + unfinished
  }

  static func isUnfinished(_ name: String) -> Bool { name.endsWithBytes(of: unfinished) }

  /// A file created for export, which the browser reads afterwards.
  static func handedOut(_ name: RowID, _ ending: String) -> String {
    handedOut + name.bits.hex + ending
  }

  static func isHandedOut(_ name: String) -> Bool { name.utf8.starts(with: handedOut.utf8) }

  /// The take that a file name starts with.
  static func take(of name: String) -> RowID? {
    Bits128(hex: String(decoding: Array(name.utf8.prefix(32)), as: UTF8.self)).map { RowID($0) }
  }

  /// The hash in the name of a finished file.
  static func sha256(of name: String) -> String {
    String(decoding: Array(name.utf8.dropFirst(33).prefix(64)), as: UTF8.self)
  }
}
