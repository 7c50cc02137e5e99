import ColmeiaJSON
import RunnerTestSupport
import Testing

@testable import ColmeiaScenario

@Suite(.timeLimit(.minutes(10))) struct PatchTests {
  @Test(arguments: ["a/\u{308}b", "~\u{308}", "~1", "/", "", "a/b/c", "~0", "1\u{301}"])
  func `Keys are escaped and unescaped bytewise, regardless of combining characters`(key: String) throws {
    var object = JSONObject()
    object[key] = ["x": 1]
    var changed = JSONObject()
    changed[key] = ["x": 2]
    let patch = try JSON(encoding: JSONPatch.between(.object(object), .object(changed)))
    #expect(JSON.object(object).patched(patch) == .object(changed))
  }

  @Test func `Changes are made in place, in objects and in lists`() throws {
    let count = 500
    func value(_ offset: Int) -> JSON {
      var object = JSONObject()
      for index in 0..<count { object["k\(index)"] = ["a": .number(JSONNumber(index + offset))] }
      return ["members": .object(object), "list": .array((0..<count).map { [.number(JSONNumber(2 * $0 + offset))] })]
    }
    let (before, after) = (value(0), value(1))
    let patch = try JSON(encoding: JSONPatch.between(before, after))
    #expect(patch.array?.count == 2 * count)
    #expect(before.patched(patch) == after)
    let empty: JSON = ["members": [:], "list": []]
    #expect(try before.patched(JSON(encoding: JSONPatch.between(before, empty))) == empty)
    #expect(try empty.patched(JSON(encoding: JSONPatch.between(empty, after))) == after)
  }
}
