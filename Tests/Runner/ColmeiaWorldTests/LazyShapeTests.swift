import Synchronization
import Testing

@testable import ColmeiaWorld

/// Determining shapes takes longer than parsing most scenarios, so no type is examined twice or unnecessarily.
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

  @Test func `Only the named case of an enum is examined, and each type only once`() {
    let probe = Probe()
    let part = Shape.text("text")
    let left = Shape.Case(
      name: "left", payload: [.init(name: "_0", shape: part), .init(name: "_1", shape: .list(part))])
    let none = Shape.Case(name: "neither", payload: nil, isWhole: false)
    #expect(
      probe.shape(of: Choice.self, path: ["left"])
        == .choice([left, Shape.Case(name: "right", payload: nil, isWhole: false), none]))
    let count = Self.decoded.load(ordering: .relaxed)
    #expect(count > 0)
    #expect(
      probe.shape(of: Choice.self, path: ["right"])
        == .choice([
          Shape.Case(name: "left", payload: nil, isWhole: false),
          Shape.Case(name: "right", payload: [.init(name: "_0", shape: part)]), none,
        ]))
    #expect(Self.decoded.load(ordering: .relaxed) == count)
  }

  private struct Whole: Decodable {
    enum Way: Decodable {
      case left(Counted), right(Counted, [Counted])
      enum CodingKeys: String, CodingKey, CaseIterable { case left, right }
    }
    var way: Way
    var counts: [Counted]
    var name: String
  }

  private struct Counted: Decodable {
    static let decoded = Atomic(0)
    init(from decoder: any Decoder) throws {
      Self.decoded.add(1, ordering: .relaxed)
      _ = try decoder.singleValueContainer().decode(Int.self)
    }
  }

  @Test func `Only the named member of an object is examined; values are provided for the others`() throws {
    let probe = Probe()
    let fields = [("way", Shape.any), ("counts", .list(.any)), ("name", .text("text"))]
    #expect(probe.shape(of: Whole.self, path: ["name"]) == .record(fields.map { Shape.Field(name: $0, shape: $1) }))
    #expect(Counted.decoded.load(ordering: .relaxed) == 1)
    guard case .record(let whole) = probe.shape(of: Whole.self, path: ["way"]), case .choice(let cases) = whole[0].shape
    else {
      Issue.record("the member has no shape")
      return
    }
    try #require(cases.map(\.name) == ["left", "right"] && cases.allSatisfy(\.isWhole))
    guard case .record(let far) = Probe().shape(of: Whole.self, path: ["way", "left"]),
      case .choice(let one) = far[0].shape
    else {
      Issue.record("the member has no shape")
      return
    }
    #expect(one.map { $0.payload == nil } == [false, true] && one[0] == cases[0])
    #expect(probe.shape(of: Whole.self, path: []) != .record(whole) && probe.names.isEmpty)
  }
  private struct Partial: Decodable {
    var part: Absent?
    var name: String
  }

  private struct Absent: Decodable {
    static let decoded = Atomic(0)
    init(from decoder: any Decoder) throws {
      Self.decoded.add(1, ordering: .relaxed)
      _ = try decoder.singleValueContainer().decode(Int.self)
    }
  }

  @Test func `A member that may be absent is looked at only when it is asked for`() {
    let probe = Probe()
    func fields(_ part: Shape) -> Shape {
      .record([Shape.Field(name: "part", shape: .optional(part)), Shape.Field(name: "name", shape: .text("text"))])
    }
    #expect(probe.shape(of: Partial.self, path: ["name"]) == fields(.any))
    #expect(Absent.decoded.load(ordering: .relaxed) == 0)
    #expect(probe.shape(of: Partial.self, path: ["part"]) == fields(.integer()))
    #expect(Absent.decoded.load(ordering: .relaxed) > 0)
  }
}
