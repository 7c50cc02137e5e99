import TestSupport
import Testing

@testable import Colmeia

@Suite struct OrderedTests {
  static func contents(_ ordered: borrowing Ordered<String>) -> [String] {
    var all: [String] = []
    ordered.forEach { all.append($0.pointee) }
    return all
  }

  @Test func `A removed element leaves a hole, and no later element moves`() {
    var ordered = Ordered<String>()
    let numbers = (0..<100).map { ordered.append("\($0)") }
    let places = (0..<100).map { ordered.elements + $0 }
    for number in numbers[10..<40] { ordered.remove(number) }
    let holes = ordered.holes
    #expect(holes == 30)
    #expect(places[99].pointee == "99")
    #expect(Self.contents(ordered) == ((0..<10).map { "\($0)" } + (40..<100).map { "\($0)" }))
  }

  @Test func `Removing all elements, in either order, moves no more elements than there were`() {
    for isNewestFirst in [true, false] {
      var ordered = Ordered<String>()
      let numbers = (0..<1_000).map { ordered.append("\($0)") }
      var moved = 0
      for number in isNewestFirst ? numbers.reversed() : numbers {
        let before = ordered.elements
        ordered.remove(number)
        if ordered.elements != before { moved += ordered.numbers.count }
      }
      let (isEmpty, capacity) = (ordered.isEmpty, ordered.capacity)
      #expect(isEmpty && capacity <= 8)
      #expect(moved <= 1_000)
    }
  }

  @Test func `Elements keep their order and their numbers through random insertions and removals`() {
    var random = SplitMix(state: 7)
    var ordered = Ordered<String>()
    var model: [(number: Int, text: String)] = []
    for step in 0..<10_000 {
      if random.next() % 100 < (step / 1_000 % 2 == 0 ? 70 : 30) {
        model.append((ordered.append("\(step)"), "\(step)"))
      } else if !model.isEmpty {
        let number = model.remove(at: Int(random.next() % UInt64(model.count))).number
        ordered.remove(number)
        ordered.remove(number)  // removing a removed element has no effect
      }
      if step % 97 == 0 {
        #expect(Self.contents(ordered).elementsEqual(model.map(\.text)))
        let isEmpty = ordered.isEmpty
        #expect(isEmpty == model.isEmpty)
        if let (number, text) = model.last {
          var tail: [String] = []
          ordered.forEach(from: ordered.index(from: number)) { tail.append($0.pointee) }
          #expect(tail == [text])
        }
      }
    }
  }
}
