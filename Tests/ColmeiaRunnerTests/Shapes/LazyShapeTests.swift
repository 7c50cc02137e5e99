import Synchronization
import Testing

@testable import ColmeiaRunner

/// Finding shapes takes longer than reading most scenarios, so nothing is looked at twice, or that nobody asks for.
@Suite struct LazyShapeTests {
  private static let decoded = Atomic(0)

  private struct Part: Decodable {
    var name: String
    init(from decoder: any Decoder) throws {
      LazyShapeTests.decoded.add(1, ordering: .relaxed)
      name = try decoder.singleValueContainer().decode(String.self)
    }
  }

  private enum Choice: Decodable {
    case left(Part, [Part])
    case right(Part)
    case neither

    enum CodingKeys: String, CodingKey, CaseIterable { case left, right, neither }
  }

  @Test func `Of an enum only the named case is looked at, and a type once wherever it comes`() {
    let probe = Probe()
    let part = Shape.text("text")
    let left = Shape.Case(
      name: "left", payload: [.init(name: "_0", shape: part), .init(name: "_1", shape: .list(part))])
    let none = Shape.Case(name: "neither", payload: nil, isWhole: false)
    #expect(
      probe.shape(of: Choice.self, way: ["left"])
        == .choice([left, Shape.Case(name: "right", payload: nil, isWhole: false), none]))
    let count = Self.decoded.load(ordering: .relaxed)
    #expect(count > 0)
    #expect(
      probe.shape(of: Choice.self, way: ["right"])
        == .choice([
          Shape.Case(name: "left", payload: nil, isWhole: false),
          Shape.Case(name: "right", payload: [.init(name: "_0", shape: part)]), none,
        ]))
    #expect(Self.decoded.load(ordering: .relaxed) == count)
  }
}
