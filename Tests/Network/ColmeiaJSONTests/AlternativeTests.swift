import Foundation
import Testing

@testable import ColmeiaJSON

/// Types that try several alternatives, and numbers at the ends of their types.
@Suite(.timeLimit(.minutes(10))) struct AlternativeTests {
  private enum Either: Decodable, Equatable {
    case text(String), number(Int)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .number(try container.decode(Int.self))
      }
    }
  }

  private struct Members: Decodable {
    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    var sum = 0

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      for key in container.allKeys where container.contains(key) {
        if try container.decodeNil(forKey: key) { continue }
        sum += try container.decode(Int.self, forKey: key)
      }
    }
  }

  @Test func `A type that tries alternatives takes linear time`() throws {
    let text = "[" + (0..<100_000).map { "\($0)" }.joined(separator: ",") + "]"
    #expect(try JSON.decode([Either].self, from: Array(text.utf8)).count == 100_000)
    let object = "{" + (0..<100_000).map { "\"k\($0)\":1" }.joined(separator: ",") + "}"
    #expect(try JSON.decode(Members.self, from: Array(object.utf8)).sum == 100_000)
  }

  @Test(arguments: [
    "1", "[]", "{}", "[1,[2,{\"a\":[3,{}],\"b\":{\"c\":[[]]}}],4]",
    "{\"a\":{\"b\":[1,2,{\"c\":null}]},\"d\":[{\"e\":1}]}",
  ])
  func `The path of each node leads to it, and that of a key to its value`(text: String) throws {
    let tape = try TapeParser.document(Array(text.utf8), .standard)
    let paths = TapePaths(tape)
    for node in 0..<tape[0].next {
      let found = tape.node(at: paths.path(to: node, in: tape))
      #expect(found == node || found == node + 1)
    }
  }

  @Test func `Every error that a type catches has its path`() throws {
    struct Catcher: Decodable {
      var paths: [String] = []
      init(from decoder: any Decoder) throws {
        var elements = try decoder.unkeyedContainer()
        while !elements.isAtEnd {
          do { _ = try elements.decode(String.self) } catch DecodingError.typeMismatch(_, let context) {
            paths.append(context.codingPath.map { "\($0.intValue ?? -1)" }.joined())
            _ = try elements.decode(Int.self)
          }
        }
      }
    }
    #expect(try JSON.decode(Catcher.self, from: Array("[1,\"a\",2,3]".utf8)).paths == ["0", "2", "3"])
  }

  @Test(arguments: ["18446744073709551615", "9223372036854775807", "-9223372036854775808", "1.5"])
  func `A number keeps its digits with other coders`(text: String) throws {
    let json = try JSON(parsing: text)
    let data = try JSONEncoder().encode(json)
    #expect(String(decoding: data, as: UTF8.self) == text)
    #expect(try JSONDecoder().decode(JSON.self, from: data) == json)
  }

  @Test(arguments: [
    ("9007199254740993.5", 9_007_199_254_740_993), ("9223372036854775807.5", Int.max), ("-1.9", -1), ("0.9", 0),
    ("1e3", 1_000), ("15e-1", 1), ("-0.0", 0), ("123456e-10", 0), ("9223372036854775808", nil), ("1e400", nil),
  ])
  func `The fraction of a lenient integer is discarded`(text: String, value: Int?) throws {
    let mapper = Mapper(try JSON(parsing: text))
    #expect((try? Int(lenient: mapper)) == value)
  }
}
