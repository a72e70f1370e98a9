import Ledger
import Platform
import Simulation
import Storage

/// A real store as the server of a simulated schedule, in its own space.
///
/// The content of a space follows from the calls made to it. So a backup is the list of these calls, and a
/// restored server is another space to which the same calls are made.
final class StoreServer {
  /// The first thing that the store could not do.
  private(set) var failure: StorageError?

  private enum Deed {
    case push(Push, now: Int64)
    case guestPush(Push, now: Int64)
    case forget(now: Int64)
    case begin(Epoch)
    case give(Grant?)
    case claim(BlobReference, hasRoom: Bool, now: Int64)
    case piece(FilePiece, now: Int64)
    case loseParts
    case sweep(now: Int64)
  }

  private let store: any ServerStore
  private var place = StoreServer.newPlace()
  private var epoch = Epoch.none
  private var folder = FileFolder()
  private var deeds: [Deed] = []
  private var backup: [Deed] = []

  /// A server that starts with that epoch.
  init(_ store: any ServerStore, epoch: Epoch) {
    self.store = store
    enter()
    carryOut(.begin(epoch))
  }

  /// The server as a schedule sees it.
  var simulated: SimulatedServer {
    SimulatedServer(
      push: { self.push($0, now: $1) },
      pull: { self.pull(since: $0, byteLimit: $1, now: $2) },
      header: { self.header },
      history: { row in
        self.attempt([]) { store, place throws(StorageError) in
          try store.wholeHistory(of: row, in: place, byteLimit: 512)
        }
      },
      past: { sequence in
        self.attempt([]) { store, place throws(StorageError) in
          var cells: [RowCell] = []
          while true {
            let page = try store.state(
              of: place, asOf: sequence, after: cells.last?.row, byteLimit: 2_048)
            cells += page.cells
            guard page.hasMore else { return cells }
          }
        }
      },
      sequence: { moment, now in
        self.attempt(nil) { store, place throws(StorageError) in
          guard
            case .sequence(let sequence) = try store.recollection(
              of: .time(milliseconds: moment), in: place, now: now)
          else { return nil }
          return sequence
        }
      },
      forget: { self.carryOut(.forget(now: $0)) },
      backUp: { self.backup = self.deeds },
      restore: { epoch in
        self.place = Self.newPlace()
        self.enter()
        self.deeds = []
        self.folder = FileFolder()
        for deed in self.backup { self.carryOut(deed) }
        self.carryOut(.loseParts)
        if let epoch { self.carryOut(.begin(epoch)) }
      },
      give: { self.carryOut(.give($0)) },
      guestPull: { since, reach, byteLimit, now in
        self.attempt(nil) { store, place throws(StorageError) in
          try store.pull(
            place, by: Self.guest, since: since, reach: reach, byteLimit: byteLimit, now: now)
        }
      },
      guestPush: { self.guestPush($0, now: $1) },
      claim: { self.claim($0, hasRoom: $1, now: $2) },
      takePiece: { self.take($0, now: $1) },
      sweep: { self.sweep(now: $0) },
      files: { self.files })
  }

  private static let guest = AccountID(Bits128(high: 0x6E57, low: 1))

  /// Creates the account that the place belongs to.
  private func enter() {
    let isNew = attempt(false) { store, place throws(StorageError) in
      try store.add(Account(id: place.account, login: nil, madeAt: 0))
    }
    if !isNew, failure == nil { failure = .unavailable }
  }

  private func push(_ push: Push, now: Int64) -> PushReply {
    let refusal = PushReply(status: .forbidden, epoch: push.epoch, sequence: 0, now: now)
    let reply = attempt(refusal) { store, place throws(StorageError) in
      try store.push(push, to: place, now: now)
    }
    if reply.status == .ok { deeds.append(.push(push, now: now)) }
    guard reply.status == .epoch, push.epoch == epoch else { return reply }
    // The store has found that it is an old copy and drawn an epoch; in a schedule, all randomness comes from its seed.
    var told = reply
    told.epoch = push.epoch.afterSilentRestore
    carryOut(.begin(told.epoch))
    return told
  }

  private func guestPush(_ push: Push, now: Int64) -> PushReply? {
    let reply = attempt(nil) { store, place throws(StorageError) in
      try store.push(push, to: place, by: Self.guest, now: now)
    }
    if let reply, reply.held.contains(true) { deeds.append(.guestPush(push, now: now)) }
    return reply
  }

  private func pull(since sequence: UInt64, byteLimit: Int, now: Int64) -> PullPage {
    let nothing = PullPage(
      epoch: .none, from: sequence, to: sequence, hasMore: false, now: now, digest: 0, cells: [])
    return attempt(nothing) { store, place throws(StorageError) in
      try store.pull(place, since: sequence, byteLimit: byteLimit, now: now)
    }
  }

  private var header: SpaceHeader {
    attempt(SpaceHeader(epoch: .none)) { store, place throws(StorageError) in
      try store.header(of: place)
    }
  }

  private func carryOut(_ deed: Deed) {
    switch deed {
    case .push(let push, let now):
      _ = self.push(push, now: now)
      return
    case .guestPush(let push, let now):
      _ = guestPush(push, now: now)
      return
    case .claim(let file, let hasRoom, let now):
      _ = claim(file, hasRoom: hasRoom, now: now)
      return
    case .piece(let piece, let now):
      _ = take(piece, now: now)
      return
    case .sweep(let now):
      _ = sweep(now: now)
      return
    case .loseParts: folder.loseParts()
    case .forget(let now):
      attempt(()) { store, place throws(StorageError) in try store.forget(in: place, now: now) }
    case .begin(let epoch):
      self.epoch = epoch
      attempt(()) { store, place throws(StorageError) in try store.begin(epoch, in: place) }
    case .give(let grant?):
      attempt(()) { store, place throws(StorageError) in
        _ = try store.give(grant, label: "a guest", in: place, to: Self.guest)
      }
    case .give(nil):
      attempt(()) { store, place throws(StorageError) in
        _ = try store.revokeGrant(of: Self.guest, in: place)
      }
    }
    deeds.append(deed)
  }

  // MARK: - Files

  private func claim(_ file: BlobReference, hasRoom: Bool, now: Int64) -> FileProgress {
    deeds.append(.claim(file, hasRoom: hasRoom, now: now))
    giveUpUploads(now: now)
    guard let name = BlobName(bytes: file.sha256) else { return .unknown }
    let quota = BlobQuota(count: hasRoom ? BlobQuota().count : 0)
    let upload = UploadID(Bits128(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max)))
    return attempt(.unknown) { store, place throws(StorageError) in
      let blob = Blob(
        account: place.account, name: name, byteCount: Int64(file.byteCount),
        mimeType: file.mimeType, state: .arriving(upload), receivedAt: now)
      switch try store.admit(blob, within: quota) {
      case .added: return .arriving(0)
      case .known(let known) where known.upload == nil:
        try store.renew(name, of: place.account, now: now)
        return .ready
      case .known: return .arriving(folder.count(of: name.bytes))
      case .full: return .full
      case .noAccount: return .unknown
      }
    }
  }

  private func take(_ piece: FilePiece, now: Int64) -> FileProgress {
    deeds.append(.piece(piece, now: now))
    guard let name = BlobName(bytes: piece.file.sha256) else { return .unknown }
    return attempt(.unknown) { store, place throws(StorageError) in
      guard let upload = try store.blob(name, of: place.account)?.upload else { return .unknown }
      let progress = folder.take(piece)
      guard progress == .ready else { return progress }
      return try store.finish(upload, of: place.account, now: now) ? .ready : .unknown
    }
  }

  private func sweep(now: Int64) -> [[UInt8]] {
    deeds.append(.sweep(now: now))
    giveUpUploads(now: now)
    let names = attempt([]) { store, place throws(StorageError) in
      try store.sweepBlobs(of: place.account, now: now).map { $0.bytes }
    }
    for name in names { folder.remove(name) }
    return names
  }

  private func giveUpUploads(now: Int64) {
    attempt(()) { store, place throws(StorageError) in
      for blob in try store.blobs(of: place.account)
      where blob.upload != nil && now - blob.receivedAt >= Blob.uploadLimit {
        try store.remove(blob.name, of: place.account)
        folder.remove(blob.name.bytes)
      }
    }
  }

  private var files: [ListedFile] {
    attempt([]) { store, place throws(StorageError) in
      try store.blobs(of: place.account).map { blob in
        let name = blob.name.bytes
        return ListedFile(
          name: name, bytes: blob.upload == nil ? folder.bytes(of: name) ?? [] : nil)
      }
    }
  }

  /// Does something with the space; gives `otherwise` if the store fails.
  private func attempt<Value>(
    _ otherwise: Value, _ body: (any ServerStore, Place) throws(StorageError) -> Value
  ) -> Value {
    do throws(StorageError) {
      return try body(store, place)
    } catch {
      if failure == nil { failure = error }
      return otherwise
    }
  }

  private static func newPlace() -> Place {
    let account = AccountID(Bits128(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max)))
    return Place(account, .own(of: account))
  }
}
