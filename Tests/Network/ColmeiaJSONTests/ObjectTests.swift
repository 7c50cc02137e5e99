import ColmeiaJSON
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct ObjectTests {
  @Test(arguments: [0, 1, 16, 17, 40, 1_000])
  func `Members keep their order when others are removed, changed or added`(count: Int) {
    var object = JSONObject()
    var expected: [(String, Int)] = []
    for index in 0..<count {
      object["k\(index)"] = .number(JSONNumber(index))
      expected.append(("k\(index)", index))
    }
    for index in stride(from: 0, to: count, by: 3) {
      object["k\(index)"] = JSON?.none
      expected.removeAll { $0.1 == index }
    }
    object["k1"] = object["k1"].map { _ in 7 }
    object["late"] = 1
    let wanted = expected.map { ($0.0, $0.0 == "k1" ? 7 : $0.1) } + [("late", 1)]
    #expect(object.keys == wanted.map(\.0) && object.compactMap(\.value.int) == wanted.map(\.1))
    #expect(object.count == wanted.count && object["k0"] == nil && object["late"] == 1)
    #expect(JSON.object(object).text() == "{" + wanted.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}")
  }

  @Test func `Keys that look the same but have different scalars are distinct, also among many`() {
    var object = JSONObject()
    for index in 0..<100 { object["k\(index)"] = 0 }
    object["é"] = 1
    object["e\u{301}"] = 2
    #expect(object.count == 102 && object["é"] == 1 && object["e\u{301}"] == 2)
  }

  @Test(.long) func `A large object is built, changed and emptied in linear time`() {
    // With linear searches, this would take hours.
    let count = 100_000
    var object = JSONObject()
    for index in 0..<count { object["k\(index)"] = 0 }
    for index in 0..<count { object["k\(index)"] = 1 }
    let copy = JSON.object(object)
    for index in 0..<count - 1 { object["k\(index)"] = JSON?.none }
    #expect(object.keys == ["k\(count - 1)"] && copy["k7"] == 1)
  }

  @Test(arguments: [2, -3, 99, Int.min, Int.max])
  func `An index outside an array gives nil, not null`(index: Int) {
    let json: JSON = [1, .null]
    #expect(json[index] == nil)
    #expect(json[1] == .null)
  }

  struct Holder: Codable, Equatable { var value: JSON? }

  @Test func `A null member is distinguished from a missing one`() throws {
    #expect(try JSON(parsing: Array(#"{"value":null}"#.utf8)).decode(Holder.self) == Holder(value: .null))
    #expect(try JSON(parsing: Array("{}".utf8)).decode(Holder.self) == Holder(value: nil))
  }
}
