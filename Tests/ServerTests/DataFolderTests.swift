import Foundation
import Server
import Testing

@Suite struct DataFolderTests {
  private let root = FileManager.default.temporaryDirectory.appendingPathComponent(
    UUID().uuidString)

  @Test func makesItForOneUser() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    let path = root.appendingPathComponent("a/b").path
    _ = try DataFolder(path: path)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    #expect(try DataFolder(path: path).path == path)
  }

  @Test func refusesAFile() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    try Data().write(to: root)
    #expect(throws: DataFolder.OpenError.notAFolder(root.path)) { try DataFolder(path: root.path) }
    #expect(throws: DataFolder.OpenError.self) { try DataFolder(path: root.path + "/below") }
  }

  @Test(arguments: [
    (["HOME": "/h"], "/h/.local/share/woodshed"),
    (["HOME": "/h", "XDG_DATA_HOME": "/x"], "/x/woodshed"),
    (["HOME": "/h", "XDG_DATA_HOME": "relative"], "/h/.local/share/woodshed"),
  ])
  func liesWhereDataLies(environment: [String: String], path: String) throws {
    #expect(try DataFolder.usualPath(environment: environment) == path)
  }

  @Test func needsAHome() {
    #expect(throws: DataFolder.OpenError.noHome) { try DataFolder.usualPath(environment: [:]) }
  }
}
