public import Domain
public import Sound

/// What the tools are doing, as far as other rooms may know it.
public struct ToolsAtWork: Sendable {
  /// Everything that sounds or listens.
  public var tools: [PractisedBlock.Tool]
  /// How fast the metronome plays, in hundredths of a beat per minute; 0 where it does not.
  public var tempo: Int64
  /// Whether the microphone is on.
  public var isListening: Bool
  /// How loud it is, while that is known.
  public var level: Decibels?
  /// The instrument that the notes are written for.
  public var instrument: String
  /// How each note that the tuner heard lay; asked for only now and then, as there may be many.
  public var notes: @Sendable () -> [IntonationDay.Note]

  public init(
    tools: [PractisedBlock.Tool], tempo: Int64, isListening: Bool, level: Decibels?,
    instrument: String, notes: @escaping @Sendable () -> [IntonationDay.Note]
  ) {
    (self.tools, self.tempo, self.isListening) = (tools, tempo, isListening)
    (self.level, self.instrument, self.notes) = (level, instrument, notes)
  }
}
