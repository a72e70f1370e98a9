#if arch(wasm32)
  import Vectors

  /// Shows one line: an address and a length.
  @_extern(wasm, module: "test", name: "line")
  private func line(_ address: UInt32, _ size: Int32)

  /// Runs every vector; answers how many failed.
  @_expose(wasm, "run")
  @c(woodshed_run)
  public func run() -> Int32 {
    VectorReport.write { text in
      let bytes = Array(text.utf8)
      unsafe bytes.withUnsafeBufferPointer { buffer in
        line(UInt32(UInt(bitPattern: buffer.baseAddress)), Int32(buffer.count))
      }
    }
  }
#endif
