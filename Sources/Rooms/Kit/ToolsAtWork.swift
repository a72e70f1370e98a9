public import Domain
public import Sound

/// What the tools are doing, as far as other rooms need to know.
public struct ToolsAtWork: Sendable {
  /// The tools that sound or listen.
  public var tools: [PractisedBlock.Tool]
  /// The metronome's tempo in hundredths of a bpm; 0 while it is stopped.
  public var tempo: Int64
  /// Whether the microphone is on.
  public var isListening: Bool
  /// The input level, if known.
  public var level: Decibels?
  /// The instrument whose transposition notes are written in.
  public var instrument: String
  /// The intonation of each note the tuner heard. Call it sparingly, as there may be many.
  public var notes: @Sendable () -> [IntonationDay.Note]

  public init(
    tools: [PractisedBlock.Tool], tempo: Int64, isListening: Bool, level: Decibels?,
    instrument: String, notes: @escaping @Sendable () -> [IntonationDay.Note]
  ) {
    (self.tools, self.tempo, self.isListening) = (tools, tempo, isListening)
    (self.level, self.instrument, self.notes) = (level, instrument, notes)
  }
}
