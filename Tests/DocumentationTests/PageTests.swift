import ColmeiaRunner
import Foundation
import TestSupport
import Testing

/// What the pages say is compiled, so that a reader who copies it is not let down.
@Suite(.blocking, .timeLimit(.minutes(10))) struct PageTests {
  /// The top of the project, from the place of this file.
  static let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test(arguments: ["README.md", "ARCHITECTURE.md"])
  func `The Swift blocks of a page compile, one after the other`(page: String) throws {
    let text = try String(contentsOf: Self.top.appending(path: page), encoding: .utf8)
    try Self.check(Self.swiftBlocks(in: text), page, atLeast: page == "README.md" ? 3 : 0)
  }

  @Test func `The pages of the guide compile, each behind the ones before`() throws {
    let folder = Self.top.appending(path: "Examples/Guide")
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(pages.count == 4)
    let blocks = try pages.flatMap { page in
      Self.swiftBlocks(in: try String(contentsOf: folder.appending(path: page), encoding: .utf8))
    }
    try Self.check(blocks, "the guide", atLeast: 7)
  }

  @Test(arguments: ["README.md", "3-scenario.md"])
  func `The scenarios of a page have no mistake`(page: String) throws {
    let folder = page == "README.md" ? Self.top : Self.top.appending(path: "Examples/Guide")
    let text = try String(contentsOf: folder.appending(path: page), encoding: .utf8)
    let blocks = text.components(separatedBy: "```\n").filter { $0.hasPrefix("scenario") }
    try #require(blocks.count == 1)
    let file = ScenarioFile(SourceText(name: page, bytes: Array(blocks[0].utf8)))
    #expect(file.diagnostics.map { file.source.rendered($0) } == [])
  }

  static func check(_ blocks: [String], _ page: String, atLeast count: Int) throws {
    try #require(blocks.count >= count)
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "colmeia-page-\(ProcessInfo.processInfo.globallyUniqueString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appending(path: "Page.swift")
    try blocks.joined(separator: "\n").write(to: source, atomically: true, encoding: .utf8)
    let (status, output) = try Self.typecheck(source)
    #expect(status == 0, "\(page) does not compile:\n\(output)")
  }

  @Test func `The README fits on two screens and a half`() throws {
    let text = try String(contentsOf: Self.top.appending(path: "README.md"), encoding: .utf8)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 200)
  }

  @Test func `A block that does not compile is noticed`() throws {
    let source = FileManager.default.temporaryDirectory
      .appending(path: "colmeia-broken-\(ProcessInfo.processInfo.globallyUniqueString).swift")
    try "import Colmeia\nlet store: Store<Nothing>".write(to: source, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: source) }
    #expect(try Self.typecheck(source).status != 0)
  }

  /// The Swift blocks, without those of a manifest, which need the package manager.
  static func swiftBlocks(in text: String) -> [String] {
    text.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
      .filter { !$0.contains(".package(") }
  }

  @Test func `The manifest of the README is one, and asks for what there is`() throws {
    let text = try String(contentsOf: Self.top.appending(path: "README.md"), encoding: .utf8)
    let blocks = text.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }.filter { $0.contains("PackageDescription") }
    try #require(blocks.count == 1)
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "colmeia-manifest-\(ProcessInfo.processInfo.globallyUniqueString)")
    let app = folder.appending(path: "timer")
    try FileManager.default.createDirectory(at: app, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try blocks[0].write(to: app.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
    for target in ["Sources/TimerFeature", "Sources/timer", "Tests/TimerTests"] {
      let sources = app.appending(path: target)
      try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
      try "".write(to: sources.appending(path: "Empty.swift"), atomically: true, encoding: .utf8)
    }
    try FileManager.default.createSymbolicLink(at: folder.appending(path: "colmeia"), withDestinationURL: Self.top)
    let (status, output) = try Self.run(["swift", "package", "--package-path", app.path, "describe"])
    #expect(status == 0, "\(output)")
    #expect(output.contains("TimerFeature"))
  }

  static func typecheck(_ source: URL) throws -> (status: Int32, output: String) {
    let products = try #require(CommandLine.arguments.first.map { URL(filePath: $0).deletingLastPathComponent() })
    // Where the C target is part of the product, whoever imports that needs its module map.
    let map = products.appending(path: "CLibcurl.build/module.modulemap").path
    let maps = FileManager.default.fileExists(atPath: map) ? ["-Xcc", "-fmodule-map-file=\(map)"] : []
    return try run(
      [
        "swiftc", "-swift-version", "6", "-typecheck", "-parse-as-library", "-warnings-as-errors", "-I",
        products.appending(path: "Modules").path, source.path,
      ] + maps)
  }

  static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let tool = Process()
    tool.executableURL = URL(filePath: "/usr/bin/env")
    tool.arguments = arguments
    let output = Pipe()
    tool.standardOutput = output
    tool.standardError = output
    try tool.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    tool.waitUntilExit()
    return (tool.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
