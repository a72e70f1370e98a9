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

  /// The default name of a take: of its piece, if there is one, with the number after the highest one so far.
  ///
  /// Takes in the trash count, so that none gets its name twice.
  public static func title(of piece: RowID? = nil, in data: Replica) -> String {
    var stem = "Take "
    if let piece = piece.flatMap({ data[$0] }), piece.life == .alive {
      let title = Piece(piece).title.trimmingBlanks.shortened(to: Take.nameLimit - 40)
      if !title.utf8.isEmpty { stem = title + ", take " }
    }
    var highest = 0
    data.forEachRow { row in
      guard row.kind == .take, row.life != .purged else { return }
      let name = Take(row).name
      guard name.utf8.starts(with: stem.utf8) else { return }
      var number = 0
      for byte in name.utf8.dropFirst(stem.utf8.count) {
        guard (0x30...0x39).contains(byte), number < 100_000_000 else { break }
        number = number * 10 + Int(byte - 0x30)
      }
      highest = max(highest, number)
    }
    return "\(stem)\(highest + 1)"
  }
}
