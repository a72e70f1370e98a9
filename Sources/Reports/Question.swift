public import Domain
public import Ledger

/// What a person asks of their data: a page of analysis, and what they chose on it.
public struct Question: Equatable, Sendable {
  /// The pages of analysis; their numbers are part of addresses and bytes, and never change.
  public enum Subject: Int, CaseIterable, Sendable {
    case boxNow, gouger, compare, relations, scatter, life, trends, model, ratings, experiment
    case suggestions
  }

  /// What was chosen in one control of the page, as the text of its value.
  public struct Choice: Equatable, Sendable {
    public let control: String
    public let value: String

    public init(_ control: String, _ value: String) {
      (self.control, self.value) = (control, value)
    }

    /// The control that chooses an experiment.
    public static let experiment = "experiment"

    public init(experiment: RowID) { self.init(Self.experiment, experiment.bits.hex) }

    public static func == (one: Choice, other: Choice) -> Bool {
      one.control.hasSameBytes(as: other.control) && one.value.hasSameBytes(as: other.value)
    }
  }

  public var subject: Subject
  /// Only what differs from the default.
  public private(set) var choices: [Choice] = []
  /// The civil day on which it is asked.
  public var today: Int64
  public var zoneMinutes: Int
  /// Whether lengths are shown in inches.
  public var isInInches = false
  /// What the person tunes to.
  public var a4 = ReferencePitch.standard

  public init(_ subject: Subject, today: Int64, zoneMinutes: Int = 0) {
    (self.subject, self.today, self.zoneMinutes) = (subject, today, zoneMinutes)
  }

  /// What was chosen in a control; `nil` for its default.
  public subscript(control: String) -> String? {
    get { choices.first { $0.control.hasSameBytes(as: control) }?.value }
    set {
      choices.removeAll { $0.control.hasSameBytes(as: control) }
      if let newValue { choices.append(Choice(control, newValue)) }
    }
  }
}

// MARK: - As bytes

extension Question {
  public var bytes: [UInt8] {
    var writer = ByteWriter(capacity: 64)
    writer.write(UInt8(clamping: subject.rawValue))
    writer.writeSigned(today)
    writer.writeSigned(Int64(zoneMinutes))
    writer.write(isInInches ? 1 : 0)
    writer.writeVarint(UInt64(a4.tenthsOfHertz))
    writer.writeVarint(UInt64(choices.count))
    for choice in choices {
      writer.write(counted: choice.control)
      writer.write(counted: choice.value)
    }
    return writer.bytes
  }

  public init(_ reader: inout ByteReader) throws(ByteReader.Failure) {
    let subject = Subject(rawValue: Int(try reader.readByte())) ?? .boxNow
    let (today, zone) = (try reader.readSigned(), try reader.readSigned())
    self.init(subject, today: today, zoneMinutes: Int(clamping: zone))
    isInInches = try reader.readByte() == 1
    a4 = ReferencePitch(tenthsOfHertz: Int(clamping: try reader.readVarint())) ?? .standard
    for _ in 0..<(try reader.readCount(of: 2)) {
      let control = try reader.readCountedText()
      self[control] = try reader.readCountedText()
    }
  }
}

extension ByteWriter {
  mutating func write(counted text: String) { writeCounted(Array(text.utf8)) }

  mutating func write(number: Double) { writeFixed(number.bitPattern) }
}

extension ByteReader {
  mutating func readCountedText() throws(Failure) -> String {
    String(decoding: try readCounted(), as: UTF8.self)
  }

  mutating func readDouble() throws(Failure) -> Double {
    Double(bitPattern: try readFixed() as UInt64)
  }

  mutating func readFlag() throws(Failure) -> Bool { try readByte() == 1 }
}
