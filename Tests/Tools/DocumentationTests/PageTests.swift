import ColmeiaScenario
import Foundation
import TestSupport
import Testing

/// Compiles the code in the documentation, so that readers can copy it.
@Suite(.blocking, .timeLimit(.minutes(10))) struct PageTests {
  /// The project folder.
  static let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func `The Swift blocks of the README compile in order, and their tests and the rules of its features pass`()
    throws
  {
    let text = try String(contentsOf: Self.top.appending(path: "README.md"), encoding: .utf8)
    let files = try ["Examples/SwiftUI/Dogs/Dogs.swift", "\(Self.rules)/README.swift"].map { file in
      try String(contentsOf: Self.top.appending(path: file), encoding: .utf8)
    }
    try Self.check(Self.swiftBlocks(in: text) + files, "README.md", testing: 5)
  }

  /// The folder with the rules of the documentation's features, which are compiled together with it.
  private static let rules = "Tests/Tools/DocumentationTests/Rules"

  @Test func `The pages of the guide compile, each together with the previous ones, and their tests and rules pass`()
    throws
  {
    let folder = Self.top.appending(path: "Examples/Guide")
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(pages.count == 18)
    let blocks = try pages.flatMap { page in
      Self.swiftBlocks(in: try String(contentsOf: folder.appending(path: page), encoding: .utf8))
    }
    let rules = try String(contentsOf: Self.top.appending(path: "\(Self.rules)/Guide.swift"), encoding: .utf8)
    try Self.check(blocks + [rules], "the guide", testing: 48)
  }

  @Test(arguments: ["README.md", "3-scenario.md", "8b-pages.md"])
  func `The scenarios of a page have no errors`(page: String) throws {
    let folder = page == "README.md" ? Self.top : Self.top.appending(path: "Examples/Guide")
    let text = try String(contentsOf: folder.appending(path: page), encoding: .utf8)
    let blocks = text.components(separatedBy: "```\n").filter { $0.hasPrefix("scenario") }
    try #require(blocks.count == 1)
    let file = ScenarioFile(SourceText(name: page, bytes: Array(blocks[0].utf8)))
    #expect(file.diagnostics.map { file.source.rendered($0) } == [])
  }

  /// Compiles the blocks as one file and runs the tests in it, whose number must be `count`.
  static func check(_ blocks: [String], _ page: String, testing count: Int) throws {
    let folder = try Folder(["Page.swift": blocks.joined(separator: "\n")])
    defer { folder.remove() }
    let source = URL(filePath: "\(folder.path)/Page.swift")
    let (status, output) = try Self.typecheck(source)
    try #require(status == 0, "\(page) does not compile:\n\(output)")
    let (appStatus, appOutput) = try Self.checkInAppTarget(source)
    #expect(appStatus == 0, "\(page) does not compile in an app target of Xcode:\n\(appOutput)")
    #if os(Linux)
      try Self.checkTests(of: source, page, count)
    #endif
  }

  private static func checkTests(of source: URL, _ page: String, _ count: Int) throws {
    let (status, output) = try Self.runTests(source)
    #expect(status == 0, "the tests of \(page) fail:\n\(output)")
    #expect(output.contains("run with \(count) tests"), "\(page) has other tests:\n\(output)")
  }

  @Test func `The README has at most 200 lines`() throws {
    let text = try String(contentsOf: Self.top.appending(path: "README.md"), encoding: .utf8)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 200)
  }

  @Test func `A block that does not compile is detected`() throws {
    let folder = try Folder(["Broken.swift": "import Colmeia\nlet store: Store<Nothing>"])
    defer { folder.remove() }
    #expect(try Self.typecheck(URL(filePath: "\(folder.path)/Broken.swift")).status != 0)
  }

  /// Returns the Swift blocks, except package manifests, which can be compiled only by the package manager.
  static func swiftBlocks(in text: String) -> [String] {
    text.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
      .filter { !$0.contains(".package(") }
  }

  @Test func `The README has one manifest, and its products exist`() throws {
    let text = try String(contentsOf: Self.top.appending(path: "README.md"), encoding: .utf8)
    let blocks = text.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }.filter { $0.contains("PackageDescription") }
    try #require(blocks.count == 1)
    let folder = try Folder([
      "countdown/Package.swift": blocks[0], "countdown/Sources/countdown/Empty.swift": "",
      "countdown/Tests/CountdownTests/Empty.swift": "",
    ])
    defer { folder.remove() }
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/colmeia", withDestinationPath: Self.top.path)
    let (status, output) = try Self.run(["swift", "package", "--package-path", "\(folder.path)/countdown", "describe"])
    #expect(status == 0, "\(output)")
    #expect(output.contains("CountdownTests"))
  }

  static func typecheck(_ source: URL) throws -> (status: Int32, output: String) {
    try run(["swiftc", "-typecheck", source.path] + settings())
  }

  /// Compiles the code with the settings of an app target in a new Xcode project. Data races are detected only in the
  /// compiler's intermediate language.
  private static func checkInAppTarget(_ source: URL) throws -> (status: Int32, output: String) {
    let features = ["InferIsolatedConformances", "MemberImportVisibility", "NonisolatedNonsendingByDefault"]
      .flatMap { ["-enable-upcoming-feature", $0] }
    let arguments = ["swiftc", "-emit-sil", "-o", "/dev/null", source.path, "-default-isolation", "MainActor"]
    return try run(arguments + features + settings())
  }

  /// Links the tests of a page with the objects that this test bundle is linked with, and runs them.
  static func runTests(_ source: URL) throws -> (status: Int32, output: String) {
    let folder = source.deletingLastPathComponent()
    let main = folder.appending(path: "Main.swift")
    try "import Testing\n@main enum Main { static func main() async { await Testing.__swiftPMEntryPoint() as Never } }"
      .write(to: main, atomically: true, encoding: .utf8)
    let product = try products().appending(path: "ColmeiaPackageTests.product/Objects.LinkFileList")
    let objects = try String(contentsOf: product, encoding: .utf8).split(separator: "\n").map(String.init)
      .filter { !$0.contains("Tests.build/") }
    let list = folder.appending(path: "Objects")
    try objects.joined(separator: "\n").write(to: list, atomically: true, encoding: .utf8)
    let program = folder.appending(path: "page").path
    let built = try run(["swiftc", source.path, main.path, "@\(list.path)", "-o", program] + settings())
    return built.status == 0 ? try run([program]) : built
  }

  /// The folder of this package's modules and objects.
  private static func products() throws -> URL {
    try #require(CommandLine.arguments.first.map { URL(filePath: $0).deletingLastPathComponent() })
  }

  private static func settings() throws -> [String] {
    let products = try products()
    // If a product contains a C target, its importers need the module map of that target.
    let maps = ["CEpoll", "CLibcurl", "CColmeia"].map { products.appending(path: "\($0).build/module.modulemap").path }
      .filter { FileManager.default.fileExists(atPath: $0) }.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    return [
      "-swift-version", "6", "-parse-as-library", "-warnings-as-errors", "-I",
      products.appending(path: "Modules").path,
    ] + maps
  }

  static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let tool = try ChildProgram("/usr/bin/env", arguments, withErrors: true)
    let output = tool.readToEnd()
    return (tool.wait(), output)
  }
}
