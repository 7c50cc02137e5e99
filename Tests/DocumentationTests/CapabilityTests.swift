import Foundation
import Testing

/// The table of ARCHITECTURE.md that says where each capability of the five systems is.
@Suite struct CapabilityTests {
  /// A row: the number, where it is, what tests it.
  private struct Row {
    var number: String
    var places: [String]
    var tests: [String]
    var text: String
    /// Whether it says that nothing was to be built.
    var isContext: Bool { text.contains("context:") }
  }

  private static let numbers =
    (1...30).map { "E\($0)" } + (1...36).map { "H\($0)" } + (1...27).map { "D\($0)" } + (1...31).map { "O\($0)" }
    + (1...13).map { "M\($0)" }

  private static func rows() throws -> [Row] {
    let text = try String(contentsOf: PageTests.top.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
    return text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3, let match = cells[0].wholeMatch(of: /[EHDOM]\d+/) else { return nil }
      return Row(
        number: String(match.output), places: Self.quoted(cells[1]), tests: Self.quoted(cells[2]), text: String(line))
    }
  }

  private static func quoted(_ cell: String) -> [String] { cell.matches(of: /`([^`]+)`/).map { String($0.output.1) } }

  /// All files of the project, from its top.
  private static func files() throws -> [String] {
    try ["Sources", "Tests", "Examples", ".ci"].flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: PageTests.top.appending(path: folder).path)
        .map { "/\(folder)/\($0)" }
    }
  }

  @Test func `Every capability has its row, once, in order`() throws {
    #expect(try Self.rows().map(\.number) == Self.numbers)
  }

  @Test func `Every file that is named is there, and no other has the same end of a path`() throws {
    let files = try Self.files()
    for row in try Self.rows() {
      for name in row.places + row.tests {
        let count = files.count { $0.hasSuffix("/" + name) }
        #expect(count == 1, "\(row.number): there are \(count) files '\(name)'")
      }
    }
  }

  @Test func `What was to be built is in a file and has a test; what is context says why`() throws {
    for row in try Self.rows() {
      if row.isContext {
        #expect(row.places.isEmpty && row.tests.isEmpty, "\(row.number) is context and names files")
      } else {
        #expect(!row.places.isEmpty && !row.tests.isEmpty, "\(row.number) names no file, or no test")
        #expect(row.tests.allSatisfy(Self.isTest), "\(row.number) names as a test what is none: \(row.tests)")
      }
    }
  }

  private static func isTest(_ name: String) -> Bool {
    name.hasSuffix("Tests.swift") || name.hasSuffix(".scn") || name == ".ci/curl" || name.hasSuffix("front-ends.py")
  }
}
