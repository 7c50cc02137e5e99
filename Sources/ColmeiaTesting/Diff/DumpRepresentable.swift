extension StateDiff {
  /// A value that is dumped as another one.
  ///
  /// A property wrapper conforms where a custom mirror cannot do: `Mirror(reflecting: 5)` has no children and
  /// does not give the 5 back.
  package protocol DumpRepresentable {
    var dumpedValue: Any { get }
  }
}

extension Dumper {
  /// The value to dump in place of this one.
  func representation(of value: Any, _ mirror: Mirror) -> Any? {
    if let wrapper = value as? any StateDiff.DumpRepresentable { return wrapper.dumpedValue }
    guard mirror.children.count == 1, let child = mirror.children.first else { return nil }
    if type(of: value) == AnyHashable.self { return child.value }
    return child.label == "wrappedValue" && value is any CustomReflectable ? child.value : nil
  }

  /// Whether a value shows itself as another one, by a representation or by handing out the mirror of that other.
  func hasRepresentation(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.subjectType != type(of: value) || representation(of: value, mirror) != nil
  }
}
