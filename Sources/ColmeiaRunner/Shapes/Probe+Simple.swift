import ColmeiaJSON

/// Types that are made of others in a way that the probe knows.
private protocol OptionalType {
  static func look(_ probe: Probe) -> (shape: Shape, value: Any)
}
private protocol ListType {
  static func look(_ probe: Probe) -> (shape: Shape, value: Any)
}
private protocol MapType {
  static func look(_ probe: Probe) -> (shape: Shape, value: Any)
}

extension Optional: OptionalType where Wrapped: Decodable {
  fileprivate static func look(_ probe: Probe) -> (shape: Shape, value: Any) {
    (.optional(probe.element(Wrapped.self)), Self.none as Any)
  }
}
extension Array: ListType where Element: Decodable {
  fileprivate static func look(_ probe: Probe) -> (shape: Shape, value: Any) {
    (.list(probe.element(Element.self)), Self())
  }
}
extension Set: ListType where Element: Decodable {
  fileprivate static func look(_ probe: Probe) -> (shape: Shape, value: Any) {
    (.list(probe.element(Element.self)), Self())
  }
}
extension Dictionary: MapType where Key: Decodable, Value: Decodable {
  fileprivate static func look(_ probe: Probe) -> (shape: Shape, value: Any) {
    // Other keys make a list of it: a key, its value, a key …
    let hasNames = Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type
    return (hasNames ? .map(probe.element(Value.self, hasName: true)) : .list(.any), Self())
  }
}

extension Probe {
  /// What has one value in JSON, whatever the type says.
  func scalar(_ type: Any.Type) -> (shape: Shape, value: Any)? {
    let id = ObjectIdentifier(type)
    if id == ObjectIdentifier(String.self) { return (.text(sample), sample) }
    return Self.scalars[id]
  }

  private static let scalars: [ObjectIdentifier: (shape: Shape, value: any Sendable)] = {
    let integers: [any (FixedWidthInteger & Sendable).Type] = [
      Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self, UInt.self, UInt8.self, UInt16.self,
      UInt32.self, UInt64.self, UInt128.self,
    ]
    var scalars: [ObjectIdentifier: (shape: Shape, value: any Sendable)] = [
      ObjectIdentifier(Bool.self): (.bool, true), ObjectIdentifier(Double.self): (.number, 1.0),
      ObjectIdentifier(Float.self): (.number, Float(1)), ObjectIdentifier(JSON.self): (.any, JSON.null),
    ]
    for type in integers { scalars[ObjectIdentifier(type)] = (.number, type.one) }
    return scalars
  }()

  /// An optional or a collection of the standard library. The name is looked at first: for each protocol that a type does
  /// not conform to, the runtime searches all conformances of the program.
  func collection(_ type: Any.Type) -> (shape: Shape, value: Any)? {
    switch "\(type)".prefix(while: { $0 != "<" }) {
    case "Optional": (type as? any OptionalType.Type)?.look(self)
    case "Array", "Set": (type as? any ListType.Type)?.look(self)
    case "Dictionary": (type as? any MapType.Type)?.look(self)
    default: nil
    }
  }

  /// An enum that is written as text, and lists its cases.
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
}
