import ColmeiaJSON
import Testing

@testable import ColmeiaRunner

@Suite(.timeLimit(.minutes(10))) struct PatchTests {
  @Test(arguments: ["a/\u{308}b", "~\u{308}", "~1", "/", "", "a/b/c", "~0", "1\u{301}"])
  func `Keys are escaped and read byte by byte, whatever joins them`(key: String) throws {
    var object = JSONObject()
    object[key] = ["x": 1]
    var changed = JSONObject()
    changed[key] = ["x": 2]
    let patch = JSONPatch.between(.object(object), .object(changed))
    #expect(JSONPatch.apply(patch, to: .object(object)) == .object(changed))
    #expect(JSONPointer(JSONPointer(JSONPath().appending(key)).text)?.steps == [key])
  }

  @Test(
    arguments: [
      #"[{"op": "replace", "path": "/a/01", "value": 1}]"#, #"[{"op": "replace", "path": "/a/+1", "value": 1}]"#,
      #"[{"op": "replace", "path": "a", "value": 1}]"#, #"[{"op": "replace", "path": "/none", "value": 1}]"#,
      #"[{"op": "remove", "path": "/a/-"}]"#, #"[{"op": "remove", "path": ""}]"#,
      #"[{"op": "add", "path": "/a/9", "value": 1}]"#,
      #"[{"op": "add", "path": "/a/0"}]"#, #"[{"op": "move", "path": "/a/0", "from": "/a/1"}]"#,
      #"[{"op": "add", "path": "/~2", "value": 1}]"#,
      #"[{"op": "add", "path": "/a/-1", "value": 1}]"#, #"[{"op": "remove", "path": "/a/99999999999999999999"}]"#, "{}",
      "[1]",
    ])
  func `A change that does not fit is refused`(patch: String) throws {
    #expect(JSONPatch.apply(try JSON(parsing: patch), to: ["a": [1, 2]]) == nil)
  }

  @Test func `An element goes in front, behind and out`() throws {
    let patch = try JSON(
      parsing: #"""
        [{"op": "add", "path": "/a/0", "value": 0}, {"op": "add", "path": "/a/-", "value": 9}, {"op": "remove", "path": "/a/1"},
         {"op": "replace", "path": "/b/c", "value": []}, {"op": "add", "path": "/b/d", "value": 1}]
        """#)
    #expect(JSONPatch.apply(patch, to: ["a": [1, 2], "b": ["c": 3]]) == ["a": [0, 2, 9], "b": ["c": [], "d": 1]])
    #expect(JSONPatch.apply([["op": "replace", "path": "", "value": 7]], to: [:]) == 7)
  }

  @Test func `A path that leads too deep is refused`() {
    let path = JSON.string(String(repeating: "/a", count: 100_000))
    #expect(JSONPatch.apply([["op": "add", "path": path, "value": 1]], to: [:]) == nil)
  }

  @Test func `Changes are made in their places, in objects and in lists`() {
    let count = 500
    func value(_ offset: Int) -> JSON {
      var object = JSONObject()
      for index in 0..<count { object["k\(index)"] = ["a": .number(JSONNumber(index + offset))] }
      return ["members": .object(object), "list": .array((0..<count).map { [.number(JSONNumber($0 + offset))] })]
    }
    let (before, after) = (value(0), value(1))
    let patch = JSONPatch.between(before, after)
    #expect(patch.array?.count == 2 * count)
    #expect(JSONPatch.apply(patch, to: before) == after)
    let empty: JSON = ["members": [:], "list": []]
    #expect(JSONPatch.apply(JSONPatch.between(before, empty), to: before) == empty)
    #expect(JSONPatch.apply(JSONPatch.between(empty, after), to: empty) == after)
  }

  @Test func `A list is opened once, however many elements come in front, go, or are led through`() {
    let count = 500
    let lists: JSON = ["a": .array((0..<count).map { [.number(JSONNumber($0))] }), "b": .array([[1, 2, 3]])]
    let changes = (0..<count).flatMap { number -> [JSON] in
      [
        ["op": "add", "path": "/a/0", "value": [-1]], ["op": "add", "path": "/b/0/1", "value": 7],
        ["op": "replace", "path": .string("/a/\(2 * number + 1)/0"), "value": 8],
        ["op": "add", "path": .string("/a/\(number)"), "value": []], ["op": "remove", "path": "/a/0"],
      ]
    }
    var opened = 0
    let value = JSONPatch.apply(.array(changes), to: lists, opened: &opened)
    #expect(value?["a"]?.array?.count == 2 * count && value?["b"]?[0]?.array?.count == count + 3)
    // Each list and each inner one that is led through, once: all others stay as they are.
    #expect(opened <= 2 * count + 4)
  }
}
