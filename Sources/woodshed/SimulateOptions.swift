import Simulation

extension Command {
  static let simulate = Command(
    name: "simulate", summary: "Try the ledger against everything that can go wrong",
    details: """
      Lives through simulated schedules: people who edit, undo, import and record on several devices,
      while networks, clocks, stores, tabs and servers fail in every way that is known; files are cut on
      their way, swept and let go of, and a guest is let in and put out. Each schedule follows from
      its seed; the same seed gives the same figures. What breaks a promise is told with the seed, and
      the program ends with 1. So it does when a kind of fault never came up in 1,000 schedules or
      more, because then nothing was proved about it.
      """,
    options: [
      Option(name: "schedules", placeholder: "N", summary: "How many schedules [10000]"),
      Option(name: "seed", placeholder: "S", summary: "Where chance begins [1]"),
      Option(
        name: "from", placeholder: "N", summary: "The first schedule of the run to live through [0]"
      ),
      Option(name: "devices", placeholder: "A-B", summary: "How many devices [2-6]"),
      Option(name: "steps", placeholder: "A-B", summary: "How many steps a schedule has [20-140]"),
      Option(
        name: "store", placeholder: "STORE",
        summary:
          "memory: the rules alone\ncodec: and every message as bytes\n"
          + "sqlite: and a server on SQLite\npostgres://…: on that database [memory]"),
      Option(name: "jobs", placeholder: "N", summary: "How many threads [2]"),
      Option(
        name: "fuzz", placeholder: "N",
        summary: "Instead of schedules: so many random and damaged frames"),
      Option(
        name: "history", summary: "With one schedule: what happened, in words"),
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

/// What `simulate` was asked for, checked.
struct SimulateOptions: Hashable, Sendable {
  /// What the server keeps its spaces in; all but ``memory`` have messages travel as bytes.
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

    /// How it is asked for, without what may be secret.
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
  /// The number of the first schedule, so that a long run can be lived through in parts.
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
