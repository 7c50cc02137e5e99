import Testing

@testable import ColmeiaDebugging

private struct Row: Identifiable, Equatable {
  var id: Int
  var name = "n"
  var likes = 0
  var liked = false
  var note: String?
}
private struct Feed {
  var isLoading = false
  var breeds = ["a", "b", "c", "d"]
  var rows: [Row] = []
}
private struct State {
  var isLoading: Bool
  var breeds = ["a", "b", "c", "d"]
}
private struct Tag: Identifiable {
  var id: String
}
private struct Item: Identifiable {
  var id: Int
  var name: String
}
private struct Point {
  var x: Int
  var y: Int
}
private enum Phase { case idle, loaded(Feed) }
private struct Quiet: Equatable {
  var seed: Int
}
extension Quiet: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: [:]) }
}

@Suite struct StateDiffTests {
  private func expect(_ old: Any, _ new: Any, _ text: String?, _ location: SourceLocation = #_sourceLocation) {
    #expect(StateDiff.between(old, new) == text, sourceLocation: location)
  }

  @Test func `a changed field has a line for each side, and an unchanged list is collapsed`() {
    expect(
      State(isLoading: false), State(isLoading: true),
      """
        State(
      −   isLoading: false
      +   isLoading: true
          breeds: […] (4 unchanged)
        )
      """)
  }

  @Test func `plain values are printed on one line each`() {
    expect(1, 2, "− 1\n+ 2")
    expect(Int?.none as Any, "a", "− nil\n+ \"a\"")
    expect(1, "1", "− 1\n+ \"1\"")
  }

  @Test func `equal dumps have no difference, even if the values are unequal`() {
    expect(Feed(), Feed(), nil)
    #expect(Quiet(seed: 1) != Quiet(seed: 2))
    expect(Quiet(seed: 1), Quiet(seed: 2), nil)
  }

  @Test func `removing a row does not affect the later rows`() {
    let rows = (0..<6).map { Row(id: $0) }
    var fewer = rows
    fewer.remove(at: 2)
    fewer[4].likes = 3
    expect(
      rows, fewer,
      """
        [
          [0]: Row(…) (5 unchanged)
          [1]: Row(…) (5 unchanged)
      −   [2]: Row(
      −     id: 2
      −     name: "n"
      −     likes: 0
      −     liked: false
      −     note: nil
      −   )
          [3→2]: Row(…) (5 unchanged)
          [4→3]: Row(…) (5 unchanged)
          [5→4]: Row(
            id: 5
            name: "n"
      −     likes: 0
      +     likes: 3
            liked: false
            note: nil
          )
        ]
      """)
  }

  @Test func `unchanged fields are counted, but the id of a row is kept`() {
    var changed = Row(id: 8)
    changed.note = "x"
    expect(
      [Row(id: 8)], [changed],
      """
        [
          [0]: Row(
            id: 8
            … (3 unchanged)
      −     note: nil
      +     note: "x"
          )
        ]
      """)
  }

  @Test func `a row that moved is shown as removed and inserted`() {
    let ids = ["a", "b", "c", "d", "e"]
    expect(
      ids.map { Tag(id: $0) }, ["e", "a", "b", "c", "d"].map { Tag(id: $0) },
      """
        [
      +   [0]: Tag(id: "e")
          … (4 unchanged)
      −   [4]: Tag(id: "e")
        ]
      """)
  }

  @Test func `a row with another id does not replace a removed one`() {
    expect(
      [Item(id: 1, name: "a")], [Item(id: 2, name: "a")],
      """
        [
      −   [0]: Item(
      −     id: 1
      −     name: "a"
      −   )
      +   [0]: Item(
      +     id: 2
      +     name: "a"
      +   )
        ]
      """)
  }

  @Test func `equal elements of an array are matched, and the others are compared by index`() {
    expect(
      ["a", "b", "c", "d", "e"], ["a", "x", "c", "d", "y", "e"],
      """
        [
          [0]: "a"
      −   [1]: "b"
      +   [1]: "x"
          [2]: "c"
          [3]: "d"
      +   [4]: "y"
          [4→5]: "e"
        ]
      """)
  }

  @Test func `structs without an id that changed in place show only the change`() {
    expect(
      [Point(x: 1, y: 2), Point(x: 3, y: 4)], [Point(x: 1, y: 2), Point(x: 3, y: 5)],
      """
        [
          [0]: Point(…) (2 unchanged)
          [1]: Point(
            x: 3
      −     y: 4
      +     y: 5
          )
        ]
      """)
  }

  @Test func `dictionaries are compared by key`() {
    expect(
      ["a": 1, "b": 2, "c": 3], ["b": 4, "c": 3, "d": 5],
      """
        [
      −   "a": 1
      −   "b": 2
      +   "b": 4
          "c": 3
      +   "d": 5
        ]
      """)
  }

  @Test func `sets show removed and inserted elements`() {
    expect(
      Set(["a", "b", "c", "d"]), Set(["a", "b", "c", "e"]),
      """
        Set([
          … (3 unchanged)
      −   "d"
      +   "e"
        ])
      """)
  }

  @Test func `a multiline string is compared line by line`() {
    expect(
      "one\ntwo\nthree", "one\n2\nthree",
      #"""
        """
          one
      −   two
      +   2
          three
        """
      """#)
  }

  @Test func `a change inside an enum case is shown in place, and another case replaces it`() {
    expect(
      Phase.loaded(Feed()), Phase.loaded(Feed(isLoading: true)),
      """
        .loaded(Feed(
      −   isLoading: false
      +   isLoading: true
          breeds: […] (4 unchanged)
          rows: []
        ))
      """)
    expect(
      Phase.idle, Phase.loaded(Feed(breeds: ["x"])),
      """
      − .idle
      + .loaded(Feed(
      +   isLoading: false
      +   breeds: [
      +     [0]: "x"
      +   ]
      +   rows: []
      + ))
      """)
  }
}
