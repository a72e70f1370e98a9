/// Names a row: unique for ever, on every device.
public struct RowID: Hashable, Sendable {
  public let bits: Bits128

  public init(_ bits: Bits128) {
    self.bits = bits
  }

  /// A new id: the time, so that rows made together are stored together, and 80 random bits.
  public init(milliseconds: Int64, random: inout RandomBits) {
    let time = UInt64(clamping: milliseconds) & 0xFFFF_FFFF_FFFF
    bits = Bits128(high: time << 16 | random.next() & 0xFFFF, low: random.next())
  }

  /// The id of a row that is the same wherever it is made: a default, a tag on an item, an import.
  public init(of key: [UInt8], in namespace: String) {
    bits = Bits128(hashing: namespace, key)
  }
}

extension RowID: Comparable {
  public static func < (one: RowID, other: RowID) -> Bool { one.bits < other.bits }
}

/// Names an account: whose data it is, and where a large server stores it.
public struct AccountID: Hashable, Sendable {
  public let bits: Bits128

  public init(_ bits: Bits128) {
    self.bits = bits
  }

  /// The owner of a server that answers only its own machine, until there are accounts.
  ///
  /// It is the same everywhere, so that a new server belongs to the same owner.
  public static let onlyOwner = AccountID(Bits128(hashing: "woodshed account", [1]))
}

/// Names a space: what is synced and shared as a whole, owned by one account.
public struct SpaceID: Hashable, Sendable {
  public let bits: Bits128

  public init(_ bits: Bits128) {
    self.bits = bits
  }

  /// The space that every account starts with.
  public static func own(of account: AccountID) -> SpaceID {
    SpaceID(Bits128(hashing: "woodshed own space", account.bits.bytes))
  }
}

/// Names an installation of Woodshed: one browser on one device.
public struct DeviceID: Hashable, Sendable {
  public let bits: UInt64

  public init(_ bits: UInt64) {
    self.bits = bits
  }
}

extension DeviceID: Comparable {
  public static func < (one: DeviceID, other: DeviceID) -> Bool { one.bits < other.bits }
}

/// Names one life of a server's store: it changes whenever a store is restored or created anew.
public struct Epoch: Hashable, Sendable {
  public let bits: UInt64

  public init(_ bits: UInt64) {
    self.bits = bits
  }

  /// No server yet.
  public static let none = Epoch(0)

  /// The name under which a server writes its own rows.
  public var device: DeviceID { DeviceID(bits) }
}

/// What kind of thing a row is: a note, a reed, a setting.
public struct KindID: Hashable, Sendable {
  public let number: UInt64

  public init(_ number: UInt64) {
    self.number = number
  }
}

extension KindID: Comparable {
  public static func < (one: KindID, other: KindID) -> Bool { one.number < other.number }
}

/// Which of a row's cells: 63 bits; built-in fields are below 65,536.
public struct FieldID: Hashable, Sendable {
  public let number: UInt64

  public init(_ number: UInt64) {
    self.number = number & 0x7FFF_FFFF_FFFF_FFFF
  }

  /// Whether the row is alive, in the trash or purged.
  public static let life = FieldID(0)
  /// Whether the owner keeps the row private: nobody else may see or change it.
  public static let privacy = FieldID(1)
  /// What a file said about the row that fits none of its fields, as members of a JSON object: exports write it
  /// again.
  public static let unknownMembers = FieldID(2)

  /// The field created by a person's definition, which is itself a row.
  public init(definedBy definition: RowID) {
    self.init(Bits128(hashing: "woodshed field", definition.bits.bytes).high)
  }
}

extension FieldID: Comparable {
  public static func < (one: FieldID, other: FieldID) -> Bool { one.number < other.number }
}
