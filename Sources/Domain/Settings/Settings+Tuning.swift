import Ledger
public import Sound

extension Settings {
  /// The tuning of all tools; equal temperament if a scale cannot be read.
  public var tuning: Tuning {
    let a4 = Double(self.a4.tenthsOfHertz) / 10
    let tuning: Tuning?
    if let scale {
      tuning = Tuning(a4: a4, scale: scale, root: root)
    } else {
      let named = Temperament.all.first { $0.id == temperament } ?? .equal
      tuning = Tuning(a4: a4, temperament: named, root: root)
    }
    return tuning ?? .standard
  }

  /// The scale that replaces a temperament, if any.
  private var scale: Scale? {
    if temperament == Self.own {
      return try? ScalaFile.scale(parsing: Array(ownScale.utf8))
    }
    return Self.equalSteps(temperament).flatMap { Scale(equalDivisions: $0) }
  }

  /// The value for a custom choice in ``temperament`` and ``instrument``.
  public static let own = "own"

  /// The numbers of equal steps offered besides twelve.
  public static let equalDivisions = 5...72

  /// How many equal steps a name such as `edo-19` asks for.
  public static func equalSteps(_ name: String) -> Int? {
    let prefix = Array("edo-".utf8)
    guard name.utf8.starts(with: prefix) else { return nil }
    let digits = String(decoding: Array(name.utf8.dropFirst(prefix.count)), as: UTF8.self)
    return Int(digits).flatMap { equalDivisions.contains($0) ? $0 : nil }
  }

  public static func nameOfEqualSteps(_ count: Int) -> String { "edo-\(count)" }

  /// The instrument that new reeds are for: the player's own if it takes a reed, else the oboe. Clarinets from E♭ to
  /// contra-alto are one, apart from the bass clarinet.
  public var reeds: Reed.Instrument {
    let name = player.name
    return Reed.Instrument.choices.first { $0.label.hasSameBytes(as: name) }?.content
      ?? (reedSupply == .bought ? .clarinet : .oboe)
  }

  /// How most players of an instrument come by reeds.
  public enum ReedSupply: Sendable { case made, bought, none }

  /// Of the player's instrument; ``ReedSupply/made`` while it is not known.
  public var reedSupply: ReedSupply {
    InstrumentKind(instrument: instrument)?.reedSupply ?? .made
  }

  /// The player's instrument.
  public var player: Instrument {
    if instrument == Self.own {
      return Instrument(name: "Custom transposition", transposition: ownTransposition) ?? .any
    }
    return Instrument.all.first { $0.id == instrument } ?? .any
  }
}
