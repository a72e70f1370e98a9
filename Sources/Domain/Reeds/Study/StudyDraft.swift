public import Ledger

/// The file of a player before it is downloaded, and what they should know about it.
public struct StudyDraft: Sendable {
  /// Exactly what would be downloaded.
  public internal(set) var file: [UInt8] = []
  /// The player's code in this study.
  public internal(set) var participant = ""
  public internal(set) var reedCount = 0
  public internal(set) var testCount = 0
  /// The civil day that counts as 0; 0 if there is none.
  public internal(set) var firstDay: Int64 = 0
  /// The names of tools, if the player shares them.
  public internal(set) var models: [Model] = []
  /// What is rare, and what is left out.
  public internal(set) var warnings: [String] = []

  /// A name of a tool that would be in the file unless it is hidden.
  public struct Model: Sendable {
    public let id: RowID
    public let name: String
    public let sort: ReedTool.Sort
    public let isHidden: Bool

    /// Why it may identify a player; `nil` if nothing about it is striking.
    public var warning: String? {
      var digits = 0
      for byte in name.utf8 {
        digits = 0x30...0x39 ~= byte ? digits + 1 : 0
        if digits == 4 { return "looks like a serial number" }
        if byte == UInt8(ascii: "@") { return "looks like an address" }
      }
      if sort == .instrument { return "an instrument can identify its player" }
      return name.utf8.count > 40 ? "long for a model" : nil
    }
  }

  /// The most warnings that are shown.
  static let warningLimit = 20

  init() {}

  mutating func warn(_ words: String) {
    guard warnings.count < Self.warningLimit,
      !warnings.contains(where: { $0.hasSameBytes(as: words) })
    else { return }
    warnings.append(words)
  }
}

extension ReedTool {
  /// What a study may call it: its name, on one line; `nil` for a tool that has only a name of its own, as a single staple
  /// does.
  var studyModel: String? {
    guard sort != .staple, sort != .other else { return nil }
    var bytes: [UInt8] = []
    for byte in name.utf8 {
      if byte > 0x20, byte != 0x7F {
        bytes.append(byte)
      } else if let last = bytes.last, last != 0x20 {
        bytes.append(0x20)
      }
    }
    let model = String(decoding: bytes, as: UTF8.self).trimmingBlanks.shortened(to: 80)
    return model.utf8.isEmpty ? nil : model
  }
}

// MARK: - As bytes

extension StudyDraft {
  var bytes: [UInt8] {
    var writer = ByteWriter(capacity: file.count + 1_024)
    writer.write(text: participant)
    writer.writeVarint(UInt64(reedCount))
    writer.writeVarint(UInt64(testCount))
    writer.writeSigned(firstDay)
    writer.writeVarint(UInt64(models.count))
    for model in models {
      writer.write(model.id.bits)
      writer.write(text: model.name)
      writer.write(UInt8(clamping: model.sort.rawValue))
      writer.write(model.isHidden ? 1 : 0)
    }
    writer.writeVarint(UInt64(warnings.count))
    for warning in warnings { writer.write(text: warning) }
    writer.writeCounted(file)
    return writer.bytes
  }

  /// Reads the clerk's answer.
  public init?(_ answer: [UInt8]) {
    var reader = ByteReader(answer)
    do throws(ByteReader.Failure) {
      participant = try reader.readText()
      reedCount = Int(clamping: try reader.readVarint())
      testCount = Int(clamping: try reader.readVarint())
      firstDay = try reader.readSigned()
      for _ in 0..<(try reader.readCount(of: 19)) {
        let id = RowID(try reader.readBits128())
        let name = try reader.readText()
        let sort = ReedTool.Sort(rawValue: Int(try reader.readByte())) ?? .other
        models.append(Model(id: id, name: name, sort: sort, isHidden: try reader.readByte() == 1))
      }
      warnings = try reader.readTexts()
      file = Array(try reader.readCounted())
    } catch {
      return nil
    }
  }
}
