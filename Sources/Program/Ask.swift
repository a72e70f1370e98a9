public import Ledger

/// A request from a room to the shell, or through it to another room that it does not know.
public enum Ask: Equatable, Sendable {
  /// Shows the sample space, or the person's own again.
  case space(isSample: Bool)
  case removeSample
  /// Exports a file of everything.
  case export
  /// Shows the list of keyboard shortcuts.
  case shortcuts
  /// Shows what is in the trash, of one kind or of all.
  case trash(KindID?)
  /// Undoes the last action.
  case undo
  /// Says that a new row was saved though its form was only closed, and offers to take it back.
  case tellAdded(RowID, KindID, named: String)
  /// Starts or ends a take.
  case record
  /// Stops the take that is playing.
  case hushTake
  /// Records the crow of a reed for as long as the measurement needs.
  case recordCrow(of: RowID, named: String)
  /// Opens the microphone for a reed, or closes it.
  case hear(Bool)
  /// Downloads a row's file from the server to keep it here, or deletes it here once the server is known to have it.
  case keepFile(BlobReference, of: RowID, here: Bool)
  /// Increases the assumed latency through loudspeaker and microphone.
  case lengthenWay(milliseconds: Double)
  /// Starts the metronome at a tempo in hundredths of a beat per minute, or as it was set if 0; if it is playing, stops
  /// it.
  case click(tempo: Int64)
  /// Starts the tuner or the metronome; what runs already stays on.
  case tune, beat
  /// The line that explains the room on screen has been read, and goes away for good.
  case lineRead
  /// Something was done in the room on screen; its line goes away once the person leaves.
  case acted
  /// Uses this tap to prepare sound; rings a bell at the end of a rest.
  case readySound, ring
}

extension Effect {
  public static func ask(_ ask: Ask) -> Effect { Effect(.ask(ask)) }
}
