#if arch(wasm32)
  // What the worker's script does with files; they go by number. The other side is Web/sound/shelf.js.

  private enum Script {
    @_extern(wasm, module: "files", name: "size")
    static func size(_ number: Int32) -> Double
    @_extern(wasm, module: "files", name: "read")
    static func read(_ number: Int32, _ address: UInt32, _ size: Int32, _ offset: Double) -> Int32
    @_extern(wasm, module: "files", name: "write")
    static func write(_ number: Int32, _ address: UInt32, _ size: Int32, _ offset: Double) -> Int32
    @_extern(wasm, module: "files", name: "flush")
    static func flush(_ number: Int32) -> Int32
    @_extern(wasm, module: "files", name: "cut")
    static func cut(_ number: Int32, _ length: Double) -> Int32
  }

  /// A file that the script has opened.
  struct File {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    /// In bytes; 0 where it cannot be told.
    var size: Int64 { Int64(exactly: max(Script.size(number), 0)) ?? 0 }

    /// The bytes from a place on; fewer where the file ends or cannot be read.
    func read(_ offset: Int64, _ count: Int) -> [UInt8] {
      guard count > 0, offset >= 0 else { return [] }
      return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        let address = UInt32(UInt(bitPattern: buffer.baseAddress))
        filled = Int(max(Script.read(number, address, Int32(count), Double(offset)), 0))
      }
    }

    /// Writes all bytes at a place, or answers that it could not.
    func write(_ bytes: [UInt8], at offset: Int64) -> Bool {
      guard !bytes.isEmpty else { return true }
      let written = unsafe bytes.withUnsafeBufferPointer { buffer in
        let address = UInt32(UInt(bitPattern: buffer.baseAddress))
        return Script.write(number, address, Int32(buffer.count), Double(offset))
      }
      return Int(written) == bytes.count
    }

    func flush() -> Bool { Script.flush(number) >= 0 }

    /// Ends the file at a length.
    func cut(to length: Int64) -> Bool { Script.cut(number, Double(length)) >= 0 }
  }
#endif
