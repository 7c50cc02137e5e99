import Foundation
import Testing

/// The localized texts in the source of the reference app.
@Suite struct CatalogueTests {
  private struct Source {
    var path: String
    var tokens: [SwiftToken]

    var isCatalogue: Bool { path.contains(/\/Phrase(\+\w+)?\.swift$/) }

    var texts: [String] { tokens.compactMap { if case .text(let text) = $0 { text } else { nil } } }

    /// The two texts of each `Phrase("…", "…")`.
    var entries: [[String]] {
      tokens.indices.dropLast(5).compactMap { index in
        guard tokens[index...].starts(with: [.word("Phrase"), .mark("(")]), tokens[index + 3] == .mark(","),
          case .text(let first) = tokens[index + 2], case .text(let second) = tokens[index + 4]
        else { return nil }
        return [first, second]
      }
    }
  }

  private static func sources(_ folders: String...) throws -> [Source] {
    try folders.flatMap { folder in
      let top = PageTests.top.appending(path: folder)
      let files = FileManager.default.enumerator(at: top, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
      return try (files ?? []).filter { $0.pathExtension == "swift" }.map { file in
        Source(path: file.path, tokens: SwiftLexer.tokens(in: try String(contentsOf: file, encoding: .utf8)))
      }
    }
  }

  @Test func `Each entry has a text in both languages, and no entry is repeated`() throws {
    let entries = try Self.sources("Sources/Reference/ReferenceApp").filter(\.isCatalogue).flatMap(\.entries)
    #expect(entries.count > 150)
    #expect(entries.filter { $0.contains { $0.isEmpty } } == [])
    let groups: [[[String]]] = Array(Dictionary(grouping: entries, by: \.self).values)
    #expect(groups.filter { $0.count > 1 }.map { $0[0].joined(separator: " / ") }.sorted() == [])
  }

  @Test func `No user-visible text is outside the catalogue`() throws {
    // Messages on the command line, before the first screen, aren't localized, and those of a system are the server's.
    let sources = try Self.sources("Sources/Reference/ReferenceApp", "Examples/Terminal", "Examples/SwiftUI/App")
      .filter { !$0.isCatalogue && !$0.path.hasSuffix("Terminal/Arguments.swift") }
      .filter { !$0.path.contains("/ReferenceApp/Systems/") }
    #expect(sources.count > 80)
    for source in sources {
      let words = /[A-Za-z]{2,} [a-z]{2,}|[À-ÿ]/
      #expect(source.texts.filter { $0.contains(words) } == [], "\(source.path)")
      #expect(source.entries == [], "\(source.path)")
    }
  }
}
