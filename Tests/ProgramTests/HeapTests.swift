import Testing
import WasmRuntime

/// The heap of the browser's programs, over memory of the test's own that ends like theirs.
@Suite struct HeapTests {
  private final class Memory {
    static let size = 64 << 20
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 65_536)
    var heap = Heap()

    init() {
      heap.base = bytes.assumingMemoryBound(to: UInt8.self)
      heap.grow = { heap, count in
        guard let heap else { return 0 }
        let left = Memory.size - Int(heap.pointee.end) - 4
        // As pages would be added.
        let more = min((Int(count) + 65_535) / 65_536 * 65_536, left & ~15)
        return more < Int(count) ? 0 : UInt32(more)
      }
      heap_begin(&heap, 12)
    }

    deinit { bytes.deallocate() }

    /// Whether every block follows the one before it, no two neighbours are free, and all free ones are listed.
    var isSound: Bool {
      var (place, isBeforeUsed, free) = (UInt32(12), true, 0)
      while place < heap.end {
        let start = bytes.load(fromByteOffset: Int(place), as: UInt32.self)
        let (size, isUsed) = (start & ~15, start & 1 == 1)
        guard size > 0, (start & 2 == 2) == isBeforeUsed, isUsed || isBeforeUsed else {
          return false
        }
        if !isUsed {
          let end = bytes.load(fromByteOffset: Int(place + size) - 4, as: UInt32.self)
          guard end == size else { return false }
          free += 1
        }
        (place, isBeforeUsed) = (place + size, isUsed)
      }
      return place == heap.end && free == listed
    }

    /// How many free blocks are listed.
    private var listed: Int {
      withUnsafeBytes(of: heap.first) { first in
        first.bindMemory(to: UInt32.self).reduce(0) { sum, block in
          var (count, block) = (0, block)
          while block != 0 {
            count += 1
            block = bytes.load(fromByteOffset: Int(block) + 4, as: UInt32.self)
          }
          return sum + count
        }
      }
    }
  }

  @Test func blocksOfAllSizesKeepTheirBytes() {
    let memory = Memory()
    var chance = SystemRandomNumberGenerator()
    var live: [(bytes: UnsafeMutableRawPointer, size: Int, mark: UInt8)] = []
    func give(_ place: Int) {
      let block = live.remove(at: place)
      let bytes = UnsafeRawBufferPointer(start: block.bytes, count: block.size)
      #expect(bytes.allSatisfy { $0 == block.mark })
      heap_give(&memory.heap, block.bytes)
    }
    for round in 0..<20_000 {
      if live.count > 400 || (!live.isEmpty && Int.random(in: 0..<5, using: &chance) < 2) {
        give(Int.random(in: 0..<live.count, using: &chance))
      }
      let size = Int.random(in: 0...(1 << Int.random(in: 0...14, using: &chance)), using: &chance)
      let alignment = 1 << Int.random(in: 0...8, using: &chance)
      let taken = heap_take_aligned(&memory.heap, alignment, size)
      guard let bytes = taken else {
        Issue.record("no memory in round \(round)")
        return
      }
      #expect(UInt(bitPattern: bytes) % UInt(max(16, alignment)) == 0)
      let mark = UInt8(truncatingIfNeeded: round)
      bytes.initializeMemory(as: UInt8.self, repeating: mark, count: size)
      live.append((bytes, size, mark))
      if round % 500 == 0 { #expect(memory.isSound) }
    }
    while !live.isEmpty { give(live.count - 1) }
    #expect(memory.isSound)
    // Everything is one block again: nearly all that there ever was can be taken at once, without more.
    let end = memory.heap.end
    heap_give(&memory.heap, heap_take(&memory.heap, Int(end) / 9 * 8 - 64))
    #expect(memory.heap.end == end)
  }

  @Test func anArrayThatGrowsLeavesNoHoles() {
    let memory = Memory()
    // Beside it, something small lives on each time.
    var bytes = heap_take(&memory.heap, 16)
    var size = 16
    while size < 4 << 20 {
      size *= 2
      let larger = heap_take(&memory.heap, size)
      heap_give(&memory.heap, bytes)
      _ = heap_take(&memory.heap, 24)
      bytes = larger
    }
    #expect(memory.isSound)
    // The last two copies, which must be there at once, and less than the last one in between.
    #expect(memory.heap.end < 3 * 4 << 20)
  }

  @Test func theLastBlockIsUsedBeforeThereIsMore() {
    let memory = Memory()
    // Takes 112 bytes.
    _ = heap_take(&memory.heap, 100)
    let end = memory.heap.end
    // All of the rest but 16 bytes: it is listed with blocks that would be too small.
    heap_give(&memory.heap, heap_take(&memory.heap, Int(end) - 12 - 112 - 4 - 16))
    #expect(memory.heap.end == end)
    #expect(memory.isSound)
  }

  @Test func whatDoesNotFitIsRefusedAndLosesNothing() {
    let memory = Memory()
    #expect(heap_take(&memory.heap, Memory.size) == nil)
    #expect(heap_take(&memory.heap, .max) == nil)
    #expect(heap_take_aligned(&memory.heap, 1 << 16, .max - 5) == nil)
    let most = heap_take(&memory.heap, Memory.size - 65_536)
    #expect(most != nil)
    heap_give(&memory.heap, nil)
    heap_give(&memory.heap, most)
    #expect(memory.isSound)
  }
}
