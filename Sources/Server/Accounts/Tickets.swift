import Glibc
import Ledger
public import Platform
import Storage

/// The one-time links, each a small file in the data folder, so that the command line can create one while the server
/// runs.
///
/// A file is named by the digest of its token: reading the folder does not give access, and no path contains user
/// input. Removing the file redeems the link.
public struct Tickets: Sendable {
  private let path: String

  /// The tickets in a data folder; creates their folder, private to this user, if needed.
  public init(in data: DataFolder) throws(SystemError) {
    path = data.path + "/tickets"
    guard unsafe mkdir(path, 0o700) != 0, errno != EEXIST else { return }
    throw .last
  }

  /// Creates a ticket that is valid for `lifetime` milliseconds, up to the limit of its kind, and returns its token:
  /// 192 random bits as 48 hexadecimal digits.
  public func issue(
    _ kind: Ticket.Kind, name: String = "", lifetime: Int64? = nil,
    now: Int64 = WallClock.milliseconds
  ) throws(SystemError) -> String {
    let token = Hex.text(of: Secret.bytes(24))
    let lifetime = min(lifetime ?? kind.lifetime, kind.lifetime)
    try keep(Ticket(kind, name: name, expiry: now + lifetime), for: token)
    return token
  }

  /// The ticket of a token, if it is valid for `kind`; this does not redeem it.
  public func ticket(
    for token: String, _ kind: Ticket.Kind, now: Int64
  ) throws(SystemError) -> Ticket? {
    guard let ticket = try ticket(in: Self.fileName(of: token)), ticket.kind == kind,
      ticket.isGood(at: now)
    else { return nil }
    return ticket
  }

  /// Redeems a ticket; of several attempts at once, one succeeds.
  public func redeem(
    _ token: String, _ kind: Ticket.Kind, now: Int64
  ) throws(SystemError) -> Ticket? {
    guard let ticket = try ticket(for: token, kind, now: now),
      try remove(Self.fileName(of: token))
    else { return nil }
    return ticket
  }

  /// Puts back a ticket that was redeemed for something that failed.
  func keep(_ ticket: Ticket, for token: String) throws(SystemError) {
    let name = Self.fileName(of: token)
    let (whole, part) = ("\(path)/\(name)", "\(path)/.\(name)")
    let file = unsafe open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw .last }
    let bytes = ticket.bytes
    let isWritten = unsafe write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
    let error = SystemError.last
    close(file)
    guard isWritten else {
      unsafe unlink(part)
      throw error
    }
    guard unsafe rename(part, whole) == 0 else { throw .last }
  }

  /// Ends every ticket of a kind, such as the launch links of an earlier start.
  public func removeAll(_ kind: Ticket.Kind) throws(SystemError) {
    try removeAll { $0?.kind == kind }
  }

  /// Removes expired tickets, those made by a clock far ahead, and files that are not tickets; `now` is a trusted time.
  public func sweep(now: Int64) throws(SystemError) {
    try removeAll { ticket in
      ticket.map { now > $0.expiry || $0.expiry > now + $0.kind.lifetime + ClockWatch.leap } ?? true
    }
  }

  private func removeAll(where isOver: (Ticket?) -> Bool) throws(SystemError) {
    // A hidden one is being written right now.
    for name in try names() where !name.hasPrefix(".") && !name.contains("/") {
      if isOver(try ticket(in: name)) { _ = try remove(name) }
    }
  }

  /// The files in the folder; tries again if one was removed meanwhile.
  private func names() throws(SystemError) -> [String] {
    for _ in 0..<10 {
      do throws(SystemError) { return try Folder(path).files() } catch {
        guard error.code == ENOENT, Folder(path).exists else { throw error }
      }
    }
    return try Folder(path).files()
  }

  private static func fileName(of token: String) -> String {
    SHA256.digest(of: Array(token.utf8)).hex
  }

  private func ticket(in name: String) throws(SystemError) -> Ticket? {
    let file = unsafe open("\(path)/\(name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else {
      guard errno == ENOENT || errno == ELOOP else { throw .last }
      return nil
    }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = unsafe read(file, &bytes, bytes.count)
    guard count >= 0 else { throw .last }
    return Ticket(bytes: Array(bytes[..<count]))
  }

  /// Removes a file durably; `false` if somebody else already has.
  private func remove(_ name: String) throws(SystemError) -> Bool {
    guard unsafe unlink("\(path)/\(name)") == 0 else {
      guard errno == ENOENT else { throw .last }
      return false
    }
    let folder = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder >= 0 {
      fsync(folder)
      close(folder)
    }
    return true
  }
}
