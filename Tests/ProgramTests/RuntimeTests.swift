import Markup
import Testing

@testable import Program

/// A program that counts, waits and says what it was told.
private enum Counter: Program {
  struct State {
    var count = 0
    var text = ""
  }
  enum Message {
    case tapped, waited, loaded(String?), stopTapped
  }
  static func state(at launch: Launch) -> State { State(text: launch.path) }
  static func start(_ state: inout State, _ launch: Launch) -> [Effect<Message>] {
    [.load("text") { .loaded($0) }]
  }
  static func update(
    _ state: inout State, _ message: Message, _ context: Context
  ) -> [Effect<Message>] {
    switch message {
    case .tapped: return [.wait(milliseconds: 100, as: "timer", .waited), .title("\(state.count)")]
    case .waited: state.count += 1
    case .loaded(let text): state.text = text ?? "nothing"
    case .stopTapped: return [.stop("timer")]
    }
    return []
  }
  static func view(_ state: State) -> Node<Message> {
    button(.onClick(.tapped)) { "\(state.count) \(state.text)" }
  }
}

@Suite struct RuntimeTests {
  private final class World {
    var orders: [(order: Order, number: UInt32)] = []
    var showings = 0
  }

  private func run(_ world: World) -> Runtime<Counter> {
    Runtime(
      Launch(path: "/start"),
      host: .init(
        show: { _ in world.showings += 1 },
        carryOut: { world.orders.append(($0, $1)) },
        context: { Context(milliseconds: 0, zoneMinutes: 0) }))
  }

  @Test func showsTheFirstViewBeforeItAsksForAnything() {
    let world = World()
    let runtime = run(world)
    #expect(world.showings == 1)
    #expect(world.orders.map(\.order) == [.load(key: "text")])
    #expect(runtime.state.text == "/start")
  }

  @Test func turnsAnswersIntoMessages() throws {
    let world = World()
    let runtime = run(world)
    var payload = Payload()
    payload.append(1)
    payload.append("kept")
    runtime.answer(try #require(world.orders.first).number, payload)
    #expect(runtime.state.text == "kept")
    // It was answered once and is over.
    runtime.answer(try #require(world.orders.first).number, Payload())
    #expect(runtime.state.text == "kept")
  }

  @Test func saysWhetherAnEventWasTaken() {
    let runtime = run(World())
    #expect(runtime.fire(.click, at: 1, Payload()))
    #expect(!runtime.fire(.wheel, at: 1, Payload()))
    #expect(!runtime.fire(.click, at: 7, Payload()))
  }

  @Test func startsATimerOfTheSameNameAfresh() throws {
    let world = World()
    let runtime = run(world)
    runtime.send(.tapped)
    let first = try #require(world.orders.first { $0.order == .wait(milliseconds: 100) }).number
    runtime.send(.tapped)
    #expect(world.orders.contains { $0.order == .stop && $0.number == first })
    runtime.answer(first, Payload())
    #expect(runtime.state.count == 0)
    let second = try #require(world.orders.last { $0.order == .wait(milliseconds: 100) }).number
    runtime.answer(second, Payload())
    #expect(runtime.state.count == 1)
  }

  @Test func stopsATimerByName() throws {
    let world = World()
    let runtime = run(world)
    runtime.send(.tapped)
    let number = try #require(world.orders.first { $0.order == .wait(milliseconds: 100) }).number
    runtime.send(.stopTapped)
    runtime.answer(number, Payload())
    #expect(runtime.state.count == 0)
  }

  @Test func ordersWithoutAnAnswerLeaveNothingBehind() {
    let world = World()
    let runtime = run(world)
    runtime.send(.tapped)
    for number in UInt32(50)..<60 { runtime.answer(number, Payload()) }
    #expect(runtime.state.count == 0)
  }
}

@Suite struct EffectTests {
  private enum Said: Equatable {
    case text(String?), flag(Bool), outcome(ShareOutcome), bytes([UInt8]?)
  }

  private func payload(_ parts: Any...) -> Payload {
    var payload = Payload()
    for part in parts {
      switch part {
      case let number as Double: payload.append(number)
      case let text as String: payload.append(text)
      case let bytes as [UInt8]: payload.append(bytes)
      default: Issue.record("a payload has no \(part)")
      }
    }
    return payload
  }

  @Test func readsAnswers() {
    let load = Effect<Said>.load("k") { .text($0) }
    #expect(load.message(for: payload(1.0, "v")) == .text("v"))
    #expect(load.message(for: payload(0.0, "")) == .text(nil))
    #expect(Effect<Said>.copy("t") { .flag($0) }.message(for: payload(1.0)) == .flag(true))
    let share = Effect<Said>.share(title: "", text: "") { .outcome($0) }
    #expect(share.message(for: payload(0.0)) == .outcome(.shared))
    #expect(share.message(for: payload(1.0)) == .outcome(.dismissed))
    #expect(share.message(for: payload(2.0)) == .outcome(.unavailable))
    let fetch = Effect<Said>.fetch(FetchRequest(path: "/")) {
      .bytes($0.isSuccess ? $0.bytes : nil)
    }
    #expect(fetch.message(for: payload(200.0, "text/plain", [UInt8](1...3))) == .bytes([1, 2, 3]))
    #expect(fetch.message(for: payload(0.0, "", [UInt8]())) == .bytes(nil))
  }

  @Test func theAnalystTellsHowFarItIsUntilItAnswers() {
    let asked = Effect<Said>.analyst([7], as: "question") { answer in
      switch answer {
      case .working(let share): .text("\(share)")
      case .report(let bytes): .bytes(bytes)
      case .missing: .flag(false)
      case .failed: .flag(true)
      }
    }
    #expect(asked.order == .analyst([7]) && asked.name == "question")
    #expect(asked.message(for: payload(0.0, 0.4)) == .text("0.4"))
    #expect(asked.message(for: payload(1.0, [UInt8](1...3))) == .bytes([1, 2, 3]))
    #expect(asked.message(for: payload(2.0)) == .flag(false))
    #expect(asked.message(for: payload(3.0)) == .flag(true))
    #expect(asked.erased.goesOn(payload(0.0, 0.4)))
    for last in [1.0, 2, 3] { #expect(!asked.erased.goesOn(payload(last))) }
  }

  @Test func mapKeepsOrderNameAndAnswer() {
    let effect = Effect<Int>.wait(milliseconds: 5, as: "name", 7).map { "seven is \($0)" }
    #expect(effect.order == .wait(milliseconds: 5))
    #expect(effect.name == "name")
    #expect(effect.message() == "seven is 7")
  }
}
