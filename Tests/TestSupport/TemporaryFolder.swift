import Foundation

/// A folder for one test, removed with it.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init() {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("woodshed-\(UUID().uuidString)").path
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
