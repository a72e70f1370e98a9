import Testing
import Vectors

/// The claims that WebAssembly must meet as well; see Tests/Wasm.
@Suite struct VectorsTests {
  @Test(arguments: Vector.all.indices)
  func holds(at index: Int) {
    let evidence = Vector.all[index].run()
    #expect(evidence.failures == [], "\(Vector.all[index].name)")
  }

  @Test func evidenceCannotHideAFailure() {
    let evidence = Vector.failing.run()
    #expect(evidence.failures.count == 2)
  }
}
