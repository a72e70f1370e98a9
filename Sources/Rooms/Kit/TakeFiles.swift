import Domain
public import Ledger

/// The file names of takes, pictures and saved copies.
public enum TakeFiles {
  /// The file of a take while it is being recorded, before it gets its final name.
  public static func recording(_ take: RowID) -> String { take.bits.hex + ".wav" }

  public static let flac = ".flac"
  private static let (jpeg, json) = (".jpg", ".json")

  /// The extension of a finished file.
  public static func ending(of blob: BlobReference) -> String {
    if blob.mimeType.hasSameBytes(as: Picture.fileType) { return jpeg }
    return blob.mimeType.hasSameBytes(as: ReedSave.fileType) ? json : flac
  }

  /// Whether a name is that of a complete file, not of a waveform drawing.
  public static func isFinished(_ name: String) -> Bool {
    [flac, jpeg, json].contains { name.endsWithBytes(of: $0) }
  }

  /// The finished file of a row.
  public static func file(of row: RowID, _ blob: BlobReference) -> String {
    sound(row, blob.sha256, ending(of: blob))
  }

  /// The file of a finished take.
  public static func sound(_ take: RowID, _ sha256: [UInt8], _ ending: String) -> String {
    "\(take.bits.hex)-\(Hex.text(of: sha256))\(ending)"
  }

  /// The default name of a take.
  public static func title(at milliseconds: Int64, zoneMinutes: Int) -> String {
    "Take, \(MomentText.clock(milliseconds, zoneMinutes: zoneMinutes))"
  }
}
