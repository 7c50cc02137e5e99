import Testing

/// Tests that the check finds each kind of mistake in the table of a fictitious project.
@Suite struct CapabilityCheckTests {
  private static let files = [
    "/Sources/Network/Library/Feed/Feed.swift": "struct Feed {}",
    "/Sources/Network/Library/Cache/Cache+Disk.swift": "extension Cache {}",
    "/Sources/Reference/ReferenceApp/App.swift": "// Cache\nlet feed = Feed()",
    "/Sources/Reference/ReferenceApp/Feed/Feed.swift": "",
    "/Tests/Network/LibraryTests/Feed/FeedTests.swift": """
    @Suite struct FeedTests {
      @Test func `A feed comes`() {}
      func `A feed goes`() {}
      @Test func `Twice`() {}
      struct Inner { @Test func `Twice`() {} }
      // @Test func `A feed stays`() {}
    }
    """,
    "/Tests/Tools/TestSupport/Feed.swift": "@Test func `A feed comes`() {}",
    "/Examples/Scenarios/feed.scn": """
    scenario "a feed comes"
    tags     smoke
    scenario "a feed goes"
    tags     feed skip
    scenario "twice"
    scenario "twice"
    scenario "a picture comes"
    """,
    "/.ci/curl": "# row 300\nrow 200 '' GET /feed\n  row 400 '' GET /x\n  row 400 '' GET /y",
  ]
  private static let good = """
    A table.

    | number | where | proved by |
    |---|---|---|
    | E1 | `Library/Feed/Feed.swift`, with `spaces` | `Feed/FeedTests.swift`: "A feed comes" |
    | E2 | context: nothing was to be built | |
    | E3 | adapted, library only: `Cache/Cache+Disk.swift` | `Scenarios/feed.scn`: "a feed comes"; `.ci/curl`: "row 200" |
    | E4 | `ReferenceApp/App.swift` | `Scenarios/feed.scn`: "a picture comes" |
    """

  private static let built = """
    LibraryTests.FeedTests/`A feed comes`()
    LibraryTests.FeedTests/`Twice`()
    LibraryTests.FeedTests/Inner/`Twice`()
    OtherTests.FeedTests/`A feed goes`(feed:)
    """.split(separator: "\n").compactMap(TestFiles.Test.init(listed:))

  private func mistakes(in table: String, files: [String: String] = files) -> [String] {
    CapabilityCheck(
      numbers: ["E1", "E2", "E3", "E4"], context: ["E2"], musts: ["E4"], paths: files.keys.sorted(),
      text: { files[$0] }, built: Set(Self.built)
    ).mistakes(in: table)
  }

  /// Returns the mistakes in the good table after replacing a part of it.
  private func mistakes(_ part: String, _ other: String) -> [String] {
    let table = Self.good.replacing(part, with: other)
    #expect(table != Self.good)
    return mistakes(in: table)
  }

  @Test func `A good table has no mistake`() {
    #expect(mistakes(in: Self.good) == [])
  }

  @Test(arguments: [
    ("A feed", "names the test \"A feed\", which occurs 0 times in /Tests/Network/LibraryTests/Feed/FeedTests.swift"),
    (
      "A feed stays",
      "names the test \"A feed stays\", which occurs 0 times in /Tests/Network/LibraryTests/Feed/FeedTests.swift"
    ),
    ("Twice", "names the test \"Twice\", which occurs 2 times in /Tests/Network/LibraryTests/Feed/FeedTests.swift"),
    (
      "A feed goes",
      "names the test \"A feed goes\" in /Tests/Network/LibraryTests/Feed/FeedTests.swift, which does not run: "
        + "it isn't a test that was built"
    ),
  ])
  func `A test must exist once and run`(name: String, mistake: String) {
    #expect(mistakes("\"A feed comes\"", "\"\(name)\"") == ["E1 \(mistake)"])
    // A valid test beside it makes no difference.
    #expect(mistakes("\"A feed comes\"", "\"A feed comes\", \"\(name)\"") == ["E1 \(mistake)"])
  }

  @Test func `No test is disabled, whether a row names it or not`() {
    for trait in ["disabled", "enabled"] {
      let path = "/Tests/OtherTests/FeedTests.swift"
      let files = Self.files.merging([path: "@Suite(.\(trait)(if: isMonday)) struct Feeds {}"]) { $1 }
      #expect(mistakes(in: Self.good, files: files) == ["\(path) has a trait with which a test may not run"])
    }
  }

  @Test(arguments: [
    ("a feed", #"names the scenario "a feed", which occurs 0 times in /Examples/Scenarios/feed.scn"#),
    ("twice", #"names the scenario "twice", which occurs 2 times in /Examples/Scenarios/feed.scn"#),
    (
      "a feed goes",
      #"names the scenario "a feed goes" in /Examples/Scenarios/feed.scn, which does not run: it has the tag skip"#
    ),
  ])
  func `A scenario must exist once and run`(name: String, mistake: String) {
    #expect(mistakes(#""a feed comes""#, "\"\(name)\"") == ["E3 \(mistake)"])
  }

  @Test(arguments: [("row 300", 0), ("row 400", 2), ("200", 0)])
  func `A line of a script must exist once and not be a comment`(line: String, count: Int) {
    #expect(mistakes("row 200", line) == [#"E3 names the line "\#(line)", which occurs \#(count) times in /.ci/curl"#])
  }

  @Test func `A file must exist once and be one that CI runs`() {
    #expect(mistakes("Feed/FeedTests", "Feed/Tests") == ["E1 names 'Feed/Tests.swift': there are 0 such files"])
    #expect(mistakes("Library/Feed/Feed", "Feed/Feed") == ["E1 names 'Feed/Feed.swift': there are 2 such files"])
    #expect(mistakes("Cache/Cache+Disk", "Cache/Cache") == ["E3 names 'Cache/Cache.swift': there are 0 such files"])
    let noTest = "E1 names /Tests/Tools/TestSupport/Feed.swift, which CI does not run"
    #expect(mistakes("Feed/FeedTests", "TestSupport/Feed") == [noTest])
  }

  @Test func `Each number has one row, in order`() {
    let wrong = "each number must occur once, in order; missing: "
    #expect(mistakes("| E1 |", "| H1 |") == [wrong + #"["E1"]; unknown: ["H1"]"#])
    #expect(mistakes("| E1 |", "| E3 |") == [wrong + #"["E1"]; unknown: []"#])
    #expect(mistakes("| E2 | context: nothing was to be built | |\n", "") == [wrong + #"["E2"]; unknown: []"#])
  }

  @Test(arguments: [
    (#": "A feed comes""#, ""), (#""A feed comes""#, #""A feed comes" and more"#), (#""A feed comes""#, #""""#),
    (" | |", " |"), (" | |", " | | |"),
  ])
  func `A malformed row is reported`(part: String, other: String) {
    #expect(mistakes(part, other).contains { $0.hasPrefix("this is not a row: | E") })
  }

  @Test func `A row has a place and a proof, but a context row has neither`() {
    #expect(mistakes("`Library/Feed/Feed.swift`", "here") == ["E1 has no file"])
    #expect(mistakes(#"`Feed/FeedTests.swift`: "A feed comes""#, "") == ["E1 has no proof"])
    #expect(mistakes("context: nothing", "nothing") == ["E2 is for context only"])
    #expect(mistakes("adapted, library only", "context") == ["E3 is not for context only"])
    #expect(mistakes("context: nothing", "context: `Feed/FeedTests.swift`") == ["E2 is context, and names files"])
  }

  @Test func `A must is proved from outside`() {
    let inside = mistakes(#"`Scenarios/feed.scn`: "a picture comes""#, #"`Feed/FeedTests.swift`: "A feed comes""#)
    #expect(inside == ["E4 is a must, but no scenario, end-to-end test or script drives the app from outside"])
  }

  @Test func `A library-only row is not used by the app, and comments are not uses`() {
    let used = mistakes("| `Library/Feed", "| library only: `Library/Feed")
    #expect(used == ["E1 is not library only: Feed is used"])
  }
}
