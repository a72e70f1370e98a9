import Domain
import HTTP
import Ledger
import Storage

extension PastMoment {
  /// Reads the requested moment: `point=` names a restore point, `time=` is in milliseconds since 1970, and `seq=` is a
  /// number.
  init(asked request: Request) throws(ServerError) {
    if let point = try request.queryRow("point") {
      self = .cell(RestorePoint.mark(of: point))
    } else if request.mentions("time") {
      self = .time(milliseconds: Int64(clamping: try request.number("time")))
    } else {
      self = .sequence(try request.number("seq"))
    }
  }
}

extension Recollection {
  /// The last number at that moment, or why it is unknown.
  func sequence() throws(ServerError) -> UInt64 {
    switch self {
    case .sequence(let sequence): return sequence
    case .forgotten(let since):
      let memory = since.map { "only to \(MomentText.text($0, zoneMinutes: 0)) UTC" }
      throw .refusal(
        .gone, code: "forgotten",
        message:
          "This server can go back \(memory ?? "no further than now"). Choose a later time. "
          + "Nothing was changed.")
    case .unknown:
      throw .refusal(
        .notFound, code: "no_point",
        message:
          "This restore point has not reached the server yet. Wait until everything is synced and try again. "
          + "Nothing was changed.")
    }
  }
}

extension Request {
  /// The whole number in `name=`: plain digits, or `fallback` if it is missing.
  func number(_ name: String, fallback: UInt64? = nil) throws(ServerError) -> UInt64 {
    try passing(queryNumber(name, fallback: fallback), as: ServerError.refused)
  }

  /// The row in `name=`; `nil` if it is missing.
  func queryRow(_ name: String) throws(ServerError) -> RowID? {
    guard mentions(name) else { return nil }
    guard let bits = queryValue(name).flatMap(Bits128.init(hex:)) else { throw .noRow(name) }
    return RowID(bits)
  }

  /// Where the previous page of a row's history ended; `nil` for the first.
  func queryHistoryPlace(_ name: String) throws(ServerError) -> HistoryPlace? {
    guard mentions(name) else { return nil }
    guard let place = queryValue(name).flatMap(HistoryPlace.init(hex:)) else {
      throw .malformed("`\(name)` must appear once in the query, as 48 hexadecimal digits.")
    }
    return place
  }

  /// The approximate size limit of a page.
  func queryByteLimit() throws(ServerError) -> Int {
    let bytes = try number("bytes", fallback: 524_288)
    return Int(min(max(bytes, 1_024), UInt64(Frame.byteLimit)))
  }
}

extension ServerError {
  static func noRow(_ name: String) -> ServerError {
    .malformed("`\(name)` must appear once in the query, as 32 hexadecimal digits.")
  }
}
