/// The program of its own that reads and writes files, away from what the screen does: whatever it is asked, it answers.
public enum Clerk {
  /// Answers a request; nothing where it cannot be read.
  ///
  /// - Parameter origin: where the app is, for addresses and codes.
  public static func answer(_ bytes: [UInt8], origin: String) -> [UInt8] {
    if TrainingRequest.isOne(bytes) { return TrainingRequest.answer(bytes) }
    return AddressCode.answer(bytes, origin: origin) ?? ClerkRequest.answer(bytes, origin: origin)
  }
}
