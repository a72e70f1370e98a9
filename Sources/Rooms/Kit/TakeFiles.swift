import Domain
public import Ledger

/// Where takes lie.
public enum TakeFiles {
  /// The file of a take while it is being recorded, and until it has its name.
  public static func recording(_ take: RowID) -> String { take.bits.hex + ".wav" }

  public static let flac = ".flac"

  /// The file of a finished take.
  public static func sound(_ take: RowID, _ sha256: [UInt8], _ ending: String) -> String {
    "\(take.bits.hex)-\(Hex.text(of: sha256))\(ending)"
  }

  /// What a take is called until a person names it.
  public static func title(at milliseconds: Int64, zoneMinutes: Int) -> String {
    "Take, \(MomentText.clock(milliseconds, zoneMinutes: zoneMinutes))"
  }
}
