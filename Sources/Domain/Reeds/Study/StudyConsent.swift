public import Ledger

extension KindID {
  public static let studyConsent = KindID(63)
}

/// A player's part in one study: what they consented to, and the key that their names in it are drawn from.
///
/// The key is random for each study, so that nobody can join two studies by it. It stays in the player's own
/// space: no study file contains it.
public struct StudyConsent: RowRecord, Equatable {
  public let id: RowID
  /// The code that the coordinator gave the study.
  public var code = ""
  /// 64 hexadecimal digits.
  public var key = ""
  /// The version of the text that was agreed to.
  public var textVersion: Int64 = StudyConsent.textVersion
  public private(set) var isShared = [Bool](repeating: false, count: StudyItem.allCases.count)
  /// Whether a parent or guardian agreed, as the player is a minor.
  public var hasGuardian = false
  /// The civil day that counts as 0 in the file; 0 until it is known.
  public var firstDay: Int64 = 0
  /// The civil days of the consent and of its withdrawal; 0 if there was none.
  public var given: Int64 = 0
  public var withdrawn: Int64 = 0

  public init(_ id: RowID, code: String, key: String) {
    (self.id, self.code, self.key) = (id, code, key)
  }

  /// The same consent in another row.
  public func with(id: RowID) -> StudyConsent {
    var consent = StudyConsent(id, code: code, key: key)
    (consent.textVersion, consent.isShared) = (textVersion, isShared)
    (consent.hasGuardian, consent.firstDay) = (hasGuardian, firstDay)
    (consent.given, consent.withdrawn) = (given, withdrawn)
    return consent
  }

  public subscript(item: StudyItem) -> Bool {
    get { isShared[item.rawValue] }
    set { isShared[item.rawValue] = newValue }
  }

  /// What is shared, in order.
  public var items: [StudyItem] { StudyItem.allCases.filter { self[$0] } }
}

extension StudyConsent {
  public static let kind = KindID.studyConsent
  public static let names = KindNames("study-consent", "Study", "Studies", title: field(1))
  public static let codeLengths = 3...24

  public init(blank id: RowID) { self.id = id }

  public static func visit(_ fields: inout RowFields, _ consent: inout StudyConsent) {
    fields.text(field(1), "code", "Study code", &consent.code, upTo: 24, always: true)
    fields.text(field(2), "key", "Key", &consent.key, upTo: 64, always: true)
    fields.whole(
      field(3), "text-version", "Version of the text", &consent.textVersion, in: 1...1_000,
      always: true)
    fields.flag(field(4), "guardian", "Agreed by a guardian", &consent.hasGuardian)
    fields.day(field(5), "first-day", "First day", &consent.firstDay)
    fields.day(field(6), "given", "Agreed on", &consent.given, always: true)
    fields.day(field(7), "withdrawn", "Withdrawn on", &consent.withdrawn)
    for item in StudyItem.allCases {
      fields.flag(
        field(16 + UInt64(item.rawValue)), item.name, item.name.withCapital,
        &consent.isShared[item.rawValue])
    }
  }

  /// All of them, newest first.
  public static func all(in data: Replica) -> [StudyConsent] {
    all(in: data, by: [.descending(field(6))])
  }

  /// The code that a person typed, in capitals; `nil` unless it has 3 to 24 letters, digits and hyphens.
  public static func code(typed text: String) -> String? {
    let bytes = text.trimmingBlanks.utf8.map { 0x61...0x7A ~= $0 ? $0 - 0x20 : $0 }
    return isCode(bytes[...]) ? String(decoding: bytes, as: UTF8.self) : nil
  }

  static func isCode(_ bytes: ArraySlice<UInt8>) -> Bool {
    codeLengths.contains(bytes.count)
      && bytes.allSatisfy {
        0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "-")
      }
  }

  /// A key of random bits.
  public static func key(_ random: inout RandomBits) -> String {
    var key = ""
    for _ in 0..<4 { key += Hex.text(of: random.next(), digits: 16) }
    return key
  }
}

// MARK: - What a player agrees to

extension StudyConsent {
  /// The version of the text below; `Docs/study.md` has every version.
  public static let textVersion: Int64 = 1

  public static let text = [
    "Your file contains what you tick below, and for every reed its instrument, scrape style, origin, stage, and "
      + "the number of days between it and your first reed.",
    "It never contains your own words: no names, notes, tags, remarks, or custom fields; no pictures, recordings, "
      + "pieces or students; no dates and no ids of your reeds or devices.",
    "A random code takes the place of your name. It is a pseudonym, and a pseudonym still is personal data: "
      + "someone who knows your reeds may recognise you in the file.",
    "Woodshed sends nothing. You download the file and give it to the coordinator yourself.",
    "You can withdraw at any time and without a reason: you then get a file that tells the coordinator to delete "
      + "your data. Results that are already published stay.",
  ]
}

// MARK: - As bytes

extension ByteWriter {
  mutating func write(_ consent: StudyConsent) {
    write(text: consent.code)
    write(text: consent.key)
    writeSigned(consent.textVersion)
    for item in StudyItem.allCases { write(consent[item] ? 1 : 0) }
    write(consent.hasGuardian ? 1 : 0)
    writeSigned(consent.firstDay)
    writeSigned(consent.given)
  }
}

extension ByteReader {
  mutating func readConsent() throws(Failure) -> StudyConsent {
    let code = try readText()
    var consent = StudyConsent(
      RowID(Bits128(high: 0, low: 0)), code: code, key: try readText())
    consent.textVersion = try readSigned()
    for item in StudyItem.allCases { consent[item] = try readByte() == 1 }
    consent.hasGuardian = try readByte() == 1
    consent.firstDay = try readSigned()
    consent.given = try readSigned()
    return consent
  }
}
