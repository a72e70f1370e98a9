public import Ledger

/// What a room asks of the shell, or through it of another room, which it does not know.
public enum Ask: Equatable, Sendable {
  /// Shows the sample space, or the person's own again.
  case space(isSample: Bool)
  case removeSample
  /// Hands out a file of everything.
  case export
  /// Shows the list of keys.
  case shortcuts
  /// Takes the last act back.
  case undo
  /// Begins a take, or ends it.
  case record
  /// Records the crow of a reed for as long as that is measured.
  case recordCrow(of: RowID, named: String)
  /// Opens the microphone for a reed, or lets go of it.
  case hear(Bool)
  /// Fetches the file of a row from the server to keep it here, or lets go of it once the server is known to have it.
  case keepFile(BlobReference, of: RowID, here: Bool)
  /// How much longer the way through loudspeaker and microphone is than was thought.
  case lengthenWay(milliseconds: Double)
  /// Starts the metronome at so many hundredths of a beat a minute, or as it was set where that is 0; where it plays, it stops.
  case click(tempo: Int64)
  /// Sound is made ready by this tap, and a bell rings: a rest is over.
  case readySound, ring
}

extension Effect {
  public static func ask(_ ask: Ask) -> Effect { Effect(.ask(ask)) }
}
