import Pages
import Rooms

/// The functions of the app's program that run when somebody opens Woodshed for the first time: for the first page, for one tap on
/// each of its controls, and for the front of each room.
///
/// The program runs here, in a browser without elements or data that answers as a new one would. A function that is missed
/// is loaded later than it could be, and nothing worse.
struct FirstVisit {
  /// Whether each of the program's own functions ran.
  let hasRun: [Bool]

  init(of program: WasmProgram) throws(WasmProblem) {
    let browser = try WasmMachine(program, NewBrowser())
    let first = browser.copy()
    try first.start(at: Room.journal.path)
    for event in first.host.events {
      first.attempt(limit: Self.tapLimit) { page throws(WasmProblem) in
        try page.fire(event)
        try page.leave()
      }
    }
    // Leaving a room runs something, too. What is typed there must not wait: the page may be closed at once.
    for path in Self.fronts {
      let front = browser.copy()
      try front.start(at: path)
      for event in front.host.events where event.isTyped {
        front.attempt(limit: Self.tapLimit) { page throws(WasmProblem) in
          try page.fire(event)
          try page.leave()
        }
      }
      browser.attempt(limit: Self.walkLimit) { page throws(WasmProblem) in
        try page.start(at: path)
        for next in Self.fronts { try page.open(next) }
        try page.leave()
      }
    }
    hasRun = browser.hasRun
  }

  /// Instructions. A tap usually takes three million; one that takes far more, such as two years of sample data, is waited for anyway.
  private static let tapLimit = 12_000_000
  private static let walkLimit = 500_000_000

  /// The addresses at which only these functions are needed.
  static let fronts = ["/"] + Room.allCases.map(\.path) + [PagePlace.settings.path]
}

extension WasmMachine<NewBrowser> {
  /// Answers to one call, at most.
  private static var answerLimit: Int { 100 }
  /// Does something on a copy; what has run by the time it fails has run.
  fileprivate func attempt(limit: Int, _ work: (WasmMachine) throws(WasmProblem) -> Void) {
    let page = copy()
    page.stepLimit = limit
    try? work(page)
  }

  fileprivate func start(at path: String) throws(WasmProblem) {
    let launch = [path, "build", NewBrowser.name].flatMap(\.bytes)
    try leave(launch)
    try call("start", UInt64(launch.count))
    try answerAll()
  }

  fileprivate func open(_ path: String) throws(WasmProblem) {
    host.open(path)
    try answerAll()
  }

  fileprivate func leave() throws(WasmProblem) {
    host.leave()
    try answerAll()
  }

  fileprivate func fire(_ event: NewBrowser.Event) throws(WasmProblem) {
    let payload = event.payload == 0 ? [] : "1".bytes
    try leave(payload)
    try call("fire", UInt64(event.kind), UInt64(event.node), UInt64(payload.count))
    try answerAll()
  }

  private func answerAll() throws(WasmProblem) {
    for _ in 0..<Self.answerLimit {
      guard let answer = host.nextAnswer() else { return }
      try leave(answer.payload)
      try call("answer", UInt64(answer.number), UInt64(answer.payload.count))
    }
  }

  private func leave(_ payload: [UInt8]) throws(WasmProblem) {
    let place = try call("room", UInt64(payload.count))
    try write(payload, at: Int(place & 0xFFFF_FFFF))
  }
}
