import Domain
import Ledger
public import Program

/// Shared handling and texts for files that the clerk reads and writes.
public enum ClerkFiles {
  /// Downloads what the clerk wrote; `nil` if the clerk is not on this device.
  public static func download<Message>(
    _ bytes: [UInt8]?, _ fileName: String, _ mediaType: String, on day: Int64
  ) -> [Effect<Message>]? {
    guard let bytes, !bytes.isEmpty else { return nil }
    let name = "woodshed-\(DayText.text(of: day) ?? "today")-\(fileName)"
    return [.download(bytes, name: name, type: mediaType), .toast("Exported \(name).")]
  }

  public static var notExported: String { "Couldn’t export: \(noClerk) \(goOnline)" }

  /// The chosen file cannot be read from the device.
  public static func notOpened(_ name: String) -> String {
    "Couldn’t read \(name). Nothing was changed; choose it again."
  }

  /// The clerk could not read a file.
  public static func notRead(_ name: String) -> String {
    "Couldn’t read \(name): \(noClerk) Nothing was changed. \(goOnline)"
  }

  /// An import would no longer do what the person agreed to.
  public static var changed: String {
    "Your data has changed. Check the preview again, then import."
  }

  /// A program is not on this device.
  public static var notHere: String { "This \(noClerk) \(goOnline)" }

  private static var noClerk: String { "part of the app isn’t on this device yet." }
  private static var goOnline: String { "Go online once, then try again." }
}
