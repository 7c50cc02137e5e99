import Colmeia
import Foundation
import Testing

@Suite struct BranchTests {
  struct Inner: Equatable, Codable, Sendable { var numbers = [1], name: String? }
  struct Outer: Equatable, Codable, Sendable {
    @Branch var inner = Inner()
    @Branch var note: String?
    var plain = 0
  }

  @Test func `Every write creates a new version, and a read does not`() {
    var state = Outer()
    let first = state.$inner
    _ = state.inner.numbers
    state.plain = 1
    #expect(state.$inner == first)
    state.inner.numbers.append(2)
    let second = state.$inner
    #expect(second != first)
    state.inner.numbers[0] = 1  // writing the same value counts as well
    #expect(state.$inner != second)
  }

  @Test func `A copy has the version of the original until one of them is written`() {
    var state = Outer()
    let copy = state
    #expect(copy.$inner == state.$inner)
    state.inner.name = "a"
    #expect(copy.$inner != state.$inner)
    #expect(copy.inner.name == nil)
  }

  @Test func `The version is not part of the value`() throws {
    var (left, right) = (Outer(), Outer())
    left.inner.name = "x"
    right.inner.name = "x"
    #expect(left == right)
    #expect(left.$inner != right.$inner)
    #expect(String(describing: left) == String(describing: right))
    var (leftDump, rightDump) = ("", "")
    dump(left, to: &leftDump)
    dump(right, to: &rightDump)
    #expect(leftDump == rightDump)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(
      String(decoding: try encoder.encode(left), as: UTF8.self) == #"{"inner":{"name":"x","numbers":[1]},"plain":0}"#)
    #expect(try JSONDecoder().decode(Outer.self, from: encoder.encode(left)) == left)
  }

  @Test func `An optional branch is nil if its key is missing or null`() throws {
    for text in [#"{"inner":{"numbers":[]},"plain":1}"#, #"{"inner":{"numbers":[]},"plain":1,"note":null}"#] {
      #expect(try JSONDecoder().decode(Outer.self, from: Data(text.utf8)).note == nil)
    }
    let text = #"{"inner":{"numbers":[]},"plain":1,"note":"n"}"#
    #expect(try JSONDecoder().decode(Outer.self, from: Data(text.utf8)).note == "n")
  }

  @Test func `A missing branch that is not optional is an error`() {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Outer.self, from: Data(#"{"plain":1}"#.utf8)) }
  }
}
