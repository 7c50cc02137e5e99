// swift-tools-version: 6.2
import PackageDescription

extension Target {
  /// The module in the folder `Sources/DISTRICT/NAME`, or in `Tests` if several targets of tests use it.
  static func module(
    _ folder: String, _ dependencies: Dependency..., in top: String = "Sources", resources: [Resource]? = nil,
    swiftSettings: [SwiftSetting]? = nil
  ) -> Target {
    .target(
      name: name(folder), dependencies: dependencies, path: "\(top)/\(folder)", resources: resources,
      swiftSettings: swiftSettings)
  }

  /// The program in the folder `Sources/DISTRICT/NAME`.
  static func program(_ folder: String, _ dependencies: Dependency...) -> Target {
    .executableTarget(name: name(folder), dependencies: dependencies, path: "Sources/\(folder)")
  }

  /// The tests in the folder `Tests/DISTRICT/NAME`.
  static func tests(_ folder: String, _ dependencies: Dependency..., exclude: [String] = []) -> Target {
    .testTarget(name: name(folder), dependencies: dependencies, path: "Tests/\(folder)", exclude: exclude)
  }

  /// The program in the folder `Tests/DISTRICT/NAME`, which tests start.
  static func helper(_ folder: String, _ dependencies: Dependency...) -> Target {
    .executableTarget(name: name(folder), dependencies: dependencies, path: "Tests/\(folder)")
  }

  private static func name(_ folder: String) -> String { String(folder.split(separator: "/")[1]) }
}

extension Target.Dependency {
  static let epoll = Self.target(name: "CEpoll", condition: .when(platforms: [.linux]))
}

extension Product {
  /// A library with one module, which has the same name.
  static func library(_ name: String) -> Product { .library(name: name, targets: [name]) }
}

let core: [Target] = [
  .module("Core/ColmeiaBase", swiftSettings: [.strictMemorySafety()]),
  .module("Core/Colmeia", "ColmeiaBase", swiftSettings: [.strictMemorySafety()]),
  .module("Core/ColmeiaTable", "Colmeia", "ColmeiaBase", swiftSettings: [.strictMemorySafety()]),
  .module("Core/ColmeiaUI", "Colmeia", "ColmeiaBase", "ColmeiaTable"),
  .tests("Core/ColmeiaBaseTests", "ColmeiaBase", "ColmeiaTesting", "TestSupport"),
  .tests("Core/ColmeiaTests", "Colmeia", "ColmeiaBase", "ColmeiaTable", "ColmeiaTesting", "TestSupport"),
  .tests("Core/ColmeiaLawTests", "Colmeia", "ColmeiaBase", "ColmeiaTable", "ColmeiaTesting", "TestSupport"),
  .tests("Core/ColmeiaCountingTests", "Colmeia", "ColmeiaTable", "CountingSupport"),
  .tests("Core/ColmeiaTableTests", "ColmeiaBase", "ColmeiaTable", "TestSupport"),
  .tests("Core/ColmeiaUITests", "ColmeiaBase", "ColmeiaTable", "ColmeiaUI", "TestSupport"),
]

let testing: [Target] = [
  .module("Testing/ColmeiaDebugging", "Colmeia", "ColmeiaBase", "ColmeiaTable"),
  .module("Testing/ColmeiaExplorer", "Colmeia", "ColmeiaBase", "ColmeiaDebugging", "ColmeiaJSON", .epoll),
  .module("Testing/ColmeiaTesting", "Colmeia", "ColmeiaBase", "ColmeiaDebugging", "ColmeiaExplorer"),
  .tests(
    "Testing/ColmeiaDebuggingTests", "ColmeiaBase", "ColmeiaDebugging", "ColmeiaTable", "ColmeiaTesting", "TestSupport"),
  .tests("Testing/ColmeiaExplorerTests", "ColmeiaDebugging", "ColmeiaExplorer", "TestSupport"),
  .tests("Testing/PlantedBugTests", "ColmeiaExplorer", "TestSupport"),
  .tests("Testing/ColmeiaTestingTests", "Colmeia", "ColmeiaBase", "ColmeiaTable", "ColmeiaTesting", "TestSupport"),
]

let network: [Target] = [
  .module("Network/ColmeiaJSON", "ColmeiaBase"),
  .module("Network/ColmeiaHTTP", "ColmeiaJSON"),
  .module("Network/ColmeiaStorage", "ColmeiaBase", "ColmeiaHTTP", "ColmeiaJSON"),
  .module("Network/ColmeiaSecrets", "ColmeiaBase", "ColmeiaHTTP", "ColmeiaJSON"),
  .module("Network/ColmeiaTransport", "ColmeiaBase", "ColmeiaHTTP", "ColmeiaSecrets", "ColmeiaStorage"),
  .module("Network/ColmeiaClient", "ColmeiaBase", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaStorage", "ColmeiaTransport"),
  .module(
    "Network/ColmeiaPlatform", "ColmeiaBase", "ColmeiaHTTP", "ColmeiaStorage", "ColmeiaTransport", .epoll,
    .target(name: "CLibcurl", condition: .when(platforms: [.linux]))),
  .module("Network/CEpoll"),
  .module("Network/CLibcurl", "CEpoll"),
  .tests("Network/ColmeiaJSONTests", "ColmeiaJSON", "TestSupport"),
  .tests("Network/ColmeiaHTTPTests", "ColmeiaHTTP", "ColmeiaJSON", "TestSupport"),
  .tests(
    "Network/ColmeiaStorageTests", "Colmeia", "ColmeiaBase", "ColmeiaStorage", "StorageCrashHelper", "TestSupport"),
  .tests("Network/ColmeiaSecretsTests", "ColmeiaSecrets", "TestSupport"),
  .tests("Network/ColmeiaTransportTests", "ColmeiaClient", "ColmeiaTesting", "ColmeiaTransport", "TestSupport"),
  .tests(
    "Network/ColmeiaClientTests", "ColmeiaBase", "ColmeiaClient", "ColmeiaHTTP", "ColmeiaStorage", "ColmeiaTesting",
    "ColmeiaTransport", "TestSupport"),
  .tests(
    "Network/ColmeiaPlatformTests", "ColmeiaBase", "ColmeiaClient", "ColmeiaHTTP", "ColmeiaPlatform", "ColmeiaTesting",
    "ColmeiaTransport", "TestSupport"),
  .helper("Network/StorageCrashHelper", "ColmeiaStorage"),
  .helper("Network/SocketProbe", "ColmeiaPlatform"),
]

let runner: [Target] = [
  .module(
    "Runner/ColmeiaCassette", "ColmeiaBase", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaSecrets", "ColmeiaStorage",
    "ColmeiaTransport"),
  .module("Runner/ColmeiaScenario", "ColmeiaBase", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaSecrets"),
  .module(
    "Runner/ColmeiaWorld", "Colmeia", "ColmeiaBase", "ColmeiaCassette", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaScenario",
    "ColmeiaSecrets", "ColmeiaStorage", "ColmeiaTransport"),
  .module(
    "Runner/ColmeiaFrontEnds", "Colmeia", "ColmeiaBase", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaScenario",
    "ColmeiaSecrets", "ColmeiaTable", "ColmeiaWorld"),
  .module(
    "Runner/ColmeiaRunner", "Colmeia", "ColmeiaBase", "ColmeiaCassette", "ColmeiaFrontEnds", "ColmeiaHTTP",
    "ColmeiaJSON", "ColmeiaScenario", "ColmeiaSecrets", "ColmeiaStorage", "ColmeiaTransport", "ColmeiaWorld"),
  .tests(
    "Runner/ColmeiaCassetteTests", "ColmeiaBase", "ColmeiaCassette", "ColmeiaClient", "ColmeiaHTTP", "ColmeiaJSON",
    "ColmeiaSecrets", "ColmeiaTesting", "ColmeiaTransport", "TestSupport"),
  .tests(
    "Runner/ColmeiaScenarioTests", "ColmeiaBase", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaScenario", "ColmeiaSecrets",
    "RunnerTestSupport", "TestSupport"),
  .tests(
    "Runner/ColmeiaWorldTests", "ColmeiaBase", "ColmeiaClient", "ColmeiaScenario", "ColmeiaWorld", "RunnerTestSupport",
    "TestSupport"),
  .tests(
    "Runner/ColmeiaFrontEndsTests", "ColmeiaBase", "ColmeiaFrontEnds", "ColmeiaJSON", "ColmeiaScenario",
    "ColmeiaSecrets", "ColmeiaTable", "ColmeiaWorld", "RunnerTestSupport", "TestSupport"),
  .tests(
    "Runner/ColmeiaRunnerTests", "ColmeiaBase", "ColmeiaCassette", "ColmeiaClient", "ColmeiaFrontEnds", "ColmeiaRunner",
    "ColmeiaScenario", "ColmeiaSecrets", "ColmeiaTable", "ColmeiaWorld", "RunnerTestSupport", "ServerWorldProbe",
    "TestSupport"),
  .module(
    "Runner/RunnerTestSupport", "ColmeiaBase", "ColmeiaFrontEnds", "ColmeiaJSON", "ColmeiaScenario", "ColmeiaWorld",
    in: "Tests"),
  .helper("Runner/ServerWorldProbe", "ColmeiaRunner", "CounterFeature"),
]

let hosts: [Target] = [
  .module("Hosts/ColmeiaServer", "ColmeiaBase", "ColmeiaHTTP", .epoll),
  .module(
    "Hosts/ColmeiaWeb", "ColmeiaBase", "ColmeiaFrontEnds", "ColmeiaSecrets", "ColmeiaServer", "ColmeiaWorld",
    resources: ["icon.svg", "index.html", "page.css", "page.js", "session.js"].map { .embedInCode("Page/\($0)") }),
  .module("Hosts/CColmeia"),
  .module("Hosts/ColmeiaC", "CColmeia", "ColmeiaBase", "ColmeiaFrontEnds", "ColmeiaWorld"),
  .tests(
    "Hosts/ColmeiaServerTests", "ColmeiaBase", "ColmeiaPlatform", "ColmeiaServer", "ServerTestSupport", "TestSupport"),
  .tests(
    "Hosts/ColmeiaWebTests", "ColmeiaBase", "ColmeiaPlatform", "ColmeiaServer", "ColmeiaWeb", "ColmeiaWorld",
    "TestSupport"),
  .tests(
    "Hosts/ColmeiaCTests", "CColmeia", "ColmeiaBase", "ColmeiaC", "ColmeiaScenario", "CounterApp", "CountingSupport",
    "TestSupport"),
  .module("Hosts/ServerTestSupport", "ColmeiaServer", in: "Tests"),
]

let reference: [Target] = [
  .module("Reference/ReferenceEntities", "ColmeiaHTTP", "ColmeiaJSON"),
  .module("Reference/ReferenceS3", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaStorage", "ColmeiaTransport"),
  .module(
    "Reference/ReferenceApp", "Colmeia", "ColmeiaBase", "ColmeiaClient", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaSecrets",
    "ColmeiaStorage", "ColmeiaTransport", "ReferenceEntities", "ReferenceS3"),
  .module(
    "Reference/ReferenceBackend", "Colmeia", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaServer", "ColmeiaStorage",
    "ColmeiaTable", "ReferenceEntities", "ReferenceS3"),
  // The only one that depends on the commit.
  .module("Reference/CVersion"),
  .program(
    "Reference/ReferenceCommand", "CVersion", "ColmeiaBase", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaPlatform",
    "ColmeiaRunner", "ColmeiaScenario", "ColmeiaServer", "ColmeiaTransport", "ColmeiaWeb", "ReferenceApp",
    "ReferenceBackend"),
  .tests("Reference/ReferenceS3Tests", "ColmeiaClient", "ColmeiaTransport", "ReferenceS3", "TestSupport"),
  .tests(
    "Reference/ReferenceAppTests", "Colmeia", "ColmeiaBase", "ColmeiaClient", "ColmeiaExplorer", "ColmeiaJSON",
    "ColmeiaTesting", "ColmeiaTransport", "ReferenceApp", "ReferenceBackend", "TestSupport"),
  .tests(
    "Reference/ReferenceBackendTests", "Colmeia", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaStorage", "ColmeiaTable",
    "ReferenceBackend", "ReferenceEntities", "ReferenceS3", "ServerTestSupport", "TestSupport"),
  .tests("Reference/ReferenceBackendCountingTests", "CountingSupport", "ReferenceBackend"),
  .tests(
    "Reference/EndToEndTests", "Colmeia", "ColmeiaBase", "ColmeiaCassette", "ColmeiaClient", "ColmeiaFrontEnds",
    "ColmeiaJSON", "ColmeiaPlatform", "ColmeiaRunner", "ColmeiaScenario", "ColmeiaSecrets", "ColmeiaServer",
    "ColmeiaTesting", "ColmeiaTransport", "ColmeiaWeb", "ColmeiaWorld", "ReferenceApp", "ReferenceBackend",
    "ReferenceCommand",
    "ReferenceS3", "RunnerTestSupport", "TestSupport"),
]

let tools: [Target] = [
  .module("Tools/CAllocationCounter"),
  .program(
    "Tools/Benchmark", "CAllocationCounter", "CColmeia", "Colmeia", "ColmeiaC", "ColmeiaClient", "ColmeiaExplorer",
    "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaPlatform", "ColmeiaScenario", "ColmeiaSecrets", "ColmeiaServer",
    "ColmeiaStorage", "ColmeiaTable", "ColmeiaTesting", "ColmeiaUI", "ReferenceApp", "ReferenceBackend", "ReferenceS3"),
  .program(
    "Tools/Fuzz", "ColmeiaCassette", "ColmeiaClient", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaScenario", "ColmeiaWeb",
    "ColmeiaWorld", "ReferenceApp", "ReferenceBackend", "ReferenceS3"),
  .tests("Tools/BenchmarkTests", "Benchmark"),
  .tests("Tools/FuzzTests", "Fuzz", "TestSupport"),
  .tests("Tools/TerminalTests", "Terminal", "TestSupport"),
  .tests(
    "Tools/DocumentationTests", "Colmeia", "ColmeiaC", "ColmeiaDebugging", "ColmeiaExplorer", "ColmeiaRunner",
    "ColmeiaScenario", "ColmeiaTable", "ColmeiaTesting", "ColmeiaUI", "ColmeiaWeb", "TestSupport",
    exclude: ["Capabilities.md", "Rules"]),
  .module("Tools/TestSupport", "ColmeiaBase", "ColmeiaJSON", "ColmeiaStorage", in: "Tests"),
  .module("Tools/CountingSupport", "CAllocationCounter", in: "Tests"),
]

let examples: [Target] = [
  .target(name: "CounterFeature", dependencies: ["Colmeia"], path: "Examples/Counter/Feature"),
  .target(name: "CounterApp", dependencies: ["ColmeiaRunner", "CounterFeature"], path: "Examples/Counter/App"),
  .executableTarget(name: "Counter", dependencies: ["ColmeiaRunner", "CounterApp"], path: "Examples/Counter/Command"),
  .testTarget(
    name: "CounterTests", dependencies: ["ColmeiaTesting", "CounterFeature"], path: "Examples/Counter/Tests"),
  .target(name: "CounterC", dependencies: ["ColmeiaC", "CounterApp"], path: "Examples/C/Library"),
  .target(
    name: "DesktopC",
    dependencies: ["ColmeiaC", "ColmeiaPlatform", "ColmeiaRunner", "ReferenceApp"], path: "Examples/Desktop/Library"),
  .executableTarget(
    name: "Terminal", dependencies: ["ColmeiaDebugging", "ColmeiaPlatform", "ReferenceApp"], path: "Examples/Terminal"),
]

let package = Package(
  name: "Colmeia",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    // With a type, `swift build --product Colmeia` builds only the core. Without one, it would build everything.
    .library(name: "Colmeia", type: .static, targets: ["Colmeia", "ColmeiaTable"]),
    .library("ColmeiaUI"),
    .library("ColmeiaDebugging"),
    .library("ColmeiaExplorer"),
    .library("ColmeiaTesting"),
    .library("ColmeiaJSON"),
    .library("ColmeiaStorage"),
    .library("ColmeiaSecrets"),
    .library("ColmeiaClient"),
    .library("ColmeiaPlatform"),
    .library("ColmeiaCassette"),
    .library("ColmeiaRunner"),
    .library("ColmeiaWeb"),
    .library("ColmeiaC"),
    .library("ReferenceApp"),
    .executable(name: "colmeia", targets: ["ReferenceCommand"]),
    // The examples' libraries for programs in other languages.
    .library(name: "CounterC", type: .dynamic, targets: ["CounterC"]),
    .library(name: "CounterCStatic", type: .static, targets: ["CounterC"]),
    .library(name: "DesktopC", type: .dynamic, targets: ["DesktopC"]),
  ],
  targets: core + testing + network + runner + hosts + reference + tools + examples,
  swiftLanguageModes: [.v6]
)

// CI builds all with warnings as errors, always with the same flags, so that nothing is built twice; in release and for
// the thread sanitizer only what it runs there, and what that needs.
if let mode = Context.environment["COLMEIA_CI"] {
  // The thread sanitizer doubles the time of a build, so only files with threads are built for it.
  let excluded = [
    "ColmeiaLawTests": [
      "CrowdTests.swift", "MachineResetTests.swift", "PolicyRuleTests.swift", "PolicyTableTests.swift",
      "RecycledSlotTests.swift",
    ],
    "ColmeiaTests": ["Store/PeerRegressionTests.swift"],
    "ColmeiaTransportTests": ["Upload"],
    "ColmeiaClientTests": [
      "Client/FormTests.swift", "Endpoint", "Cache/Responses/ResponseModelTests.swift",
      "Cache/Responses/ResponseRecordTests.swift", "Cache/Responses/FrequencyCacheTests.swift",
      "Cache/Images/MemoryCacheTests.swift", "Cache/SharedTransfers",
      "Realtime/Cable/CableMachineTests.swift", "Realtime/Cable/CableMachineTests+Connection.swift",
      "Realtime/Cable/CableModelTests.swift",
      "Realtime/Events/EventSourceMachineTests.swift",
    ],
    "ColmeiaPlatformTests": ["Shared/ProxyVariablesTests.swift", "URLSession/LoadTests.swift"],
    "ColmeiaCassetteTests": ["CassetteFormatTests.swift"],
    // What is compiled without optimization can't be measured.
    "Benchmark": ["Core/ToolRows.swift", "Systems"],
  ]
  let parts = [
    "release": ["ColmeiaLawTests", "ColmeiaCountingTests", "Benchmark"],
    "sanitised": [
      "ColmeiaBaseTests", "ColmeiaTests", "ColmeiaLawTests", "ColmeiaUITests", "ColmeiaTransportTests",
      "ColmeiaClientTests", "ColmeiaPlatformTests", "ColmeiaCassetteTests", "ColmeiaServerTests",
    ],
  ]
  for target in package.targets where parts[mode] != nil {
    target.exclude += excluded[target.name] ?? []
    if target.name == "ColmeiaTests" { target.sources = ["Store"] }
    // In release, what is neither run in bulk nor measured is compiled without optimization, in a third of the time.
    let plain = [
      "ColmeiaDebugging", "ColmeiaExplorer", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaStorage", "ColmeiaTesting",
      "TestSupport",
    ]
    if mode == "release", plain.contains(target.name) { target.swiftSettings = [.unsafeFlags(["-Onone"])] }
    if mode == "release", target.name == "Benchmark" {
      target.dependencies = ["CAllocationCounter", "Colmeia", "ColmeiaTable", "ColmeiaUI"]
      target.swiftSettings = [.define("COLMEIA_CORE_ROWS")]
    }
  }
  if var kept = parts[mode] {
    var next = 0
    while next < kept.count {
      for target in package.targets where target.name == kept[next] {
        for case .byNameItem(let name, _) in target.dependencies where !kept.contains(name) { kept.append(name) }
        for case .targetItem(let name, _) in target.dependencies where !kept.contains(name) { kept.append(name) }
      }
      next += 1
    }
    package.targets.removeAll { !kept.contains($0.name) }
    package.products.removeAll { product in
      let targets = (product as? Product.Library)?.targets ?? (product as? Product.Executable)?.targets ?? []
      return !targets.allSatisfy(kept.contains)
    }
  }
  for target in package.targets where !target.name.hasPrefix("C") || target.name.hasPrefix("Co") {
    target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
  }
}
