extension StateDiff {
  /// A value that is dumped as another value.
  ///
  /// Property wrappers conform to it if a custom mirror isn't sufficient: `Mirror(reflecting: 5)` has no children, so
  /// the 5 can't be read from it.
  package protocol DumpRepresentable {
    var dumpedValue: Any { get }
  }
}

extension Dumper {
  /// Returns the value to dump in place of this one, or `nil`.
  func representation(of value: Any, _ mirror: Mirror) -> Any? {
    if let wrapper = value as? any StateDiff.DumpRepresentable { return wrapper.dumpedValue }
    guard mirror.children.count == 1, let child = mirror.children.first else { return nil }
    if type(of: value) == AnyHashable.self { return child.value }
    return child.label == "wrappedValue" && value is any CustomReflectable ? child.value : nil
  }

  /// Returns whether a value is shown as another one, by its representation or because its mirror reflects another
  /// value.
  func hasRepresentation(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.subjectType != type(of: value) || representation(of: value, mirror) != nil
  }
}
