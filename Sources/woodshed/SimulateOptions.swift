import Simulation

extension Command {
  static let simulate = Command(
    name: "simulate", summary: "Try the ledger against everything that can go wrong",
    details: """
      Lives through simulated schedules: people who edit, undo and import on several devices, while
      networks, clocks, stores, tabs and servers fail in every way that is known. Each schedule follows
      from its seed; the same seed gives the same figures. What breaks a promise is told with the
      seed, and the program ends with 1. So it does when a kind of fault never came up in 1,000
      schedules or more, because then nothing was proved about it.
      """,
    options: [
      Option(name: "schedules", placeholder: "N", summary: "How many schedules [10000]"),
      Option(name: "seed", placeholder: "S", summary: "Where chance begins [1]"),
      Option(name: "devices", placeholder: "A-B", summary: "How many devices [2-6]"),
      Option(name: "steps", placeholder: "A-B", summary: "How many steps a schedule has [20-140]"),
      Option(
        name: "store", placeholder: "STORE",
        summary: "memory: the rules alone\ncodec: and every message as bytes [memory]"),
      Option(name: "jobs", placeholder: "N", summary: "How many threads [2]"),
      Option(
        name: "fuzz", placeholder: "N",
        summary: "Instead of schedules: so many random and damaged frames"),
      Option(
        name: "history", placeholder: "yes", summary: "With one schedule: what happened, in words"),
    ],
    examples: [
      "woodshed simulate",
      "woodshed simulate --schedules 2000000 --seed 7",
      "woodshed simulate --schedules 1 --seed 12345 --history yes",
      "woodshed simulate --fuzz 5000000",
    ]
  ) { arguments throws(CommandError) in
    try Simulate(SimulateOptions(arguments)).run()
  }
}

/// What `simulate` was asked for, checked.
struct SimulateOptions: Hashable, Sendable {
  enum Store: String, CaseIterable, Sendable {
    case memory, codec
  }

  let schedules: Int
  let seed: UInt64
  let devices: ClosedRange<Int>
  let steps: ClosedRange<Int>
  let store: Store
  let jobs: Int
  let hasHistory: Bool
  /// How many damaged frames to try, instead of schedules.
  let fuzz: Int?

  init(_ arguments: Arguments) throws(CommandError) {
    schedules = try arguments.number("schedules", in: 1...1_000_000_000) ?? 10_000
    seed = UInt64(try arguments.number("seed", in: 0...Int.max) ?? 1)
    devices = try Self.range(arguments, "devices", in: 1...6) ?? 2...6
    steps = try Self.range(arguments, "steps", in: 1...10_000) ?? 20...140
    jobs = try arguments.number("jobs", in: 1...64) ?? 2
    guard let store = Store(rawValue: arguments["store"] ?? "memory") else {
      let names = Store.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      throw .wrongUsage("--store takes one of \(names), not `\(arguments["store"] ?? "")`.")
    }
    self.store = store
    fuzz = try arguments.number("fuzz", in: 1...1_000_000_000)
    hasHistory = arguments["history"] != nil
  }

  /// A number, or two with a dash between.
  private static func range(
    _ arguments: Arguments, _ option: String, in limits: ClosedRange<Int>
  ) throws(CommandError) -> ClosedRange<Int>? {
    guard let text = arguments[option] else { return nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard let first = parts.first ?? nil, let last = parts.last ?? nil, parts.count <= 2,
      first <= last, limits.contains(first), limits.contains(last)
    else {
      throw .wrongUsage(
        "--\(option) takes a number or a range from \(limits.lowerBound) to \(limits.upperBound), "
          + "such as \(limits.lowerBound)-\(limits.upperBound), not `\(text)`.")
    }
    return first...last
  }
}
