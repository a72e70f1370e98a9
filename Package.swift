// swift-tools-version: 6.3
import PackageDescription

/// The settings of every target: warnings are errors, and unsafe operations must be marked.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  // The tests run what is released. (To the condition `platforms: [.linux]`, the browser would also be Linux.)
  .unsafeFlags(["-enable-testing"], .when(configuration: .release, traits: ["Native"])),
]

/// The settings of targets that are also compiled as Embedded Swift for WebAssembly.
let portable: [SwiftSetting] = strict + [.enableExperimentalFeature("Extern")]

/// The settings of tests: they may use Foundation and the C library. Each runs once, so they are not optimised.
let tests: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .unsafeFlags(["-Onone"], .when(configuration: .release)),
]

/// Natively, only tests, the vectors and `build-web` run the rooms, and once: there they are not optimised.
let plain: [SwiftSetting] = [
  .unsafeFlags(["-Onone"], .when(configuration: .release, traits: ["Native"]))
]

/// A native debug build needs the C library for rounding and square roots.
let roots: [LinkerSetting] = [.linkedLibrary("m")]

/// A released program needs no Swift on the machine that runs it. What tests import can't say so: it would be said of them.
let whole: [LinkerSetting] = [
  .unsafeFlags(["-static-stdlib"], .when(configuration: .release, traits: ["Native"]))
]

/// A room in the folder `Sources/Rooms/<folder>`.
func room(_ name: String, _ folder: String, _ rooms: [Target.Dependency] = []) -> Target {
  .target(
    name: name,
    dependencies: ["Domain", "Ledger", "Markup", "Program", "Reports", "RoomKit", "Sound"] + rooms,
    path: "Sources/Rooms/\(folder)", swiftSettings: portable + plain)
}

let package = Package(
  name: "Woodshed",
  products: [
    .executable(name: "woodshed", targets: ["woodshed"]),
    .executable(name: "Browser", targets: ["Browser"]),
    .executable(name: "Trials", targets: ["Trials"]),
    .executable(name: "Worklet", targets: ["Worklet"]),
    .executable(name: "Listener", targets: ["Listener"]),
    .executable(name: "Clerk", targets: ["Clerk"]),
    .executable(name: "Analyst", targets: ["Analyst"]),
    .executable(name: "Stage", targets: ["Stage"]),
    .executable(name: "build-web", targets: ["BuildWeb"]),
    .executable(name: "vectors", targets: ["PrintVectors"]),
    .executable(name: "WasmVectors", targets: ["WasmVectors"]),
    .executable(name: "Workbench", targets: ["Workbench"]),
  ],
  traits: [
    .default(enabledTraits: ["Native"]),
    .trait(name: "Native", description: "Built for this machine, not for the browser."),
  ],
  targets: [
    // Portable: compiled natively and to WebAssembly.
    // Nearly every test goes through it, and unoptimised it looks for the type of each generic value while it runs.
    .target(
      name: "Ledger",
      swiftSettings: portable + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    // Unoptimised, its tests take ten times as long.
    .target(
      name: "Sound",
      swiftSettings: portable + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    .target(name: "Recordings", dependencies: ["Ledger", "Sound"], swiftSettings: portable),
    // Grades, ability and what to try next. Fits and simulations take ten times as long unoptimised.
    .target(
      name: "Training", dependencies: ["Sound"],
      swiftSettings: portable + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    // What a log of reeds, sessions or practice says, and how surely. Simulations take ten times as long unoptimised.
    .target(
      name: "Statistics", dependencies: ["Sound"],
      swiftSettings: portable + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    // Colour, chords and how they are played, and the limiter. Pictures take ten times as long unoptimised.
    .target(
      name: "Light", dependencies: ["Sound"],
      swiftSettings: portable + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    // The independent judge of the limiter, based on the standards alone: it shares no code with `Light`.
    .target(
      name: "FlashAnalysis",
      swiftSettings: strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    .target(
      name: "Domain", dependencies: ["Ledger", "Sound", "Training"],
      swiftSettings: portable + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    .target(name: "Markup", swiftSettings: portable),
    .target(name: "Program", dependencies: ["Ledger", "Markup"], swiftSettings: portable),
    // Questions, answers and charts as data, and how charts are drawn.
    .target(
      name: "Reports", dependencies: ["Domain", "Ledger", "Markup"], swiftSettings: portable),
    // What a log of reeds says: the program `Analyst` answers in a worker, so that the page does not carry it.
    .target(
      name: "Analysis",
      dependencies: ["Domain", "Ledger", "Markup", "Reports", "Sound", "Statistics"],
      swiftSettings: portable + [.unsafeFlags(["-O"], .when(configuration: .debug))]),

    // The rooms: each is a module of its own, so that a change recompiles only one of them. `Rooms` is the shell that
    // joins them.
    .target(
      name: "RoomKit", dependencies: ["Domain", "Ledger", "Markup", "Program", "Reports", "Sound"],
      path: "Sources/Rooms/Kit", swiftSettings: portable + plain),
    room("ToolsRoom", "Tools"),
    room("JournalRoom", "Journal"),
    room("ReedsRoom", "Reeds"),
    room("SessionsRoom", "Sessions", ["Training"]),
    room("LightRoom", "Light", ["Light"]),
    room("Pages", "Pages"),
    room(
      "Rooms", "Shell",
      ["JournalRoom", "LightRoom", "Pages", "ReedsRoom", "SessionsRoom", "ToolsRoom"]),

    .target(name: "Simulation", dependencies: ["Ledger"], swiftSettings: portable),
    .executableTarget(
      name: "Judge", dependencies: ["Ledger", "Simulation"], path: "Tests/Mutations/Judge",
      swiftSettings: portable),

    // The browser's edge: empty in a native build.
    .target(name: "WasmRuntime"),
    .target(
      name: "Page", dependencies: ["Ledger", "Markup", "Program", "WasmRuntime"],
      swiftSettings: portable),
    .executableTarget(
      name: "Browser", dependencies: ["Page", "Program", "Rooms"], swiftSettings: portable,
      linkerSettings: roots),
    .executableTarget(
      name: "Trials", dependencies: ["Page", "Program", "Rooms"], swiftSettings: portable,
      linkerSettings: roots),
    .executableTarget(
      name: "Clerk", dependencies: ["Domain", "WasmRuntime"], swiftSettings: portable,
      linkerSettings: roots),
    .executableTarget(
      name: "Analyst", dependencies: ["Analysis", "Reports", "WasmRuntime"],
      swiftSettings: portable,
      linkerSettings: roots),
    .executableTarget(
      name: "Listener", dependencies: ["Recordings", "Sound", "WasmRuntime"],
      swiftSettings: portable, linkerSettings: roots),
    .executableTarget(
      name: "Stage", dependencies: ["Light", "WasmRuntime"], swiftSettings: portable,
      linkerSettings: roots),
    .executableTarget(
      name: "Worklet", dependencies: ["Sound", "WasmRuntime"], swiftSettings: portable,
      linkerSettings: roots),

    // Claims that must hold in both compilations.
    .target(
      name: "Vectors",
      dependencies: [
        "Analysis", "Domain", "Ledger", "Light", "Markup", "Program", "Reports", "Simulation",
        "Sound", "Statistics", "Training",
      ],
      swiftSettings: portable),
    .target(
      name: "RoomVectors", dependencies: ["Markup", "Program", "Rooms", "Vectors"],
      swiftSettings: portable),
    .executableTarget(
      name: "WasmVectors", dependencies: ["RoomVectors", "Training", "Vectors", "WasmRuntime"],
      swiftSettings: portable,
      linkerSettings: roots),
    .executableTarget(
      name: "Workbench", dependencies: ["Ledger", "Markup", "Page", "Program", "Vectors"],
      swiftSettings: portable, linkerSettings: roots),
    .executableTarget(
      name: "PrintVectors", dependencies: ["RoomVectors", "Vectors"], swiftSettings: strict,
      linkerSettings: roots + whole),

    // Native: the server and the command line.
    .target(name: "Platform", swiftSettings: strict),
    .target(name: "HTTP", swiftSettings: strict),
    .systemLibrary(name: "CMicroHTTPD"),
    .target(
      name: "MicroHTTPD", dependencies: ["HTTP", "Platform", "CMicroHTTPD"], swiftSettings: strict),
    .systemLibrary(name: "CSQLite"),
    .systemLibrary(name: "CPostgres"),
    .systemLibrary(name: "CZlib"),
    .systemLibrary(name: "CSodium"),
    .systemLibrary(name: "CCrack"),
    .target(name: "Storage", dependencies: ["Ledger", "Platform"], swiftSettings: strict),
    .target(
      name: "SQLiteStorage", dependencies: ["CSQLite", "Ledger", "Platform", "Storage"],
      swiftSettings: strict),
    .target(
      name: "PostgresStorage", dependencies: ["CPostgres", "Ledger", "Platform", "Storage"],
      swiftSettings: strict),
    .target(
      name: "Server",
      dependencies: [
        "CCrack", "CSodium", "CZlib", "Domain", "HTTP", "Ledger", "Platform", "Sound", "Storage",
        "Training",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "BuildWeb", dependencies: ["Ledger", "Markup", "Pages", "Platform", "Rooms"],
      swiftSettings: strict, linkerSettings: roots),
    .target(
      name: "Commands",
      dependencies: [
        "Analysis", "CSodium", "CZlib", "Domain", "FlashAnalysis", "HTTP", "Ledger", "Light",
        "MicroHTTPD",
        "Platform", "PostgresStorage", "Reports", "SQLiteStorage", "Server", "Simulation",
        "Sound", "Statistics", "Storage", "Training",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "woodshed", dependencies: ["Commands"], swiftSettings: strict, linkerSettings: whole),

    .executableTarget(
      name: "TrainingBench", dependencies: ["Platform", "Training"],
      path: "Benchmarks/training/TrainingBench", swiftSettings: strict, linkerSettings: whole),
    .executableTarget(
      name: "AnalysisBench", dependencies: ["Platform", "Vectors"],
      path: "Benchmarks/statistics/AnalysisBench", swiftSettings: strict,
      linkerSettings: roots + whole),
    .executableTarget(
      name: "LightBench", dependencies: ["Light", "Platform"],
      path: "Benchmarks/light/LightBench", swiftSettings: strict, linkerSettings: whole),
    .executableTarget(
      name: "ServerBench", dependencies: ["HTTP", "MicroHTTPD", "Platform", "Server"],
      path: "Benchmarks/http/ServerBench", swiftSettings: strict, linkerSettings: whole),
    .executableTarget(
      name: "StoreBench", dependencies: ["Ledger", "Platform", "SQLiteStorage", "Storage"],
      path: "Benchmarks/safe/StoreBench", swiftSettings: strict, linkerSettings: whole),
    .executableTarget(
      name: "ReedBench",
      dependencies: [
        "Domain", "Ledger", "Platform", "PostgresStorage", "SQLiteStorage", "Storage",
      ],
      path: "Benchmarks/reeds/ReedBench", swiftSettings: strict, linkerSettings: whole),
    .executableTarget(
      name: "SyncBench", dependencies: ["Ledger", "Platform"],
      path: "Benchmarks/sync/SyncBench", swiftSettings: strict, linkerSettings: whole),

    .testTarget(
      name: "VectorsTests", dependencies: ["RoomVectors", "Vectors"], swiftSettings: tests),
    .testTarget(
      name: "LedgerTests", dependencies: ["CAllocations", "Domain", "Ledger", "Simulation"],
      exclude: ["numbers.txt"], swiftSettings: tests),
    .target(name: "CAllocations", path: "Tests/CAllocations"),
    .testTarget(
      name: "SoundTests", dependencies: ["CAllocations", "Sound"], swiftSettings: tests),
    .testTarget(
      name: "TrainingTests", dependencies: ["Domain", "Ledger", "Sound", "Training"],
      swiftSettings: tests),
    .testTarget(
      name: "StatisticsTests", dependencies: ["Sound", "Statistics"], exclude: ["Golden"],
      swiftSettings: tests),
    .testTarget(
      name: "ReportsTests", dependencies: ["Domain", "Ledger", "Markup", "Reports"],
      swiftSettings: tests),
    .testTarget(
      name: "AnalysisTests",
      dependencies: ["Analysis", "Domain", "Ledger", "Reports", "Sound", "Statistics"],
      swiftSettings: tests),
    .testTarget(
      name: "LightTests", dependencies: ["FlashAnalysis", "Light"],
      swiftSettings: tests + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    .testTarget(
      name: "RecordingsTests", dependencies: ["Ledger", "Recordings", "Sound"],
      swiftSettings: tests),
    .testTarget(name: "MarkupTests", dependencies: ["Markup"], swiftSettings: tests),
    .testTarget(
      name: "ProgramTests", dependencies: ["Ledger", "Markup", "Program", "WasmRuntime"],
      swiftSettings: tests),
    .testTarget(
      name: "RoomsTests",
      dependencies: [
        "Domain", "JournalRoom", "Ledger", "Light", "LightRoom", "Markup", "Pages", "Program",
        "ReedsRoom", "Reports", "RoomKit", "Rooms", "SessionsRoom", "Sound", "ToolsRoom",
        "Training",
      ],
      swiftSettings: tests),
    .testTarget(name: "BuildWebTests", dependencies: ["BuildWeb"], swiftSettings: tests),
    .testTarget(name: "HTTPTests", dependencies: ["HTTP"], swiftSettings: tests),
    .testTarget(
      name: "StorageTests",
      dependencies: [
        "CSQLite", "Ledger", "Platform", "PostgresStorage", "SQLiteStorage", "Storage",
        "TestSupport",
      ],
      swiftSettings: tests),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "Domain", "HTTP", "Ledger", "Platform", "PostgresStorage", "SQLiteStorage", "Server",
        "Sound", "Storage", "TestSupport", "Training",
      ],
      swiftSettings: tests),
    .target(
      name: "TestSupport", dependencies: ["Ledger", "Platform"], path: "Tests/TestSupport",
      swiftSettings: tests
    ),
    .testTarget(
      name: "MicroHTTPDTests",
      dependencies: ["HTTP", "MicroHTTPD", "Platform", "Server", "TestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "WoodshedTests",
      dependencies: [
        "Commands", "HTTP", "Ledger", "MicroHTTPD", "Platform", "SQLiteStorage", "Server",
        "Storage", "TestSupport",
      ],
      swiftSettings: tests),
  ],
  swiftLanguageModes: [.v6]
)
