import Domain
public import Ledger

/// Where takes lie.
public enum TakeFiles {
  /// The file of a take while it is being recorded, and until it has its name.
  public static func recording(_ take: RowID) -> String { take.bits.hex + ".wav" }

  /// What a take is called until a person names it.
  public static func title(at milliseconds: Int64, zoneMinutes: Int) -> String {
    "Take, \(MomentText.clock(milliseconds, zoneMinutes: zoneMinutes))"
  }
}
