public import Ledger

extension KindID {
  public static let lightSet = KindID(58)
  public static let lightHand = KindID(59)
}

/// Eight chords of colour that are played together. Each chord is kept as text, so that two devices that store different
/// ones of a set lose neither.
public struct LightSet: RowRecord, Equatable {
  public let id: RowID
  public var title = ""
  /// Its position in the list.
  public var place: Int64 = 0
  /// Whether all its hues have the same lightness.
  public var isEven = false
  /// In hundredths of a bpm.
  public var tempo: Int64 = 6_000
  /// The text of each chord.
  public var chords = [String](repeating: "", count: size)

  public static let size = 8
  /// The longest title, in bytes.
  public static let titleLimit = 200
  /// The longest text of a chord, in bytes: all of its parameters at their longest take 1,700.
  public static let chordLimit = 4_000

  public init(_ id: RowID, titled title: String, at place: Int64) {
    (self.id, self.title, self.place) = (id, title, place)
  }
}

extension LightSet {
  public static let kind = KindID.lightSet
  public static let names = KindNames("light-set", "Chordset", "Chordsets", title: titleField)
  public static let titleField = field(1)
  public static let placeField = field(2)
  public static let tempoField = field(4)

  /// The field of a chord, counted from 0.
  public static func chordField(_ chord: Int) -> FieldID { field(5 + UInt64(chord)) }

  public init(blank id: RowID) { self.id = id }

  public static func visit(_ fields: inout RowFields, _ set: inout LightSet) {
    fields.text(titleField, "title", "Title", &set.title, upTo: titleLimit, always: true)
    fields.place(placeField, &set.place)
    fields.flag(field(3), "even", "Even lightness", &set.isEven)
    fields.tempo(tempoField, "tempo", "Tempo", &set.tempo)
    for chord in 0..<size {
      fields.text(
        chordField(chord), "chord-\(chord + 1)", "Chord \(chord + 1)", &set.chords[chord],
        upTo: chordLimit)
    }
  }

  /// All of them, in order.
  public static func all(in data: Replica) -> [LightSet] {
    all(in: data, by: [.ascending(placeField)])
  }
}

/// The player's current setup: one row for all devices, which each reads on entering the room.
public struct LightHand: RowRecord, Equatable {
  /// The set: a row's name, or `app:` and the name of one that comes with the app.
  public var set = ""
  /// The chord in the controllers, as its text.
  public var chord = ""
  /// What the ribbons move: numbers of parameters, separated by spaces.
  public var ribbons = ""
  /// Whether hues snap to the middle of their zones.
  public var snaps = false
  /// Whether at most one flash a second is let through instead of two.
  public var isCalm = false
  /// How long the controllers take to follow the hand, in hundredths of a second.
  public var glide = 0
  /// The overall brightness, in per cent.
  public var brightness = 100

  public init() {}
}

extension LightHand {
  public static let row = RowID(of: Array("light hand".utf8), in: "woodshed row")
  public static let kind = KindID.lightHand
  public static let names = KindNames("light-hand", "Light setup", "Light setups")
  /// It always exists.
  public static let saysLife = false

  public var id: RowID { Self.row }

  public init(blank id: RowID) {}

  public static func visit(_ fields: inout RowFields, _ hand: inout LightHand) {
    fields.text(field(1), "set", "Set", &hand.set, upTo: 64)
    fields.text(field(2), "chord", "Chord", &hand.chord, upTo: LightSet.chordLimit)
    fields.text(field(3), "ribbons", "Ribbons", &hand.ribbons, upTo: 64)
    fields.flag(field(4), "snaps", "Snap hues", &hand.snaps)
    fields.flag(field(5), "calm", "Calm", &hand.isCalm)
    fields.decimal(field(6), "glide", "Glide", &hand.glide, places: 2, in: 0...200, unit: "s")
    fields.whole(field(7), "brightness", "Brightness", &hand.brightness, in: 0...100, unit: "%")
  }
}
