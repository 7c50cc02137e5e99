import Foundation
import Testing

/// Checks that enums with `CodingKeys` list all of their cases. The compiler accepts missing cases, which would then be
/// neither encoded nor decoded.
@Suite struct ListedKeysTests {
  /// An enum with its cases and those of its `CodingKeys`.
  struct Listing: Equatable {
    var name: String
    var cases: [String] = []
    var keys: [String]?

    var isWrong: Bool { keys.map { $0.sorted() != cases.sorted() } ?? false }
  }

  /// Returns the enums of a source file.
  static func listings(_ source: String) -> [Listing] {
    let tokens = SwiftLexer.tokens(in: source)
    // The declarations that enclose the current token; `nil` for one that isn't an enum.
    var (open, found, position): ([Listing?], [Listing], Int) = ([], [], 0)
    var opening: Listing?
    while position < tokens.count {
      let token = tokens[position]
      position += 1
      switch token {
      case .word("enum"):
        if position < tokens.count, case .word(let name) = tokens[position] { opening = Listing(name: name) }
      case .mark("{"):
        open.append(opening)
        opening = nil
      case .mark("}"):
        guard let closed = open.popLast().flatMap({ $0 }) else { continue }
        if closed.name == "CodingKeys", let outer = open.indices.last { open[outer]?.keys = closed.cases }
        if closed.keys != nil { found.append(closed) }
      case .word("case"):
        if let last = open.indices.last, open[last] != nil { open[last]?.cases += names(tokens, &position) }
      default: break
      }
    }
    return found
  }

  /// Returns the names after `case`, as in `load(Int = 1), done`.
  private static func names(_ tokens: [SwiftToken], _ position: inout Int) -> [String] {
    var (names, depth, isName) = ([String](), 0, true)
    while position < tokens.count {
      switch tokens[position] {
      case .word(let word) where depth == 0:
        if !isName { return names }
        names.append(word)
        isName = false
      case .mark("("), .mark("["): depth += 1
      case .mark(")"), .mark("]"): depth -= 1
      case .mark(",") where depth == 0: isName = true
      case .mark("="), .text: break
      case .mark where depth == 0: return names
      case .attribute where depth == 0, .condition: return names
      default: break
      }
      position += 1
    }
    return names
  }

  @Test func `No case is missing in any source or example`() throws {
    var count = 0
    for folder in ["Sources", "Examples"] {
      let top = PageTests.top.appending(path: folder)
      let files = FileManager.default.enumerator(at: top, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
      for file in (files ?? []) where file.pathExtension == "swift" {
        let listings = Self.listings(try String(contentsOf: file, encoding: .utf8))
        count += listings.count
        #expect(listings.filter(\.isWrong) == [], "\(file.path)")
      }
    }
    #expect(count > 45)
  }

  @Test(arguments: [
    (
      "enum A: Codable { case a(Int, b: [C]), d; enum CodingKeys: String, CodingKey, CaseIterable { case a, d } }",
      false
    ),
    ("enum A: Codable { case a; case d; enum CodingKeys: String, CodingKey { case a } }", true),
    (
      "enum A: Codable { case a(Int = 1)\n indirect case b\n enum CodingKeys: String, CodingKey { case a = \"x\", b } }",
      false
    ),
    (
      "enum A { case a\n /// B\n case b\n\n enum CodingKeys: CodingKey { case a\n case b }\n var c: Int { switch self { case .a: 1\n case .b: 2 } } }",
      false
    ),
    ("enum A { case a, `default`(Int)\n enum CodingKeys: CodingKey { case a } }", true),
  ])
  func `A missing case is found`(source: String, isWrong: Bool) {
    let listings = Self.listings(source)
    #expect(listings.count == 1 && listings.first?.isWrong == isWrong, "\(listings)")
  }
}
