import ColmeiaJSON

/// Types that are made of others in a way that the probe knows.
private protocol OptionalType {
  static func look(_ probe: Probe) -> (Shape, Any)
}
private protocol ListType {
  static func look(_ probe: Probe) -> (Shape, Any)
}
private protocol MapType {
  static func look(_ probe: Probe) -> (Shape, Any)
}

extension Optional: OptionalType where Wrapped: Decodable {
  fileprivate static func look(_ probe: Probe) -> (Shape, Any) {
    (.optional(probe.look(Wrapped.self).shape), Self.none as Any)
  }
}
extension Array: ListType where Element: Decodable {
  fileprivate static func look(_ probe: Probe) -> (Shape, Any) { (.list(probe.look(Element.self).shape), Self()) }
}
extension Set: ListType where Element: Decodable {
  fileprivate static func look(_ probe: Probe) -> (Shape, Any) { (.list(probe.look(Element.self).shape), Self()) }
}
extension Dictionary: MapType where Key: Decodable, Value: Decodable {
  fileprivate static func look(_ probe: Probe) -> (Shape, Any) {
    // Other keys make a list of it: a key, its value, a key …
    let hasNames = Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type
    return (hasNames ? .map(probe.look(Value.self).shape) : .list(.any), Self())
  }
}

extension Probe {
  func simple<Value: Decodable>(_ type: Value.Type) -> (shape: Shape, value: Value?)? {
    if let scalar = scalar(type) { return (scalar.0, scalar.1 as? Value) }
    if type == JSON.self { return (.any, JSON.null as? Value) }
    if let wrapped = type as? any OptionalType.Type {
      let (shape, value) = wrapped.look(self)
      return (shape, value as? Value)
    }
    if let list = type as? any ListType.Type {
      let (shape, value) = list.look(self)
      return (shape, value as? Value)
    }
    if let map = type as? any MapType.Type {
      let (shape, value) = map.look(self)
      return (shape, value as? Value)
    }
    guard let names = type as? any (CaseIterable & RawRepresentable<String>).Type else { return nil }
    let found = named(names, type)
    name(found.shape, type)
    return found
  }

  private func scalar(_ type: Any.Type) -> (Shape, Any)? {
    switch type {
    case is String.Type: (.text(sample), sample)
    case is Bool.Type: (.bool, true)
    case is Double.Type: (.number, 1.0)
    case is Float.Type: (.number, Float(1))
    case let type as any FixedWidthInteger.Type: (.number, type.one)
    default: nil
    }
  }

  private func named<Named: CaseIterable & RawRepresentable<String>, Value>(
    _ type: Named.Type, _ wanted: Value.Type
  ) -> (shape: Shape, value: Value?) {
    (.names(Named.allCases.map(\.rawValue)), Named.allCases.first as? Value)
  }
}

extension FixedWidthInteger {
  fileprivate static var one: Any { 1 as Self }
}
