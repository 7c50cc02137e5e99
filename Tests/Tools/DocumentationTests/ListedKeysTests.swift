import Foundation
import Testing

/// Checks that enums with `CodingKeys` list all of their cases. The compiler accepts missing cases, which would then be
/// neither encoded nor decoded.
@Suite struct ListedKeysTests {
  /// An enum with its cases and those of its `CodingKeys`.
  private struct Listing: Equatable {
    var name: String
    var cases: [String]
    var keys: [String]

    var isWrong: Bool { keys.sorted() != cases.sorted() }
  }

  /// Returns the enums with `CodingKeys` in the lines of a file. The indentation, which the formatter checks, shows where
  /// a declaration ends.
  private static func listings(_ lines: [Substring]) -> [Listing] {
    lines.indices.compactMap { index in
      let line = lines[index]
      guard line.hasSuffix(" {"), let match = line.wholeMatch(of: /( *)(?:\w+ )*enum (\w+).* \{/) else { return nil }
      let body = lines[(index + 1)...].prefix { $0 != match.output.1 + "}" }
      let members = members(body, indentation: match.output.1 + "  ")
      guard let keys = members.first(where: { $0.contains(/^(private )?enum CodingKeys:/) }) else { return nil }
      let lists = keys.components(separatedBy: "case ").dropFirst()
      return Listing(
        name: String(match.output.2),
        cases: members.compactMap { $0.prefixMatch(of: /(indirect )?case (?<list>(.|\n)+)/) }
          .flatMap { names(String($0.output.list)) },
        keys: lists.flatMap(names))
    }
  }

  /// Returns the members of a declaration: each line with this indentation, with the deeper lines after it.
  private static func members(_ body: ArraySlice<Substring>, indentation: String) -> [String] {
    body.reduce(into: []) { members, line in
      if line.dropFirst(indentation.count).first != " " {
        members.append(String(line.dropFirst(indentation.count)))
      } else if let last = members.indices.last {
        members[last] += "\n" + line
      }
    }
  }

  /// Returns the names in a list such as `load(Int = 1), done`.
  private static func names(_ list: String) -> [String] {
    var depth = 0
    let outside = list.filter { character in
      if "([".contains(character) { depth += 1 }
      if ")]".contains(character) { depth -= 1 }
      return depth == 0
    }
    return outside.split(separator: ",").compactMap { $0.firstMatch(of: /\w+/).map { String($0.output) } }
  }

  @Test func `No case is missing in any source or example`() throws {
    var count = 0
    for file in try SwiftFile.files(in: ["Sources", "Examples"]) {
      let listings = Self.listings(file.lines)
      count += listings.count
      #expect(listings.filter(\.isWrong) == [], "\(file.path)")
    }
    #expect(count > 55)
  }

  @Test(arguments: [
    (["case a(Int, b: [C]), d", "enum CodingKeys: String, CodingKey, CaseIterable { case a, d }"], false),
    (["case a", "case d", "enum CodingKeys: String, CodingKey { case a }"], true),
    (["case a(Int = 1)", "indirect case b", "private enum CodingKeys: CodingKey { case a = \"x\", b }"], false),
    (
      [
        "case a(", "  Int,", "  [Int: C]", ")", "/// case x", "case b", "enum CodingKeys: CodingKey {", "  case a",
        "  case b", "}", "var c: Int {", "  switch self {", "  case .a: 1", "  case .b: 2", "  }", "}",
      ], false
    ),
    (["case a,", "  b", "enum CodingKeys: CodingKey {", "  case a,", "    c", "}"], true),
    (["case a, `default`(Int)", "enum CodingKeys: CodingKey { case a }"], true),
  ])
  func `A missing case is found`(members: [String], isWrong: Bool) {
    for indentation in ["", "  "] {
      let lines = ["enum A: Codable {"] + members.map { "  " + $0 } + ["}"]
      let source = lines.map { indentation + $0 }.joined(separator: "\n")
      let listings = Self.listings(SwiftFile(path: "", source: source).lines)
      #expect(listings.count == 1 && listings.first?.isWrong == isWrong, "\(listings)")
    }
  }
}
