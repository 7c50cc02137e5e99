import ColmeiaJSON
import Foundation
import Testing

/// Edge cases that earlier versions got wrong.
@Suite struct EdgeTests {
  private indirect enum Chain: Codable, Equatable {
    case end
    case link(Chain)
  }

  private struct Small: Codable, Equatable {
    enum Event: Codable, Equatable {
      case measured(Int8?)
      case counted(Int128, UInt64)
      enum CodingKeys: String, CodingKey, CaseIterable { case measured, counted }
    }
    var events: [Event]
  }

  private struct Pair: Codable, Hashable, Sendable {
    var value: Int
    init(_ value: Int) { self.value = value }
  }

  private enum Breed: String, Codable, CaseIterable { case husky, hound, pug }

  /// Runs a function on a thread with a given stack size in bytes.
  private func onThread<Value: Sendable>(stack: Int, _ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: work()) }
      thread.stackSize = stack
      thread.start()
    }
  }

  private static func nested(_ depth: Int) -> [UInt8] {
    Array((String(repeating: #"{"link":"#, count: depth) + #""end""# + String(repeating: "}", count: depth)).utf8)
  }

  @Test(arguments: [63, 64, 100_000])
  func `A value that is nested too deeply for a small stack is an error`(depth: Int) async {
    let limits = JSONLimits(depth: 1_000_000)
    let result = await onThread(stack: 512 << 10) { () -> Result<[UInt8], JSONError> in
      do throws(JSONError) {
        return .success(try JSON.encode(JSON.decode(Chain.self, from: Self.nested(depth), JSONCoding(limits: limits))))
      } catch { return .failure(error) }
    }
    switch result {
    case .success(let bytes): #expect(depth == 63 && bytes == Self.nested(depth))
    case .failure(let error): #expect(error.message.contains("nested too deeply") && depth > 63, "\(error)")
    }
  }

  /// Its lists are types as well.
  private struct Branch: Codable, Equatable, Sendable {
    var name = "a", length = 1.5, leaves = ["b"], fruits: [String: Int] = [:], note: String?, owner: Pair?
    var branches: [Branch] = []
  }

  @Test(arguments: [31, 32]) func `Lists of a recursive type are nested as deeply as a small stack allows`(depth: Int)
    async
  {
    let tree = (0..<depth).reduce(Branch()) { branch, _ in Branch(branches: [branch]) }
    let isSame = await onThread(stack: 512 << 10) {
      do throws(JSONError) { return try JSON.decode(Branch.self, from: JSON.encode(tree)) == tree } catch {
        return error.message.contains("nested too deeply") && depth == 32
      }
    }
    #expect(isSame)
  }

  @Test func `Deeply nested values are compared, hashed and printed on a small stack`() async throws {
    let limits = JSONLimits(depth: 1_000_000)
    let value = try JSON(parsing: Self.nested(20_000), limits: limits)
    let other = try JSON(parsing: Self.nested(20_000), limits: limits)
    let bytes = await onThread(stack: 256 << 10) {
      value == other && value.hashValue == other.hashValue ? value.bytes() : []
    }
    #expect(bytes == Self.nested(20_000))
    // The values are deallocated recursively, so this needs a thread with a large stack.
    await onThread(stack: 64 << 20) { withExtendedLifetime((value, other)) {} }
  }

  @Test func `Every integer and every nil is preserved`() throws {
    let value = Small(events: [.measured(nil), .measured(-128), .counted(.min, .max), .counted(.max, 0)])
    for coding in [JSONCoding.standard, .complete] {
      let bytes = try JSON.encode(value, .compact, coding)
      #expect(try JSON.decode(Small.self, from: bytes, coding) == value, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test func `Equal values have equal encodings, regardless of hash order`() throws {
    let words = (0..<200).map { "word-\($0)" }
    var (first, second): (Set<String>, Set<String>) = ([], [])
    for word in words { first.insert(word) }
    for word in words.reversed() { second.insert(word) }
    second.reserveCapacity(5_000)
    #expect(try JSON.encode(first) == JSON.encode(second))
    #expect(try JSON.encode(first) == JSON.encode(words.sorted()))
    #expect(try JSON.encode(Set([10, 9, -1])) == Array("[-1,9,10]".utf8))
    #expect(try JSON.encode([10: "b", 9: "a"]) == Array(#"{"10":"b","9":"a"}"#.utf8))
    #expect(try JSON.encode([Pair(10): "b", Pair(9): "a"]) == Array(#"[{"value":10},"b",{"value":9},"a"]"#.utf8))
    #expect(try JSON.encode(["b": 1, "a": 2]) == Array(#"{"a":2,"b":1}"#.utf8))
  }

  @Test func `Keys are equal if their scalars are`() throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let value = try JSON(parsing: "{\"\(composed)\": 1, \"\(decomposed)\": 2}")
    #expect(value[composed] == 1 && value[decomposed] == 2)
    #expect(JSON.string(composed) != .string(decomposed) && [composed: 1] as JSON != [decomposed: 1])
  }

  @Test(arguments: [
    "1e9223372036854775807", "1e-9223372036854775808", "-0.1e99999999999999999999", "0e-99999999999999999999",
  ])
  func `An exponent of any size is valid`(text: String) throws {
    let value = try JSON(parsing: text)
    #expect(value == value && value.bytes() == Array(text.utf8))
    _ = (value.int, value.double, value.hashValue, value == 1)
  }

  @Test(arguments: [
    (#""huksy""#, #"unknown case "huksy"; did you mean "husky"?"#),
    (#""cat""#, #"unknown case "cat"; known cases: "husky", "hound", "pug""#),
  ])
  func `The nearest name is suggested, or all names are listed`(text: String, message: String) {
    let error = #expect(throws: JSONError.self) { try JSON.decode(Breed.self, from: Array(text.utf8)) }
    #expect(error?.message == message)
  }

  @Test func `The nearest case is suggested`() {
    let error = #expect(throws: JSONError.self) {
      try JSON.decode(Small.Event.self, from: Array(#"{"mesured": 1}"#.utf8))
    }
    #expect(error?.message == #"unknown case "mesured"; did you mean "measured"?"#)
  }

  private class Animal: Encodable {
    enum Keys: CodingKey { case type }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode("animal", forKey: .type)
    }
  }

  private final class Cat: Animal {
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try super.encode(to: encoder)
      try container.encode("cat", forKey: .type)
    }
  }

  @Test func `The last of two containers that were open at once determines a member`() throws {
    #expect(try JSON(encoding: Cat()) == ["type": "cat"])
  }

  @Test func `Numbers of a set are sorted by value`() throws {
    #expect(try JSON.encode(Set([10, -1, 9, 100])) == Array("[-1,9,10,100]".utf8))
    #expect(try JSON.encode(Set([1.5, -1, 1e20, 9])) == Array("[-1,1.5,9,1e+20]".utf8))
  }
}
