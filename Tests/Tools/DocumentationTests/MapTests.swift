import Foundation
import TestSupport
import Testing

/// Checks that the map of the project and the page for contributors say what is there.
@Suite(.blocking, .timeLimit(.minutes(10))) struct MapTests {
  /// A folder of the sources as the map describes it.
  private struct District {
    var name: String
    /// The other districts that it imports.
    var below: Set<String>
    var modules: Set<String> = []
  }

  private static func text(_ page: String) throws -> String {
    try String(contentsOf: PageTests.top.appending(path: page), encoding: .utf8)
  }

  private static func folders(in path: String) throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: PageTests.top.appending(path: path).path))
  }

  /// The districts in the map: lines such as `Runner -> Core, Network`, each followed by indented lines with modules.
  private static func districts() throws -> [District] {
    var districts: [District] = []
    for line in try text("ARCHITECTURE.md").split(separator: "\n") {
      if let match = line.wholeMatch(of: /(\w+) -> (.+)/) {
        let below = match.output.2 == "nothing" ? [] : match.output.2.split(separator: ", ").map(String.init)
        districts.append(District(name: String(match.output.1), below: Set(below)))
      } else if !districts.isEmpty, let match = line.prefixMatch(of: /[ ]{2}(\w+(?:, \w+)*)[ ]{2}/) {
        districts[districts.count - 1].modules.formUnion(match.output.1.split(separator: ", ").map(String.init))
      }
    }
    return districts
  }

  @Test func `Each route of the reference back end has a line in .ci/curl`() throws {
    let calls = try Self.text(".ci/curl").replacing("\"$path", with: "/newspapers/name").replacing(/["']/, with: "")
    var (count, missing): (Int, [String]) = (0, [])
    for line in try SwiftFile.files(in: ["Sources/Reference/ReferenceBackend"]).flatMap(\.lines) {
      for match in line.matches(of: /\(\.(get|post|put|patch|delete), "([^"]+)"/) {
        let pattern = String(match.output.2).replacing(/\{\w+\}/, with: #"[^\s/?]+"#)
        let line = try Regex("(\(match.output.1.uppercased()) |\\$origin)/\(pattern)(?=[\\s?])")
        count += 1
        if !calls.contains(line) { missing.append(String(match.output.0)) }
      }
    }
    #expect(count > 35)
    #expect(missing == [])
  }

  @Test func `The map has at most 8,000 bytes`() throws {
    #expect(try Self.text("ARCHITECTURE.md").utf8.count <= 8_000)
  }

  @Test(arguments: ["ARCHITECTURE.md", ".github/CONTRIBUTING.md"])
  func `Every word with a slash is a path that exists`(page: String) throws {
    let paths = try Self.text(page).matches(of: /[\w.+-]+(?:\/[\w.+-]*\w)+/).map { String($0.output) }
    #expect(paths.count > 10)
    #expect(
      paths.filter { !FileManager.default.fileExists(atPath: PageTests.top.appending(path: $0).path) } == [])
  }

  @Test func `The map has every module, in its district`() throws {
    let districts = try Self.districts()
    #expect(try Set(districts.map(\.name)) == Self.folders(in: "Sources"))
    #expect(try Set(districts.map(\.name)) == Self.folders(in: "Tests"))
    for district in districts {
      #expect(try district.modules == Self.folders(in: "Sources/\(district.name)"))
    }
  }

  @Test func `The modules of a district import the districts that the map says, and no others`() throws {
    let districts = try Self.districts()
    for district in districts {
      let others = districts.filter { $0.name != district.name }
      var imported: Set<String> = []
      for file in try SwiftFile.files(in: ["Sources/\(district.name)"]) {
        // The imports stand at the beginning.
        for line in file.lines.prefix(30) {
          guard let match = line.prefixMatch(of: /[@\w ]*import (?:\w+ )?(\w+)/) else { continue }
          imported.formUnion(others.filter { $0.modules.contains(String(match.output.1)) }.map(\.name))
        }
      }
      #expect(imported == district.below, "\(district.name)")
    }
  }

  @Test func `The page for contributors has a command for the tests of each district and of the examples`() throws {
    let page = try Self.text(".github/CONTRIBUTING.md")
    let districts = try Self.districts().map { ($0.name, try Self.testFolders(of: $0.name)) }
    for (name, tests) in districts + [("Examples", try Self.exampleTests())] {
      let command = "swift test --filter '^(\(tests.joined(separator: "|")))\\.'"
      #expect(page.contains("    # \(name)\n    \(command)\n"))
    }
  }

  private static func testFolders(of district: String) throws -> [String] {
    try folders(in: "Tests/\(district)").filter { $0.hasSuffix("Tests") }.sorted()
  }

  /// Returns the names of the tests that aren't in a district.
  private static func exampleTests() throws -> [String] {
    try text("Package.swift").matches(of: /\.testTarget\(\s*name: "(\w+)"/).map { String($0.output.1) }
  }

  @Test func `The package has each folder of tests, and no other tests but those of an example`() throws {
    let package = try Self.text("Package.swift")
    let built = package.matches(of: /\.tests\(\s*"(\w+\/\w+)"/).map { String($0.output.1) }
    let folders = try Self.districts().flatMap { district in
      try Self.testFolders(of: district.name).map { "\(district.name)/\($0)" }
    }
    #expect(built.sorted() == folders.sorted())
    #expect(try Self.exampleTests() == ["CounterTests"])
  }
}
