/// The results of the vectors as lines, identical natively and in WebAssembly if all is well.
public enum VectorReport {
  /// Runs vectors and writes a line for each; returns how many failed.
  @export(interface)
  public static func write(_ vectors: [Vector], _ line: (String) -> Void) -> Int32 {
    var failed: Int32 = 0
    for vector in vectors {
      let evidence = vector.run()
      line("\(evidence.digest)  \(vector.name)")
      for failure in evidence.failures { line("  FAILED \(failure)") }
      if !evidence.failures.isEmpty { failed += 1 }
    }
    return failed
  }
}
