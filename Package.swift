// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Colmeia",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Colmeia", targets: ["Colmeia"]),
    .library(name: "ColmeiaTesting", targets: ["ColmeiaTesting"]),
    .executable(name: "colmeia-benchmark", targets: ["ColmeiaBenchmark"]),
  ],
  targets: [
    .target(name: "Colmeia"),
    .target(name: "ColmeiaTesting", dependencies: ["Colmeia"]),
    .target(name: "CAllocationCounter"),
    .executableTarget(
      name: "ColmeiaBenchmark", dependencies: ["Colmeia", "ColmeiaTesting", "CAllocationCounter"]),
    .testTarget(name: "ColmeiaTests", dependencies: ["Colmeia"]),
    .testTarget(name: "ColmeiaTestingTests", dependencies: ["ColmeiaTesting"]),
  ],
  swiftLanguageModes: [.v6]
)
