// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Colmeia",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    // With a type, `swift build --product Colmeia` builds only the core. Without one, it would build everything.
    .library(name: "Colmeia", type: .static, targets: ["Colmeia", "ColmeiaTable"]),
    .library(name: "ColmeiaApp", targets: ["ColmeiaApp"]),
    .library(name: "ColmeiaC", targets: ["ColmeiaC"]),
    .library(name: "ColmeiaDebugging", targets: ["ColmeiaDebugging"]),
    .library(name: "ColmeiaJSON", targets: ["ColmeiaJSON"]),
    .library(
      name: "ColmeiaNetworking",
      targets: [
        "ColmeiaCache", "ColmeiaCassette", "ColmeiaClient", "ColmeiaEvents", "ColmeiaHTTP", "ColmeiaPlatformTransport",
        "ColmeiaRealtime", "ColmeiaS3", "ColmeiaSecrets", "ColmeiaSigning", "ColmeiaStubs", "ColmeiaTransport",
        "ColmeiaUpload", "ColmeiaWebSocket",
      ]),
    .library(name: "ColmeiaRunner", targets: ["ColmeiaRunner"]),
    .library(name: "ColmeiaStorage", targets: ["ColmeiaStorage"]),
    .library(name: "ColmeiaSimulation", targets: ["ColmeiaSimulation"]),
    .library(name: "ColmeiaTesting", targets: ["ColmeiaTesting"]),
    .library(name: "ColmeiaUI", targets: ["ColmeiaUI"]),
    .library(name: "ColmeiaWeb", targets: ["ColmeiaWeb"]),
    .library(name: "CounterC", type: .dynamic, targets: ["CounterC"]),
    .library(name: "DesktopC", type: .dynamic, targets: ["DesktopC"]),
    .library(name: "CounterCStatic", type: .static, targets: ["CounterC"]),
    .executable(name: "colmeia", targets: ["ColmeiaCLI"]),
    .executable(name: "colmeia-fuzz", targets: ["ColmeiaFuzz"]),
    .executable(name: "colmeia-benchmark", targets: ["ColmeiaBenchmark"]),
    .executable(name: "colmeia-systems-benchmark", targets: ["ColmeiaSystemsBenchmark"]),
  ],
  targets: [
    .target(name: "ColmeiaSync", swiftSettings: [.strictMemorySafety()]),
    .target(name: "Colmeia", dependencies: ["ColmeiaSync"], swiftSettings: [.strictMemorySafety()]),
    .target(name: "ColmeiaTable", dependencies: ["Colmeia"], swiftSettings: [.strictMemorySafety()]),
    .target(name: "ColmeiaUI", dependencies: ["Colmeia", "ColmeiaSync", "ColmeiaTable"]),
    .target(name: "ColmeiaNumbers"),
    .target(name: "ColmeiaHTTP", dependencies: ["ColmeiaNumbers"]),
    .target(name: "ColmeiaDigest", dependencies: ["ColmeiaNumbers"]),
    .target(name: "ColmeiaSigning", dependencies: ["ColmeiaDigest", "ColmeiaHTTP", "ColmeiaNumbers"]),
    .target(name: "ColmeiaJSON", dependencies: ["ColmeiaNumbers", "ColmeiaSync"]),
    .target(name: "ColmeiaEvents"),
    .target(name: "ColmeiaSecrets", dependencies: ["ColmeiaHTTP", "ColmeiaJSON", "ColmeiaNumbers", "ColmeiaSync"]),
    .target(name: "ColmeiaStorage", dependencies: ["ColmeiaDigest", "ColmeiaNumbers", "ColmeiaSync"]),
    .target(name: "CLibcurl", dependencies: ["CEpoll"]),
    .target(name: "CEpoll"),
    .target(name: "ColmeiaWebSocket", dependencies: ["ColmeiaHTTP"]),
    .target(
      name: "ColmeiaApp",
      dependencies: [
        "Colmeia", "ColmeiaCache", "ColmeiaClient", "ColmeiaEntities", "ColmeiaEvents", "ColmeiaHTTP", "ColmeiaJSON",
        "ColmeiaNumbers", "ColmeiaRealtime", "ColmeiaS3", "ColmeiaSecrets", "ColmeiaStorage", "ColmeiaSync",
        "ColmeiaSystems",
        "ColmeiaTransport", "ColmeiaUpload",
      ]),
    .target(
      name: "ColmeiaSimulation",
      dependencies: ["Colmeia", "ColmeiaDebugging", "ColmeiaNumbers", "ColmeiaSync"]),
    .target(name: "ColmeiaDebugging", dependencies: ["Colmeia", "ColmeiaSync", "ColmeiaTable"]),
    .target(
      name: "ColmeiaTesting",
      dependencies: ["Colmeia", "ColmeiaDebugging", "ColmeiaSimulation", "ColmeiaSync"]),
    .target(
      name: "ColmeiaPlatformTransport",
      dependencies: [
        "ColmeiaHTTP", "ColmeiaStorage", "ColmeiaSync", "ColmeiaTransport", "ColmeiaUpload", "ColmeiaWebSocket",
        .target(name: "CEpoll", condition: .when(platforms: [.linux])),
        .target(name: "CLibcurl", condition: .when(platforms: [.linux])),
      ]),
    .target(
      name: "ColmeiaCache",
      dependencies: [
        "ColmeiaClient", "ColmeiaDigest", "ColmeiaHTTP", "ColmeiaStorage", "ColmeiaSync", "ColmeiaTransport",
      ]),
    .target(
      name: "ColmeiaCassette",
      dependencies: [
        "ColmeiaDigest", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaNumbers", "ColmeiaSecrets", "ColmeiaStorage",
        "ColmeiaSync", "ColmeiaTransport", "ColmeiaUpload", "ColmeiaWebSocket",
      ]),
    .target(
      name: "ColmeiaClient",
      dependencies: [
        "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaStorage", "ColmeiaSync", "ColmeiaTransport", "ColmeiaUpload",
      ]),
    .target(
      name: "ColmeiaRealtime",
      dependencies: [
        "ColmeiaEvents", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaSync", "ColmeiaTransport", "ColmeiaWebSocket",
      ]),
    .target(
      name: "ColmeiaS3",
      dependencies: [
        "ColmeiaDigest", "ColmeiaHTTP", "ColmeiaSigning", "ColmeiaStorage", "ColmeiaTransport",
        "ColmeiaUpload",
      ]),
    .target(
      name: "ColmeiaStubs",
      dependencies: ["ColmeiaClient", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaSync", "ColmeiaTransport"]),
    .target(
      name: "ColmeiaTransport",
      dependencies: ["ColmeiaHTTP", "ColmeiaSecrets", "ColmeiaSync", "ColmeiaUpload", "ColmeiaWebSocket"]),
    .target(name: "ColmeiaUpload", dependencies: ["ColmeiaHTTP", "ColmeiaStorage"]),
    .target(name: "ColmeiaEntities", dependencies: ["ColmeiaJSON", "ColmeiaNumbers"]),
    .target(
      name: "ColmeiaSystems",
      dependencies: [
        "ColmeiaClient", "ColmeiaEntities", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaStorage", "ColmeiaTransport",
        "ColmeiaUpload",
      ]),
    .target(
      name: "ColmeiaServer",
      dependencies: [
        "ColmeiaHTTP", "ColmeiaSync", .target(name: "CEpoll", condition: .when(platforms: [.linux])),
      ]),
    .target(
      name: "ColmeiaBackend",
      dependencies: [
        "Colmeia", "ColmeiaDigest", "ColmeiaEntities", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaNumbers", "ColmeiaServer",
        "ColmeiaSigning",
        "ColmeiaStorage", "ColmeiaTable", "ColmeiaWebSocket",
      ]),
    .target(
      name: "ColmeiaRunner",
      dependencies: [
        "Colmeia", "ColmeiaCassette", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaNumbers", "ColmeiaSecrets",
        "ColmeiaStorage", "ColmeiaSync", "ColmeiaTable", "ColmeiaTransport", "ColmeiaWebSocket",
      ]),
    .target(name: "CColmeia"),
    .target(name: "ColmeiaC", dependencies: ["CColmeia", "ColmeiaJSON", "ColmeiaRunner", "ColmeiaSync"]),
    .target(
      name: "ColmeiaWeb",
      dependencies: [
        "Colmeia", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaRunner", "ColmeiaSecrets", "ColmeiaServer", "ColmeiaStorage",
        "ColmeiaSync", "ColmeiaWebSocket",
      ],
      resources: ["icon.svg", "index.html", "page.css", "page.js", "talk.js"].map { .embedInCode("Page/\($0)") }),
    // The only one that depends on the commit.
    .target(name: "CVersion"),
    .executableTarget(
      name: "ColmeiaCLI",
      dependencies: [
        "CVersion", "ColmeiaApp", "ColmeiaBackend", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaNumbers",
        "ColmeiaPlatformTransport", "ColmeiaRunner", "ColmeiaServer", "ColmeiaStorage", "ColmeiaSync",
        "ColmeiaTransport", "ColmeiaWeb",
      ]),
    .testTarget(
      name: "ColmeiaWebTests",
      dependencies: [
        "Colmeia", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaPlatformTransport", "ColmeiaRunner", "ColmeiaServer",
        "ColmeiaSync", "ColmeiaTransport", "ColmeiaWeb", "ColmeiaWebSocket", "TestSupport",
      ]),
    .executableTarget(
      name: "ColmeiaFuzz",
      dependencies: [
        "ColmeiaBackend", "ColmeiaCache", "ColmeiaCassette", "ColmeiaEvents", "ColmeiaHTTP", "ColmeiaJSON",
        "ColmeiaNumbers", "ColmeiaRealtime", "ColmeiaRunner", "ColmeiaS3", "ColmeiaServer", "ColmeiaStorage",
        "ColmeiaSystems", "ColmeiaWeb", "ColmeiaWebSocket",
      ]),
    .testTarget(name: "ColmeiaFuzzTests", dependencies: ["ColmeiaBackend", "ColmeiaFuzz", "TestSupport"]),
    .target(name: "CAllocationCounter"),
    .target(name: "CounterFeature", dependencies: ["Colmeia"], path: "Examples/Counter/Feature"),
    .target(name: "CounterApp", dependencies: ["ColmeiaRunner", "CounterFeature"], path: "Examples/Counter/App"),
    .executableTarget(
      name: "Counter", dependencies: ["ColmeiaRunner", "CounterApp"], path: "Examples/Counter/Command"),
    .target(name: "CounterC", dependencies: ["ColmeiaC", "CounterApp"], path: "Examples/C/Library"),
    .target(
      name: "DesktopC",
      dependencies: [
        "Colmeia", "ColmeiaApp", "ColmeiaC", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaPlatformTransport", "ColmeiaRunner",
        "ColmeiaStorage",
      ],
      path: "Examples/Desktop/Library"),
    .testTarget(
      name: "ColmeiaCTests",
      dependencies: [
        "CColmeia", "Colmeia", "ColmeiaC", "ColmeiaJSON", "ColmeiaRunner", "ColmeiaSync", "CounterApp",
        "CountingSupport", "TestSupport",
      ]),
    .target(name: "ColmeiaMeasuring", dependencies: ["CAllocationCounter"]),
    .executableTarget(
      name: "ColmeiaBenchmark",
      dependencies: ["Colmeia", "ColmeiaMeasuring", "ColmeiaSimulation", "ColmeiaTable", "ColmeiaTesting", "ColmeiaUI"]),
    .executableTarget(
      name: "ColmeiaSystemsBenchmark",
      dependencies: [
        "CColmeia", "Colmeia", "ColmeiaApp", "ColmeiaBackend", "ColmeiaC", "ColmeiaCache", "ColmeiaClient",
        "ColmeiaEvents", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaMeasuring", "ColmeiaPlatformTransport",
        "ColmeiaRealtime", "ColmeiaRunner", "ColmeiaSecrets", "ColmeiaServer", "ColmeiaSimulation", "ColmeiaStorage",
        "ColmeiaTable", "ColmeiaTransport", "ColmeiaWebSocket",
      ]),
    .testTarget(
      name: "ColmeiaBenchmarkTests", dependencies: ["ColmeiaBenchmark", "ColmeiaMeasuring", "ColmeiaSystemsBenchmark"]),
    .executableTarget(
      name: "Terminal",
      dependencies: [
        "Colmeia", "ColmeiaApp", "ColmeiaDebugging", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaPlatformTransport",
        "ColmeiaStorage", "ColmeiaSync", "ColmeiaTransport",
      ],
      path: "Examples/Terminal"),
    .testTarget(
      name: "ColmeiaTests",
      dependencies: ["Colmeia", "ColmeiaSync", "ColmeiaTable", "ColmeiaTesting", "TestSupport"]),
    .testTarget(
      name: "ColmeiaLawTests",
      dependencies: ["Colmeia", "ColmeiaSync", "ColmeiaTable", "ColmeiaTesting", "TestSupport"]),
    .target(name: "CountingSupport", dependencies: ["CAllocationCounter"], path: "Tests/CountingSupport"),
    .testTarget(name: "ColmeiaCountingTests", dependencies: ["Colmeia", "ColmeiaTable", "CountingSupport"]),
    .testTarget(
      name: "ColmeiaBackendCountingTests",
      dependencies: ["ColmeiaBackend", "ColmeiaHTTP", "ColmeiaServer", "CountingSupport"]),
    .testTarget(
      name: "ColmeiaUITests", dependencies: ["Colmeia", "ColmeiaSync", "ColmeiaTable", "ColmeiaUI", "TestSupport"]),
    .testTarget(name: "ColmeiaTableTests", dependencies: ["Colmeia", "ColmeiaTable", "TestSupport"]),
    .executableTarget(
      name: "StorageCrashHelper", dependencies: ["ColmeiaStorage"], path: "Tests/StorageCrashHelper"),
    .target(
      name: "TestSupport", dependencies: ["ColmeiaNumbers", "ColmeiaStorage", "ColmeiaSync"],
      path: "Tests/TestSupport"),
    .target(name: "ServerTestSupport", dependencies: ["ColmeiaServer"], path: "Tests/ServerTestSupport"),
    .target(name: "RunnerTestSupport", dependencies: ["ColmeiaJSON", "ColmeiaSync"], path: "Tests/RunnerTestSupport"),
    .testTarget(
      name: "ColmeiaStorageTests",
      dependencies: [
        "Colmeia", "ColmeiaStorage", "ColmeiaSync", "StorageCrashHelper", "TestSupport",
      ]),
    .testTarget(
      name: "ColmeiaServerTests",
      dependencies: [
        "ColmeiaHTTP", "ColmeiaPlatformTransport", "ColmeiaServer", "ColmeiaSync", "ColmeiaTransport",
        "ServerTestSupport",
        "TestSupport",
      ]),
    .testTarget(
      name: "ColmeiaBackendTests",
      dependencies: [
        "Colmeia", "ColmeiaBackend", "ColmeiaDigest", "ColmeiaEntities", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaS3",
        "ColmeiaServer", "ColmeiaSigning", "ColmeiaStorage", "ColmeiaTable", "ColmeiaTransport", "ColmeiaUpload",
        "ServerTestSupport",
        "TestSupport",
      ]),
    .testTarget(
      name: "ColmeiaCacheTests",
      dependencies: [
        "ColmeiaCache", "ColmeiaClient", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaStorage", "ColmeiaStubs", "ColmeiaSync",
        "ColmeiaTesting", "ColmeiaTransport", "ColmeiaUpload", "TestSupport",
      ]),
    .testTarget(
      name: "ColmeiaCassetteTests",
      dependencies: [
        "ColmeiaCassette", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaSecrets", "ColmeiaStubs", "ColmeiaSync",
        "ColmeiaTesting", "ColmeiaTransport", "ColmeiaUpload", "ColmeiaWebSocket", "TestSupport",
      ]),
    .testTarget(
      name: "ColmeiaClientTests",
      dependencies: [
        "ColmeiaClient", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaStorage", "ColmeiaStubs", "ColmeiaSync",
        "ColmeiaTesting", "ColmeiaTransport", "ColmeiaUpload", "TestSupport",
      ]),
    .testTarget(
      name: "ColmeiaPlatformTransportTests",
      dependencies: [
        "ColmeiaClient", "ColmeiaEvents", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaPlatformTransport", "ColmeiaRealtime",
        "ColmeiaStorage", "ColmeiaSync", "ColmeiaTesting", "ColmeiaTransport", "ColmeiaUpload", "ColmeiaWebSocket",
        "TestSupport",
      ]),
    .testTarget(
      name: "ColmeiaRealtimeTests",
      dependencies: [
        "ColmeiaEvents", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaRealtime", "ColmeiaStubs", "ColmeiaSync",
        "ColmeiaTesting", "ColmeiaTransport", "ColmeiaWebSocket", "TestSupport",
      ]),
    .testTarget(
      name: "ColmeiaS3Tests",
      dependencies: [
        "ColmeiaHTTP", "ColmeiaS3", "ColmeiaSigning", "ColmeiaStorage", "ColmeiaStubs", "ColmeiaTransport",
        "ColmeiaUpload", "TestSupport",
      ]),
    .testTarget(
      name: "ColmeiaStubsTests",
      dependencies: [
        "ColmeiaClient", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaStubs", "ColmeiaTesting", "ColmeiaTransport",
        "TestSupport",
      ]),
    .testTarget(name: "ColmeiaSyncTests", dependencies: ["ColmeiaSync", "ColmeiaTesting", "TestSupport"]),
    .testTarget(
      name: "ColmeiaSystemsTests",
      dependencies: [
        "ColmeiaClient", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaStorage", "ColmeiaStubs", "ColmeiaSystems",
        "ColmeiaTransport",
      ]),
    .testTarget(
      name: "ColmeiaTransportTests",
      dependencies: [
        "ColmeiaHTTP", "ColmeiaStubs", "ColmeiaTesting", "ColmeiaTransport", "ColmeiaUpload", "TestSupport",
      ]),
    .testTarget(name: "ColmeiaUploadTests", dependencies: ["ColmeiaStorage", "ColmeiaUpload", "TestSupport"]),
    .executableTarget(
      name: "ServerWorldProbe", dependencies: ["Colmeia", "CounterFeature", "ColmeiaRunner"],
      path: "Tests/ServerWorldProbe"),
    .executableTarget(
      name: "SocketProbe",
      dependencies: ["ColmeiaHTTP", "ColmeiaPlatformTransport", "ColmeiaTransport", "ColmeiaWebSocket"],
      path: "Tests/SocketProbe"),
    .testTarget(
      name: "ColmeiaRunnerTests",
      dependencies: [
        "Colmeia", "ColmeiaCassette", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaRunner", "ColmeiaSecrets",
        "ColmeiaStorage", "ColmeiaStubs", "ColmeiaSync", "ColmeiaTable", "ColmeiaTransport", "ColmeiaWebSocket",
        "RunnerTestSupport", "ServerWorldProbe", "TestSupport",
      ]),
    .testTarget(
      name: "ColmeiaSecretsTests", dependencies: ["ColmeiaHTTP", "ColmeiaJSON", "ColmeiaSecrets", "TestSupport"]),
    .testTarget(name: "ColmeiaWebSocketTests", dependencies: ["ColmeiaHTTP", "ColmeiaWebSocket", "TestSupport"]),
    .testTarget(name: "ColmeiaEventsTests", dependencies: ["ColmeiaEvents"]),
    .testTarget(name: "ColmeiaJSONTests", dependencies: ["ColmeiaJSON", "TestSupport"]),
    .testTarget(name: "ColmeiaDigestTests", dependencies: ["ColmeiaDigest"]),
    .testTarget(
      name: "ColmeiaSigningTests", dependencies: ["ColmeiaDigest", "ColmeiaHTTP", "ColmeiaSigning", "TestSupport"]),
    .testTarget(name: "ColmeiaHTTPTests", dependencies: ["ColmeiaHTTP", "ColmeiaNumbers", "TestSupport"]),
    .testTarget(
      name: "ColmeiaAppTests",
      dependencies: [
        "Colmeia", "ColmeiaApp", "ColmeiaBackend", "ColmeiaCache", "ColmeiaClient", "ColmeiaHTTP", "ColmeiaJSON",
        "ColmeiaRealtime", "ColmeiaS3", "ColmeiaSecrets", "ColmeiaSimulation", "ColmeiaStorage", "ColmeiaStubs",
        "ColmeiaSync", "ColmeiaSystems", "ColmeiaTesting", "ColmeiaTransport", "ColmeiaUpload", "ColmeiaWebSocket",
        "TestSupport",
      ]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "Colmeia", "ColmeiaApp", "ColmeiaBackend", "ColmeiaCLI", "ColmeiaCache", "ColmeiaCassette", "ColmeiaClient",
        "ColmeiaDigest", "ColmeiaEvents", "ColmeiaHTTP", "ColmeiaJSON", "ColmeiaPlatformTransport", "ColmeiaRealtime",
        "ColmeiaRunner", "ColmeiaS3", "ColmeiaSecrets", "ColmeiaServer", "ColmeiaStorage", "ColmeiaSync",
        "ColmeiaTransport", "ColmeiaUpload", "ColmeiaWeb", "ColmeiaWebSocket", "RunnerTestSupport", "TestSupport",
      ]),
    .testTarget(
      name: "ColmeiaSimulationTests", dependencies: ["Colmeia", "ColmeiaDebugging", "ColmeiaSimulation", "TestSupport"]),
    .testTarget(name: "PlantedBugTests", dependencies: ["Colmeia", "ColmeiaSimulation", "TestSupport"]),
    .testTarget(
      name: "CounterTests", dependencies: ["CounterFeature", "ColmeiaTesting"], path: "Examples/Counter/Tests"),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "Colmeia", "ColmeiaC", "ColmeiaDebugging", "ColmeiaRunner", "ColmeiaSimulation", "ColmeiaTable",
        "ColmeiaTesting", "ColmeiaUI", "ColmeiaWeb", "TestSupport",
      ],
      exclude: ["Capabilities.md"]),
    .testTarget(
      name: "ColmeiaDebuggingTests",
      dependencies: [
        "Colmeia", "ColmeiaDebugging", "ColmeiaSync", "ColmeiaTable", "ColmeiaTesting",
        "TestSupport",
      ]),
    .testTarget(
      name: "ColmeiaTestingTests",
      dependencies: ["Colmeia", "ColmeiaSimulation", "ColmeiaSync", "ColmeiaTable", "ColmeiaTesting", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

// CI builds all with warnings as errors, always with the same flags, so that nothing is built twice; in release and for
// the thread sanitizer only what it runs there, and what that needs.
if let mode = Context.environment["COLMEIA_CI"] {
  let parts = [
    "release": ["ColmeiaLawTests", "ColmeiaCountingTests", "ColmeiaBenchmark"],
    "sanitised": [
      "ColmeiaTests", "ColmeiaLawTests", "ColmeiaUITests", "ColmeiaCacheTests", "ColmeiaCassetteTests",
      "ColmeiaClientTests", "ColmeiaPlatformTransportTests", "ColmeiaRealtimeTests", "ColmeiaServerTests",
      "ColmeiaStubsTests", "ColmeiaSyncTests", "ColmeiaTransportTests",
    ],
  ]
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
  // The thread sanitizer doubles the time of a build, so only files with threads are built for it.
  let excluded = [
    "ColmeiaTests": ["Store/PeerRegressionTests.swift"],
    "ColmeiaLawTests": [
      "CrowdTests.swift", "MachineResetTests.swift", "PolicyRuleTests.swift", "PolicyTableTests.swift",
      "RecycledSlotTests.swift",
    ],
    "ColmeiaCacheTests": [
      "Responses/ResponseRecordTests.swift", "Responses/FrequencyCacheTests.swift", "Images/MemoryCacheTests.swift",
      "SharedTransfers",
    ],
    "ColmeiaCassetteTests": ["CassetteFormatTests.swift"],
    "ColmeiaClientTests": ["Client/FormTests.swift", "Endpoint"],
    "ColmeiaPlatformTransportTests": ["Shared/ProxyVariablesTests.swift", "URLSession/LoadTests.swift"],
    "ColmeiaRealtimeTests": [
      "Cable/CableMachineTests.swift", "Cable/CableMachineTests+Connection.swift",
      "Events/EventSourceMachineTests.swift",
    ],
  ]
  for target in package.targets where mode == "sanitised" {
    if target.name == "ColmeiaTests" { target.sources = ["Store"] }
    target.exclude += excluded[target.name] ?? []
  }
  // In release, what is neither run in bulk nor measured is compiled without optimization, in a third of the time.
  let plain = [
    "ColmeiaDebugging", "ColmeiaDigest", "ColmeiaNumbers", "ColmeiaSimulation", "ColmeiaStorage", "ColmeiaTesting",
    "TestSupport",
  ]
  for target in package.targets where mode == "release" {
    if plain.contains(target.name) { target.swiftSettings = [.unsafeFlags(["-Onone"])] }
    if target.name == "ColmeiaLawTests" { target.exclude += excluded[target.name] ?? [] }
    // What is compiled without optimization can't be measured.
    if target.name == "ColmeiaBenchmark" {
      target.exclude += ["ToolRows.swift"]
      target.swiftSettings = [.define("COLMEIA_CORE_ROWS")]
    }
  }
  for target in package.targets where !target.name.hasPrefix("C") || target.name.hasPrefix("Co") {
    target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
  }
}
