import ColmeiaJSON
import Foundation

/// Types that consist of other types in a known way.
private protocol CompositeType {
  static func inspect(_ probe: Probe) -> (shape: Shape, value: Any)
}

extension Optional: CompositeType where Wrapped: Decodable {
  fileprivate static func inspect(_ probe: Probe) -> (shape: Shape, value: Any) {
    (.optional(probe.element(Wrapped.self)), Self.none as Any)
  }
}
extension Array: CompositeType where Element: Decodable {
  fileprivate static func inspect(_ probe: Probe) -> (shape: Shape, value: Any) {
    (.list(probe.element(Element.self)), Self())
  }
}
extension Set: CompositeType where Element: Decodable {
  fileprivate static func inspect(_ probe: Probe) -> (shape: Shape, value: Any) {
    (.list(probe.element(Element.self)), Self())
  }
}
extension Dictionary: CompositeType where Key: Decodable, Value: Decodable {
  fileprivate static func inspect(_ probe: Probe) -> (shape: Shape, value: Any) {
    // With any other key type, a dictionary is encoded as an array of alternating keys and values.
    let hasNames = Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type
    return (hasNames ? .map(probe.element(Value.self, hasName: true)) : .list(.any), Self())
  }
}

extension Probe {
  /// Returns the shape and an example of a type that is encoded as a single JSON value.
  func scalar(_ type: Any.Type) -> (shape: Shape, value: Any)? {
    let id = ObjectIdentifier(type)
    if let known = given[id] { return known }
    if id == ObjectIdentifier(String.self) { return (.text(sample), sample) }
    // Not in a table: a leak checker doesn't recognize references to the boxes of an enum's cases in global memory.
    if id == ObjectIdentifier(URL.self) {
      return (.text("https://example.org/a.png", TextConstraint(expected: "a URL")), URL(filePath: "/a.png"))
    }
    if id == ObjectIdentifier(Data.self) {
      let pattern = "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"
      return (.text("AQID", TextConstraint(expected: "Base64", pattern: pattern)), Data([1, 2, 3]))
    }
    if id == ObjectIdentifier(Date.self) {
      let expected = "a date such as 2026-11-21T12:00:00Z"
      return (.text("2026-11-21T12:00:00Z", TextConstraint(expected: expected)), Date(timeIntervalSince1970: 0))
    }
    if let type = Self.integers[id] { return (.integer(type.bounds), type.one) }
    return Self.scalars[id]
  }

  private static let scalars: [ObjectIdentifier: (shape: Shape, value: any Sendable)] = [
    ObjectIdentifier(Bool.self): (.bool, true), ObjectIdentifier(Double.self): (.number, 1.0),
    ObjectIdentifier(Float.self): (.number, Float(1)), ObjectIdentifier(JSON.self): (.any, JSON.null),
    ObjectIdentifier(Decimal.self): (.number, Decimal(1)),
  ]

  private static let integers: [ObjectIdentifier: any (FixedWidthInteger & Sendable).Type] = {
    let types: [any (FixedWidthInteger & Sendable).Type] = [
      Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self, UInt.self, UInt8.self, UInt16.self,
      UInt32.self, UInt64.self, UInt128.self,
    ]
    return Dictionary(uniqueKeysWithValues: types.map { (ObjectIdentifier($0), $0) })
  }()

  /// Returns the shape and an example of an optional or a collection of the standard library. The type's name is
  /// checked first, because the runtime searches all conformances of the program for a protocol that a type doesn't conform
  /// to.
  func collection(_ type: Any.Type) -> (shape: Shape, value: Any)? {
    let name = "\(type)".prefix { $0 != "<" }
    guard ["Optional", "Array", "Set", "Dictionary"].contains(name) else { return nil }
    return (type as? any CompositeType.Type)?.inspect(self)
  }

  /// Adds what a string type accepts to its shape. A type that refuses the first sample doesn't accept all strings.
  func constrained(_ shape: Shape, _ type: Any.Type) -> Shape {
    guard case .text(let example, nil) = shape else { return shape }
    if let text = type as? any ConstrainedText.Type {
      return .text(example, TextConstraint(expected: text.expected, pattern: text.pattern))
    }
    return sample == Self.samples[0]
      ? shape
      : .text(
        example,
        TextConstraint(expected: "a string that \(type) accepts; make the type a ConstrainedText to see here which"))
  }

  /// Returns the shape and an example of an enum with string raw values that lists its cases.
  func listedTexts(_ type: Any.Type) -> (shape: Shape, value: Any?)? {
    (type as? any (CaseIterable & RawRepresentable<String>).Type).map { listed($0) }
  }

  private func listed<Named: CaseIterable & RawRepresentable<String>>(_ type: Named.Type) -> (shape: Shape, value: Any?)
  {
    (.names(Named.allCases.map(\.rawValue)), Named.allCases.first)
  }
}

extension FixedWidthInteger where Self: Sendable {
  fileprivate static var one: any Sendable { 1 as Self }
  fileprivate static var bounds: IntegerBounds { IntegerBounds(Self.self) }
}
