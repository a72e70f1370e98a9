/// The separate program that reads and writes files away from the screen: it answers every request.
public enum Clerk {
  /// Answers a request; empty if it cannot be read.
  ///
  /// - Parameter origin: where the app is, for addresses and codes.
  @export(interface)
  public static func answer(_ bytes: [UInt8], origin: String) -> [UInt8] {
    if TrainingRequest.isOne(bytes) { return TrainingRequest.answer(bytes) }
    return AddressCode.answer(bytes, origin: origin) ?? ClerkRequest.answer(bytes, origin: origin)
  }
}
