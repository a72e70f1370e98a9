import Domain
import Ledger
import Platform
import SQLiteStorage
import Storage

/// The description of a backup, with which it can be recognised and checked.
struct BackupManifest {
  static let fileName = "backup.json"

  var madeAt: Int64
  var program: String
  /// The size of the database file and its SHA-256.
  var byteCount: Int64
  var digest: [UInt8]
  var accountCount: Int
  var spaceCount: Int
  var cellCount: Int
  var blobCount: Int
  var blobByteCount: Int64

  init(
    madeAt: Int64, byteCount: Int64, digest: [UInt8], _ report: StoreReport,
    _ blobs: BlobFolder.Report
  ) {
    self.madeAt = madeAt
    program = Version.text
    self.byteCount = byteCount
    self.digest = digest
    accountCount = report.accountCount
    spaceCount = report.spaces.count
    cellCount = report.cellCount
    blobCount = blobs.fileCount
    blobByteCount = blobs.byteCount
  }

  /// One line of JSON, with the spaces and their digests for comparison.
  func bytes(_ spaces: [StoreReport.Space]) -> [UInt8] {
    let list = spaces.map { space in
      JSON.object([
        JSON.Member("account", .string(space.place.account.bits.hex)),
        JSON.Member("space", .string(space.place.space.bits.hex)),
        JSON.Member("sequence", .int(Int64(clamping: space.header.lastSequence))),
        JSON.Member("cells", .int(Int64(space.cellCount))),
        JSON.Member("digest", .string(Hex.text(of: space.digest.total, digits: 16))),
      ])
    }
    let whole = JSON.object([
      JSON.Member("format", .string("woodshed backup")), JSON.Member("version", .int(1)),
      JSON.Member("woodshed", .string(program)), JSON.Member("made", .int(madeAt)),
      JSON.Member("at", .string(Moment(madeAt).text)),
      JSON.Member("bytes", .int(byteCount)), JSON.Member("sha256", .string(Hex.text(of: digest))),
      JSON.Member("accounts", .int(Int64(accountCount))),
      JSON.Member("cells", .int(Int64(cellCount))),
      JSON.Member("files", .int(Int64(blobCount))),
      JSON.Member("filebytes", .int(blobByteCount)), JSON.Member("spaces", .array(list)),
    ])
    return whole.bytes + [0x0A]
  }

  /// Reads what ``bytes(_:)`` wrote; `nil` for anything else.
  init?(_ bytes: [UInt8]) {
    guard let json = try? JSON(parsing: bytes[...]), json["format"]?.string == "woodshed backup",
      json["version"]?.int == 1, let made = json["made"]?.int, let size = json["bytes"]?.int,
      let digest = json["sha256"]?.string.flatMap({ Hex.bytes(Array($0.utf8)) }),
      digest.count == 32, let accounts = json["accounts"]?.int, let cells = json["cells"]?.int,
      let files = json["files"]?.int, let fileBytes = json["filebytes"]?.int
    else { return nil }
    madeAt = made
    program = json["woodshed"]?.string ?? ""
    byteCount = size
    self.digest = digest
    accountCount = Int(clamping: accounts)
    spaceCount = json["spaces"]?.array?.count ?? 0
    cellCount = Int(clamping: cells)
    blobCount = Int(clamping: files)
    blobByteCount = fileBytes
  }

  /// The amount of data, in words.
  var contents: String {
    "\(Count.words(accountCount, "account")), \(Count.words(spaceCount, "space")), "
      + "\(Count.words(cellCount, "value")) and \(Count.words(blobCount, "file"))"
  }
}

/// A number with what it counts.
enum Count {
  static func words(_ count: Int, _ thing: String) -> String {
    "\(count) \(thing)\(count == 1 ? "" : "s")"
  }

  /// A number of bytes in KB or MB.
  static func bytes(_ count: Int64) -> String {
    count < 1_000_000 ? "\((count + 999) / 1_000) KB" : "\((count + 500_000) / 1_000_000) MB"
  }
}

/// A time in UTC, for names of folders and for messages.
struct Moment {
  private let milliseconds: Int64

  init(_ milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  var day: Int64 { milliseconds / 86_400_000 }

  /// `2026-11-22 21:30 UTC`.
  var text: String { "\(dayText) \(two(3_600, 24)):\(two(60, 60)) UTC" }

  /// `2026-11-22-213000`.
  var name: String { "\(dayText)-\(two(3_600, 24))\(two(60, 60))\(two(1, 60))" }

  private var dayText: String { DayText.text(of: day) ?? "\(day)" }

  private func two(_ unit: Int64, _ limit: Int64) -> String {
    let number = milliseconds / 1_000 / unit % limit
    return number < 10 ? "0\(number)" : "\(number)"
  }
}
