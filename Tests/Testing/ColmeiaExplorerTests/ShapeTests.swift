import Synchronization
import Testing

@testable import ColmeiaExplorer

/// Shapes that are cached or read from bytes must equal those found by reflection.
@Suite struct ShapeTests {
  enum Phase: Equatable, Sendable { case idle, loading(Int), failed(String, [Int]) }
  enum Mark: Error, Sendable { case first, second }
  struct Part: Sendable {
    var flag = false
    var level: Int8 = 0
    var names: [String] = []
  }
  struct Plain: Sendable {
    var count = 0
    var isOn = false
    var text = ""
    var part = Part()
    var set: Set<Int> = []
    var phase = Phase.idle
    var choice: String?
    var table: [String: Int] = [:]
    var ratio = 0.0
  }
  struct Boxed: Sendable {
    var before = 1
    var anything: any Sendable = 1
    var failure: any Error = Mark.first
    var after = "x"
  }
  struct OnlyErrors: Sendable {
    var failure: any Error = Mark.first
    var count = 3
  }

  var plains: [Plain] {
    (0..<200).map { number in
      Plain(
        count: number * number - 50, isOn: number % 2 == 0, text: number % 3 == 0 ? "" : "the text of number \(number)",
        part: Part(flag: number % 5 == 0, level: Int8(number % 4), names: Array(repeating: "n", count: number % 6)),
        set: Set(0..<number % 4),
        phase: [.idle, .loading(number), .failed("\(number)", [number])][number % 3],
        choice: number % 4 == 0 ? nil : "c", table: number % 7 == 0 ? ["a": 1] : [:], ratio: Double(number))
    }
  }

  @Test func `The shape of a cached or a new state equals that found by reflection`() {
    var shapes = KnownShapes<Plain>()
    for state in plains + plains.reversed() { #expect(shapes.shape(of: state) == Shape.of(state)) }
  }

  @Test func `Values in existential containers are read by reflection`() {
    var boxed = KnownShapes<Boxed>()
    var errors = KnownShapes<OnlyErrors>()
    for number in 0..<20 {
      let anything: any Sendable = number % 2 == 0 ? number : "text \(number)"
      let state = Boxed(before: number, anything: anything, failure: number % 3 == 0 ? Mark.first : CancellationError())
      #expect(boxed.shape(of: state) == Shape.of(state))
      let error = OnlyErrors(failure: number % 2 == 0 ? Mark.second : Mark.first, count: number)
      #expect(errors.shape(of: error) == Shape.of(error))
    }
  }

  @Test func `A state of any type has a shape`() {
    var numbers = KnownShapes<Int>()
    var phases = KnownShapes<Phase>()
    var pairs = KnownShapes<[Int]>()
    for number in 0..<40 {
      #expect(numbers.shape(of: number) == Shape.of(number))
      #expect(phases.shape(of: .loading(number)) == Shape.of(Phase.loading(number)))
      #expect(pairs.shape(of: Array(0..<number)) == Shape.of(Array(0..<number)))
    }
  }
}
