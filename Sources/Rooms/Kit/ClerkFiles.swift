import Domain
import Ledger
public import Program

/// What rooms say and do alike with files that the clerk reads and writes.
public enum ClerkFiles {
  /// Downloads what the clerk wrote; `nil` where the clerk is not on this device.
  public static func download<Message>(
    _ bytes: [UInt8]?, _ fileName: String, _ mediaType: String, on day: Int64
  ) -> [Effect<Message>]? {
    guard let bytes, !bytes.isEmpty else { return nil }
    let name = "woodshed-\(DayText.text(of: day) ?? "today")-\(fileName)"
    return [.download(bytes, name: name, type: mediaType), .toast("Exported \(name).")]
  }

  public static var notExported: String { "Couldn’t export: \(noClerk) \(goOnline)" }

  /// A file that was chosen cannot be read from the device.
  public static func notOpened(_ name: String) -> String {
    "Couldn’t read \(name). Nothing was changed; choose it again."
  }

  /// The clerk did not say what is in a file.
  public static func notRead(_ name: String) -> String {
    "Couldn’t read \(name): \(noClerk) Nothing was changed. \(goOnline)"
  }

  /// An import comes to something else than what was agreed to.
  public static var changed: String {
    "Your data has changed. Check the preview again, then import."
  }

  private static var noClerk: String { "part of the app isn’t on this device yet." }
  private static var goOnline: String { "Go online once, then try again." }
}
