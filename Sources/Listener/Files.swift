#if arch(wasm32)
  import Recordings

  // The file operations of the worker's script; files are identified by number. The other side is
  // Web/sound/shelf.js.

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

  extension SoundFile {
    /// The file with a number, if the script has opened one.
    static func opened(_ number: Int) -> SoundFile {
      let number = Int32(number)
      return SoundFile(
        size: { Int64(exactly: max(Script.size(number), 0)) ?? 0 },
        read: { offset, count in
          unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let address = UInt32(UInt(bitPattern: buffer.baseAddress))
            filled = Int(max(Script.read(number, address, Int32(count), Double(offset)), 0))
          }
        },
        write: { bytes, offset in
          let written = unsafe bytes.withUnsafeBufferPointer { buffer in
            let address = UInt32(UInt(bitPattern: buffer.baseAddress))
            return Script.write(number, address, Int32(buffer.count), Double(offset))
          }
          return Int(written) == bytes.count
        },
        flush: { Script.flush(number) >= 0 }, cut: { Script.cut(number, Double($0)) >= 0 })
    }
  }
#endif
