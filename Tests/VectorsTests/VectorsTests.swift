import RoomVectors
import Testing
import Vectors

/// The claims that WebAssembly must meet as well; see Tests/Wasm.
@Suite struct VectorsTests {
  @Test(arguments: Vector.all().indices)
  func holds(at index: Int) {
    let vector = Vector.all()[index]
    #expect(vector.run().failures == [], "\(vector.name)")
  }

  @Test func evidenceCannotHideAFailure() {
    let evidence = Vector.failing.run()
    #expect(evidence.failures.count == 2)
  }
}
