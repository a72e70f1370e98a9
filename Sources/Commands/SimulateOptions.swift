import Simulation

extension Command {
  static let simulate = Command(
    name: "simulate", summary: "Test the ledger against everything that can go wrong",
    details: """
      Runs simulated schedules: people edit, undo, import and record on several devices, while
      networks, clocks, stores, tabs and servers fail in every known way; file transfers are cut off,
      files are swept and released, and a guest is let in and removed. Each schedule follows from its
      seed; the same seed gives the same figures. If a promise is broken, it prints the seed and exits
      with 1. It also does so if a kind of fault never occurs in 1,000 schedules or more, because
      nothing is proved about it then.
      """,
    options: [
      Option(name: "schedules", placeholder: "N", summary: "How many schedules [10000]"),
      Option(name: "seed", placeholder: "S", summary: "Random seed [1]"),
      Option(
        name: "from", placeholder: "N", summary: "Number of the first schedule [0]"
      ),
      Option(name: "devices", placeholder: "A-B", summary: "How many devices [2-6]"),
      Option(name: "steps", placeholder: "A-B", summary: "How many steps per schedule [20-140]"),
      Option(
        name: "store", placeholder: "STORE",
        summary:
          "memory: just the rules\ncodec: also encode every message\n"
          + "sqlite: also run the server on SQLite\npostgres://…: or on this database [memory]"),
      Option(name: "jobs", placeholder: "N", summary: "How many threads [2]"),
      Option(
        name: "fuzz", placeholder: "N",
        summary: "Try N random and damaged frames instead of schedules"),
      Option(
        name: "history", summary: "With one schedule, describe what happened"),
    ],
    examples: [
      "woodshed simulate",
      "woodshed simulate --schedules 2000000 --seed 7",
      "woodshed simulate --schedules 5000 --store sqlite",
      "woodshed simulate --schedules 1 --seed 12345 --history",
      "woodshed simulate --fuzz 5000000",
    ]
  ) { arguments throws(CommandError) in
    try Simulate(SimulateOptions(arguments)).run()
  }
}

/// The checked options of `simulate`.
struct SimulateOptions: Hashable, Sendable {
  /// Where the server stores its spaces; all but ``memory`` send messages as bytes.
  enum Store: Hashable, Sendable {
    case memory, codec, sqlite
    case postgres(url: String)

    init?(_ text: String) {
      switch text {
      case "memory": self = .memory
      case "codec": self = .codec
      case "sqlite": self = .sqlite
      case _ where text.hasPrefix("postgres://") || text.hasPrefix("postgresql://"):
        self = .postgres(url: text)
      default: return nil
      }
    }

    /// The option's value, without secrets.
    var words: String {
      switch self {
      case .memory: "memory"
      case .codec: "codec"
      case .sqlite: "sqlite"
      case .postgres: "postgres://…"
      }
    }
  }

  let schedules: Int
  let seed: UInt64
  /// The number of the first schedule, so that a long run can be split into parts.
  let first: Int
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
    first = try arguments.number("from", in: 0...1_000_000_000) ?? 0
    devices = try Self.range(arguments, "devices", in: 1...6) ?? 2...6
    steps = try Self.range(arguments, "steps", in: 1...10_000) ?? 20...140
    jobs = try arguments.number("jobs", in: 1...64) ?? 2
    guard let store = Store(arguments["store"] ?? "memory") else {
      throw .wrongUsage(
        "--store takes `memory`, `codec`, `sqlite` or the address of a PostgreSQL database, such as "
          + "`postgres://localhost/try`, not `\(arguments["store"] ?? "")`.")
    }
    self.store = store
    fuzz = try arguments.number("fuzz", in: 1...1_000_000_000)
    hasHistory = arguments.has("history")
  }

  /// A number, or a range such as 2-6.
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
