import Storage
import Testing

@Suite struct MigrationTests {
  private let steps = [Migration(1, ["one"]), Migration(2, ["two"]), Migration(4, ["four"])]

  @Test(arguments: [(0, [1, 2, 4]), (1, [2, 4]), (3, [4]), (4, [])])
  func namesTheStepsThatAreLeft(version: Int, left: [Int]) throws {
    #expect(try steps.after(version: version).map(\.version) == left)
  }

  @Test func refusesAStoreOfALaterProgram() {
    #expect(throws: StorageError.later(version: 5, known: 4)) { try steps.after(version: 5) }
  }
}
