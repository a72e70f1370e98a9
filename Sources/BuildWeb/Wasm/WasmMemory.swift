/// A program's memory.
@safe final class WasmMemory {
  private static let page = 65_536
  private static let capacity = 1_024 * page
  private let bytes = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
  private(set) var count = 0

  init() {}

  init(copying other: WasmMemory) {
    unsafe bytes.copyMemory(from: other.bytes, byteCount: other.count)
    count = other.count
  }

  deinit { unsafe bytes.deallocate() }

  var pageCount: Int { count / Self.page }

  /// Returns the number of pages before, or `nil` if there is no room for more.
  func grow(by pages: Int) -> Int? {
    guard pages <= (Self.capacity - count) / Self.page else { return nil }
    unsafe (bytes + count).initializeMemory(as: UInt8.self, repeating: 0, count: pages * Self.page)
    defer { count += pages * Self.page }
    return pageCount
  }

  func has(_ count: Int, at place: Int) -> Bool {
    place >= 0 && count >= 0 && place <= self.count - count
  }

  /// Returns 0 outside of the memory.
  func word(at place: Int) -> UInt32 {
    read(UInt32.self, at: place) ?? 0
  }

  func read<Value: FixedWidthInteger & BitwiseCopyable>(
    _ type: Value.Type, at place: Int
  ) -> Value? {
    guard has(MemoryLayout<Value>.size, at: place) else { return nil }
    return unsafe bytes.loadUnaligned(fromByteOffset: place, as: type)
  }

  func write(_ value: some FixedWidthInteger & BitwiseCopyable, at place: Int) -> Bool {
    guard has(MemoryLayout.size(ofValue: value), at: place) else { return false }
    unsafe bytes.storeBytes(of: value, toByteOffset: place, as: type(of: value))
    return true
  }

  func write(_ values: [UInt8], at place: Int) -> Bool {
    guard has(values.count, at: place) else { return false }
    for (offset, value) in values.enumerated() {
      unsafe bytes.storeBytes(of: value, toByteOffset: place + offset, as: UInt8.self)
    }
    return true
  }

  func copy(_ count: Int, from source: Int, to target: Int) -> Bool {
    guard has(count, at: source), has(count, at: target) else { return false }
    unsafe (bytes + target).copyMemory(from: bytes + source, byteCount: count)
    return true
  }

  func fill(_ count: Int, with byte: UInt8, at place: Int) -> Bool {
    guard has(count, at: place) else { return false }
    unsafe (bytes + place).initializeMemory(as: UInt8.self, repeating: byte, count: count)
    return true
  }
}

/// Values one on another; whoever uses it checks that there are enough, and room for more.
@safe final class WasmStack<Value: BitwiseCopyable> {
  private let values: UnsafeMutablePointer<Value>
  let capacity: Int
  var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    unsafe values = .allocate(capacity: capacity)
  }

  deinit { unsafe values.deallocate() }

  subscript(index: Int) -> Value {
    get { unsafe values[index] }
    set { unsafe values[index] = newValue }
  }
}
