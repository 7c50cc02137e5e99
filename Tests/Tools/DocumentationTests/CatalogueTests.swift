import Testing

/// The localized texts in the source of the reference app.
@Suite struct CatalogueTests {
  private struct Source {
    var path: String
    var code: String

    var isCatalogue: Bool { path.contains(/\/Phrase(\+\w+)?\.swift$/) }

    /// The text literals, with the interpolations in them.
    var texts: [String] {
      code.matches(of: /"((?:\\\((?:[^()\n]|\([^()\n]*\))*\)|\\.|[^"\\\n])*)"/).map { String($0.output.1) }
    }

    /// The two texts of each `Phrase("…", "…")`.
    var entries: [[String]] {
      code.matches(of: /Phrase\(\s*"((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)"/)
        .map { [String($0.output.1), String($0.output.2)] }
    }
  }

  private static func sources(_ folders: String...) throws -> [Source] {
    try SwiftFile.files(in: folders).map { Source(path: $0.path, code: $0.lines.joined(separator: "\n")) }
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
