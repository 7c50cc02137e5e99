// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Colmeia",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Colmeia", targets: ["Colmeia"])
  ],
  targets: [
    .target(name: "Colmeia"),
    .testTarget(name: "ColmeiaTests", dependencies: ["Colmeia"]),
  ],
  swiftLanguageModes: [.v6]
)
