public import Ledger
public import Sound

/// How the metronome is set up.
public struct MetronomeSetup: ToolSetup {
  public var tempo = Tempo.standard

  public init() {}
}

extension MetronomeSetup {
  public static var kind: KindID { .metronome }
  public static var names: (id: String, label: String, plural: String) {
    ("metronome", "Metronome", "Metronomes")
  }

  private static let tempoKey = FieldKey(
    KindID.metronome.field(3), "tempo", "Tempo", standardUnits: 12_000, places: 2,
    in: Int64(Tempo.range.lowerBound)...Int64(Tempo.range.upperBound), unit: "bpm")

  public static var fields: [Field] { [tempoKey.field] }

  public init(_ row: Row) {
    tempo = Tempo(centiBeatsPerMinute: Int(row[Self.tempoKey])) ?? .standard
  }

  public func write(to edit: inout RowEdit, over old: MetronomeSetup?) {
    edit.set(
      Self.tempoKey, Int64(tempo.centiBeatsPerMinute),
      unless: old.map { Int64($0.tempo.centiBeatsPerMinute) })
  }
}
