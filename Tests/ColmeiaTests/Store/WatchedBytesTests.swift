import ColmeiaSync
import TestSupport
import Testing

@testable import Colmeia

/// Tests which observers are checked when observed bytes have changed.
@Suite struct WatchedBytesTests {
  @Test func `Adjacent ranges are merged and sorted, and a change of any byte in them is detected`() {
    let state = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 8)
    defer { state.deallocate() }
    state.initializeMemory(as: UInt8.self, repeating: 7, count: 64)
    var watched = WatchedBytes()
    for range in [40..<41, 8..<16, 24..<35, 16..<20, 41..<44] { watched.add(range) }
    #expect(watched.ranges.all == [8..<20, 24..<35, 40..<44])
    watched.note(state)
    for place in 0..<64 {
      state.storeBytes(of: 8, toByteOffset: place, as: UInt8.self)
      let isSeen = !watched.areSame(in: state)
      #expect(isSeen == watched.ranges.all.contains { $0.contains(place) })
      watched.note(state)
    }
  }

  @Test func `A queue returns elements in order, even if there are many, and retains no removed element`() {
    var queue = Queue<Witness>()
    weak var first: Witness?
    do {
      let witness = Witness()
      first = witness
      queue.append(witness)
    }
    #expect(first != nil)
    _ = queue.popFirst()
    #expect(first == nil)
    var numbers = Queue<Int>()
    var random = SplitMix(state: 5)
    var (count, next) = (0, 0)
    for round in 0..<2_000 {
      for _ in 0..<random.below(round < 1_000 ? 30 : 10) {
        numbers.append(count)
        count += 1
      }
      for _ in 0..<random.below(20) where !numbers.isEmpty {
        let first = numbers.first
        let left = numbers.popFirst()
        #expect(first == next && left == next)
        next += 1
      }
    }
    while let number = numbers.popFirst() {
      #expect(number == next)
      next += 1
    }
    #expect(next == count && numbers.capacity == 16)
  }

  /// A state with a text, a number, and two branches, of which one can become a copy of the other.
  struct Pair: Reducer {
    struct State: Sendable {
      var text = String(repeating: "x", count: 40)
      var number = 0.0
      @Branch var first = 0
      @Branch var second = 0
      mutating func share() { _second = _first }
    }
    enum Action: Sendable { case text(String), number(Double), first, second, share }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .text(let text): state.text = text
      case .number(let number): state.number = number
      case .first: state.first += 1
      case .second: state.second += 1
      case .share: state.share()
      }
      return .none
    }
  }

  @Test func `A text that is rewritten with the same characters notifies no subscriber, and a different text does`() {
    let (store, log) = (Store(Pair.State(), Pair()), Log<Int>())
    store.subscribe(to: \.text) { log.append($0.count) }
    for count in [40, 40, 41, 41, 40] { store.send(.text(String(repeating: "x", count: count))) }
    #expect(log.elements == [40, 41, 40])
  }

  @Test func `A number that is not equal to itself is delivered once`() {
    let (store, log) = (Store(Pair.State(), Pair()), Log<Double>())
    store.subscribe(to: \.number) { log.append($0) }
    for number in [Double.nan, .nan, 1] { store.send(.number(number)) }
    #expect(log.elements.count == 3)
  }

  @Test func `The projection of a branch is found where it is stored, unless another branch is a copy of it`() {
    let store = Store(Pair.State(), Pair())
    let log = Log<String>()
    store.subscribe(within: \.$second, select: { $0.second }, receive: { log.append("early \($0)") })
    #expect(store.engine.observers.pointee.unwatched == 0)
    store.send(.share)
    store.subscribe(within: \.$first, select: { $0.first }, receive: { log.append("first \($0)") })
    #expect(store.engine.observers.pointee.unwatched == 1)
    store.send(.second)
    store.send(.first)
    #expect(log.elements == ["early 0", "first 0", "early 1", "first 1"])
  }

  @Test func `Subscribers of stored values need no check when something else is written`() {
    let (store, log) = (Store(Pair.State(), Pair()), Log<String>())
    let text = store.subscribe(to: \.text) { _ in log.append("text") }
    store.subscribe(to: \.number) { log.append("\($0)") }
    let before = store.engine.phase.load(ordering: .relaxed)
    store.send(.first)
    #expect(before == 0 && log.elements == ["text", "0.0"])
    text.cancel()
    store.send(.number(2))
    #expect(log.elements == ["text", "0.0", "2.0"])
  }
}
