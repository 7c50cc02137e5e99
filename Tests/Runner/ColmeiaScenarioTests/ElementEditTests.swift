import ColmeiaBase
import ColmeiaJSON
import RunnerTestSupport
import TestSupport
import Testing

@testable import ColmeiaScenario

/// Tests of the edits between two lists.
@Suite struct ElementEditTests {
  private static func edits(_ old: [Int], _ new: [Int]) -> [ElementEdit] {
    ElementEdit.between(old.count, new.count) { old[$0] == new[$1] }
  }

  /// Returns the older list after the edits.
  private static func edited(_ old: [Int], _ new: [Int]) -> [Int] {
    edits(old, new).reduce(into: old) { list, edit in
      list.replaceSubrange(edit.new.lowerBound..<edit.new.lowerBound + edit.old.count, with: new[edit.new])
    }
  }

  @Test(
    arguments: [
      ([], [], []), ([1], [1], []), ([], [1], [ElementEdit(0..<0, 0..<1)]), ([1], [], [ElementEdit(0..<1, 0..<0)]),
      ([1, 2, 3], [1, 5, 3], [ElementEdit(1..<2, 1..<2)]), ([1, 2, 3], [1, 3], [ElementEdit(1..<2, 1..<1)]),
      ([1, 2, 3, 4], [5, 2, 6, 7], [ElementEdit(0..<1, 0..<1), ElementEdit(2..<4, 2..<4)]),
      ([1, 2, 3], [2, 3, 4], [ElementEdit(0..<3, 0..<3)]), ([7, 7], [7, 7, 7], [ElementEdit(2..<2, 2..<3)]),
      (Array(0..<9), Array(1..<10), [ElementEdit(0..<1, 0..<0), ElementEdit(9..<9, 8..<9)]),
      (Array(2..<22), Array(0..<20), [ElementEdit(0..<0, 0..<2), ElementEdit(18..<20, 20..<20)]),
    ] as [([Int], [Int], [ElementEdit])])
  func `The edits leave out what is the same`(old: [Int], new: [Int], edits: [ElementEdit]) {
    #expect(Self.edits(old, new) == edits)
    #expect(Self.edited(old, new) == new)
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func `A list with the edits applied is the other list`(seed: UInt64) {
    var numbers = SplitMix(state: seed)
    // Few different elements, so that some lists look shifted by chance.
    func number() -> Int { .random(in: 0..<[3, 1_000][Int(seed % 2)], using: &numbers) }
    for _ in 0..<100 {
      let old = (0..<Int.random(in: 0..<90, using: &numbers)).map { _ in number() }
      var new = old
      new.removeFirst(.random(in: 0...min(new.count, 20), using: &numbers))
      new.removeLast(.random(in: 0...min(new.count, 5), using: &numbers))
      new += (0..<Int.random(in: 0..<20, using: &numbers)).map { _ in number() }
      new.insert(contentsOf: (0..<Int.random(in: 0..<5, using: &numbers)).map { _ in number() }, at: 0)
      for index in new.indices where Int.random(in: 0..<20, using: &numbers) == 0 { new[index] = number() }
      let edited = Self.edited(old, new)
      #expect(edited == new, "\(old) \(new)")
    }
  }

  @Test func `In a history with a limit, only the ends and what was changed are edited`() {
    let old = Array(0..<1_000)
    var new = Array(3..<1_003)
    new[500] = -1
    #expect(
      Self.edits(old, new) == [
        ElementEdit(0..<3, 0..<0), ElementEdit(503..<504, 500..<501), ElementEdit(1_000..<1_000, 997..<1_000),
      ])
  }

  @Test func `Lists that look shifted everywhere are compared in linear time`() {
    let count = 10_000
    var comparisons = 0
    // All elements are equal except every third one, so that each distance seems possible.
    let (old, new) = ((0..<count).map { $0 % 3 == 0 ? $0 : -1 }, (0..<count).map { $0 % 3 == 1 ? -$0 - 2 : -1 })
    _ = ElementEdit.between(count, count) { index, other in
      comparisons += 1
      return old[index] == new[other]
    }
    #expect(comparisons < 8 * count, "\(comparisons)")
  }

  @Test func `A patch of a history with a limit is as long as what was added`() throws {
    func messages(_ numbers: Range<Int>) -> JSON {
      .array(numbers.map { ["id": .number(JSONNumber($0)), "text": .string("message \($0)")] })
    }
    let (old, new) = (messages(0..<1_000), messages(1..<1_001))
    let patch = try JSON(encoding: JSONPatch.between(old, new))
    #expect(
      patch == [
        ["op": "remove", "path": "/0"], ["op": "add", "path": "/999", "value": ["id": 1_000, "text": "message 1000"]],
      ])
    #expect(old.patched(patch) == new)
  }
}
