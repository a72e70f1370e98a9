import Markup

/// A page's elements and services, as far as a program can tell.
struct NewBrowser: WasmHost {
  /// What an element listens to.
  struct Event: Hashable {
    let kind: UInt32
    let node: UInt32
    let payload: UInt32

    /// Whether it is about a field's text or choice.
    var isTyped: Bool { kind == EventKind.input.rawValue || kind == EventKind.change.rawValue }
  }

  static let name =
    "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36"

  /// Answers that are due, in order.
  private var answers: [(number: UInt32, payload: [UInt8])] = []
  /// Timers may set themselves again and again.
  private var timerCount = 4
  private var timers: [(number: UInt32, milliseconds: Int)] = []
  private var listening: Set<Event> = []
  private var addressWatch: UInt32?
  private var sound: UInt32?
  private var hideWatches: Set<UInt32> = []
  private var milliseconds = 1_800_000_000_000.0
  private var random: UInt64 = 1

  /// What the page's elements listen to that needs no more than a text. Of a row of equal elements, such as the days of
  /// a month, only the first few count.
  var events: [Event] {
    let kinds: [EventKind] = [.click, .input, .change, .submit]
    let events = listening.filter { event in
      event.payload < 2 && kinds.contains { UInt32($0.rawValue) == event.kind }
    }.sorted { ($0.kind, $0.node) < ($1.kind, $1.node) }
    let spread = 4
    return events.indices.filter { index in
      guard index >= spread else { return true }
      let row = events[index - spread...index]
      let gaps = Set(zip(row, row.dropFirst()).map { Int($1.node) - Int($0.node) })
      return gaps.count > 1 || Set(row.map(\.kind)).count > 1
    }.map { events[$0] }
  }

  /// The next answer; if there is none, the next timer has run out.
  mutating func nextAnswer() -> (number: UInt32, payload: [UInt8])? {
    if !answers.isEmpty { return answers.removeFirst() }
    guard timerCount > 0, !timers.isEmpty else { return nil }
    timerCount -= 1
    let timer = timers.removeFirst()
    milliseconds += Double(timer.milliseconds)
    return (timer.number, [])
  }

  mutating func open(_ path: String) {
    if let addressWatch { answer(addressWatch, path) }
  }

  /// The page is closed: what it still has to keep, it must keep at once.
  mutating func leave() {
    for number in hideWatches.sorted() { answer(number) }
  }

  mutating func call(
    _ name: ArraySlice<UInt8>, _ arguments: [UInt64], _ memory: WasmMemory
  ) -> UInt64 {
    func value(_ index: Int) -> Int {
      index < arguments.count ? Int(Int32(truncatingIfNeeded: arguments[index])) : 0
    }
    let number = UInt32(truncatingIfNeeded: value(0))
    switch String(decoding: name, as: UTF8.self) {
    case "now": return milliseconds.bitPattern
    case "zoneMinutes": return 60
    case "random_get":
      for offset in 0..<max(0, value(1)) {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        _ = memory.write(UInt8(truncatingIfNeeded: random >> 56), at: value(0) + offset)
      }
    case "apply": apply(memory, at: value(0), count: value(1))
    case "watchAddress": addressWatch = number
    case "watchHide": hideWatches.insert(number)
    case "stop": hideWatches.remove(number)
    case "wait", "tick": timers.append((number, value(1)))
    case "picture", "watchFrames": answer(number, 0)
    case "load": answer(number, 0, "")
    case "recordsLoad": answer(number, 0, "", 0, 0, 0)
    case "recordsCommit": answer(number, 0, "", milliseconds)
    case "recordsSpaces": answer(number, 0, "", 0)
    case "recordsErase": answer(number, 0, "")
    // No files.
    case "takeWork": answer(number, 0, "", 0)
    case "askToPersist": answer(number, 1, 0, 0)
    case "holdLock", "watchVisibility", "watchOnline": answer(number, 1)
    case "watchMedia": answer(number, 0)
    // Answers of our server wait for the rest of the program: see `Web/services/network.js`.
    case "fetch": answer(number, 0, "", "")
    case "openStage": answer(number, "painter\u{1F}webgl2")
    case "watchSpeech": answer(number, 0, 0)
    // A microphone that is soon refused.
    case "listen", "record":
      answer(number, 0, 48_000, 0, "running", "Microphone")
      answer(number, 0, 0, 0, "denied", "")
    case "openSound":
      answer(number, 0, 48_000, 0.02, "running", "")
      sound = number
      answer(number, 2, 0.1, 0)
    case "playSound": click()
    default: break
    }
    return 0
  }

  /// Two bars of clicks: for each when it is heard, its sample, kind, bar, beat, subdivision, voice, accent and run.
  private mutating func click() {
    guard let sound else { return }
    for beat in 0..<8 {
      answer(sound, 1, milliseconds, beat * 24_000, 0, 1 + beat / 4, 1 + beat % 4, 1, 0, 1, 1)
    }
  }

  private mutating func answer(_ number: UInt32, _ parts: any PayloadPart...) {
    answers.append((number, parts.flatMap(\.bytes)))
  }

  /// Notes what elements begin to listen to, and what they no longer do.
  private mutating func apply(_ memory: WasmMemory, at address: Int, count: Int) {
    let words = (0..<max(0, count)).map { memory.word(at: address + 4 * $0) }
    var place = 0
    while place < words.count, let operation = PatchOperation(rawValue: words[place]) {
      let operands = words[(place + 1)...].prefix(operation.operandCount)
      place += 1 + operation.operandCount
      guard operands.count == operation.operandCount, let node = operands.first else { return }
      switch operation {
      case .listen:
        let (kind, payload) = (operands[operands.startIndex + 1], operands[operands.endIndex - 1])
        listening.insert(Event(kind: kind, node: node, payload: payload))
      case .unlisten:
        listening = listening.filter {
          $0.node != node || $0.kind != operands[operands.endIndex - 1]
        }
      case .forget: listening = listening.filter { $0.node != node }
      default: break
      }
    }
  }
}

extension PatchOperation {
  fileprivate var operandCount: Int {
    switch self {
    case .name, .remove, .forget: 1
    case .element, .insert, .move, .attribute, .toggle, .style, .listen: 3
    default: 2
    }
  }
}

/// A number, which takes eight bytes, or a text with its length: see `leave` in `Web/glue.js`.
protocol PayloadPart {
  var bytes: [UInt8] { get }
}

extension Int: PayloadPart {
  var bytes: [UInt8] { Double(self).bytes }
}

extension Double: PayloadPart {
  var bytes: [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: bitPattern >> (8 * $0)) }
  }
}

extension String: PayloadPart {
  var bytes: [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: utf8.count >> (8 * $0)) } + utf8
  }
}
