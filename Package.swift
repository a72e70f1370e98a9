// swift-tools-version: 6.3
import PackageDescription

/// What every target is compiled with: warnings are errors, and every unsafe operation is spelled out.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// What a target that is also compiled as Embedded Swift for WebAssembly is compiled with.
let portable: [SwiftSetting] = strict + [.enableExperimentalFeature("Extern")]

/// What tests are compiled with: they may use Foundation and the bare C library.
let tests: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "Woodshed",
  products: [
    .executable(name: "woodshed", targets: ["woodshed"]),
    .executable(name: "Browser", targets: ["Browser"]),
    .executable(name: "build-web", targets: ["BuildWeb"]),
    .executable(name: "vectors", targets: ["PrintVectors"]),
    .executable(name: "WasmVectors", targets: ["WasmVectors"]),
    .executable(name: "Workbench", targets: ["Workbench"]),
  ],
  targets: [
    // Portable: compiled natively and to WebAssembly.
    .target(name: "Ledger", swiftSettings: portable),
    .target(name: "Domain", dependencies: ["Ledger"], swiftSettings: portable),
    .target(name: "Markup", swiftSettings: portable),
    .target(name: "Program", dependencies: ["Markup"], swiftSettings: portable),
    .target(name: "Rooms", dependencies: ["Domain", "Markup", "Program"], swiftSettings: portable),

    // The browser's edge: empty in a native build.
    .target(name: "WasmRuntime"),
    .target(name: "Page", dependencies: ["Program", "WasmRuntime"], swiftSettings: portable),
    .executableTarget(name: "Browser", dependencies: ["Page", "Rooms"], swiftSettings: portable),

    // What must hold in both compilations.
    .target(
      name: "Vectors", dependencies: ["Domain", "Ledger", "Markup", "Program", "Rooms"],
      swiftSettings: portable),
    .executableTarget(
      name: "WasmVectors", dependencies: ["Vectors", "WasmRuntime"], swiftSettings: portable),
    .executableTarget(
      name: "Workbench", dependencies: ["Page", "Vectors"], swiftSettings: portable),
    .executableTarget(name: "PrintVectors", dependencies: ["Vectors"], swiftSettings: strict),

    // Native: the server and the command line.
    .target(name: "Platform", swiftSettings: strict),
    .target(name: "HTTP", swiftSettings: strict),
    .systemLibrary(name: "CMicroHTTPD"),
    .target(
      name: "MicroHTTPD", dependencies: ["HTTP", "Platform", "CMicroHTTPD"], swiftSettings: strict),
    .target(
      name: "Server", dependencies: ["Domain", "HTTP", "Ledger", "Platform"], swiftSettings: strict),
    .executableTarget(
      name: "BuildWeb", dependencies: ["Ledger", "Markup", "Platform", "Rooms"],
      swiftSettings: strict),
    .executableTarget(
      name: "woodshed", dependencies: ["Domain", "HTTP", "MicroHTTPD", "Platform", "Server"],
      swiftSettings: strict),

    .executableTarget(
      name: "ServerBench", dependencies: ["HTTP", "MicroHTTPD", "Platform", "Server"],
      path: "Benchmarks/http/ServerBench", swiftSettings: strict),

    .testTarget(name: "VectorsTests", dependencies: ["Vectors"], swiftSettings: tests),
    .testTarget(name: "MarkupTests", dependencies: ["Markup"], swiftSettings: tests),
    .testTarget(
      name: "ProgramTests", dependencies: ["Markup", "Program"], swiftSettings: tests),
    .testTarget(
      name: "RoomsTests", dependencies: ["Domain", "Markup", "Program", "Rooms"],
      swiftSettings: tests),
    .testTarget(name: "HTTPTests", dependencies: ["HTTP"], swiftSettings: tests),
    .testTarget(
      name: "ServerTests", dependencies: ["HTTP", "Platform", "Server"], swiftSettings: tests),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: tests),
    .testTarget(
      name: "MicroHTTPDTests",
      dependencies: ["HTTP", "MicroHTTPD", "Platform", "Server", "TestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "WoodshedTests", dependencies: ["HTTP", "Server", "TestSupport", "woodshed"],
      swiftSettings: tests),
  ],
  swiftLanguageModes: [.v6]
)
