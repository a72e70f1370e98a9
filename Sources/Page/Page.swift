#if arch(wasm32)
  public import Markup
  public import Program

  /// A program on the page.
  public struct Page {
    private let fireEvent: (EventKind, UInt32, Payload) -> Bool
    private let takeAnswer: (UInt32, Payload) -> Void

    private init<P: Program>(_ runtime: Runtime<P>) {
      fireEvent = { runtime.fire($0, at: $1, $2) }
      takeAnswer = { runtime.answer($0, $1) }
    }

    /// Starts `program`; from now on it receives the page's events and answers.
    public static func run<P: Program>(_ program: P.Type, launchSize: Int32) {
      var reader = unsafe mailbox.payload(launchSize).reader
      let launch = Launch(
        path: reader.text(), build: reader.text(), browser: reader.text(),
        randomBits: currentContext().randomBits)
      let host = Runtime<P>.Host(show: show, carryOut: carryOut, context: currentContext)
      unsafe mailbox.page = Page(Runtime<P>(launch, host: host))
    }

    fileprivate func fire(_ kind: EventKind, at node: UInt32, _ payload: Payload) -> Bool {
      fireEvent(kind, node, payload)
    }

    fileprivate func answer(_ number: UInt32, _ payload: Payload) {
      takeAnswer(number, payload)
    }
  }

  /// Where the page's scripts leave their messages, and the program that receives them.
  @safe private final class Mailbox {
    var page: Page?
    private var buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 4096)

    /// Room for `size` bytes.
    func room(for size: Int32) -> Address {
      if unsafe Int(size) > buffer.count {
        unsafe buffer.deallocate()
        unsafe buffer = .allocate(capacity: Int(size) * 2)
      }
      return unsafe Address(UInt(bitPattern: buffer.baseAddress))
    }

    func payload(_ size: Int32) -> Payload {
      unsafe Payload(bytes: Array(buffer.prefix(Int(size))))
    }
  }

  /// The only mutable global: a module's exports have no other way to find their program. The page
  /// runs it on one thread only.
  nonisolated(unsafe) private let mailbox = Mailbox()

  private func show(_ patches: PatchBuffer) {
    patches.words.lent { words, count in
      patches.text.lent { text, size in Script.apply(words, count, text, size) }
    }
  }

  private func currentContext() -> Context {
    var generator = SystemRandomNumberGenerator()
    return Context(
      milliseconds: Int64(Script.now()), zoneMinutes: Int(Script.zoneMinutes()),
      randomBits: (generator.next(), generator.next()))
  }

  // MARK: - What the page's scripts call

  /// Where to write a payload of `size` bytes before the call that uses it.
  @_expose(wasm, "room")
  @c(woodshed_room)
  public func room(_ size: Int32) -> UInt32 {
    unsafe mailbox.room(for: size)
  }

  /// Handles an event; returns whether anything came of it.
  @_expose(wasm, "fire")
  @c(woodshed_fire)
  public func fire(_ kind: Int32, _ node: UInt32, _ size: Int32) -> Int32 {
    guard let page = unsafe mailbox.page,
      let kind = EventKind(rawValue: UInt8(truncatingIfNeeded: kind))
    else { return 0 }
    return unsafe page.fire(kind, at: node, mailbox.payload(size)) ? 1 : 0
  }

  /// Handles the answer to an order.
  @_expose(wasm, "answer")
  @c(woodshed_answer)
  public func answer(_ number: UInt32, _ size: Int32) {
    unsafe mailbox.page?.answer(number, mailbox.payload(size))
  }
#endif
