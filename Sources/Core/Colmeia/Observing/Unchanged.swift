/// Whether a value counts as unchanged: both are equal, or neither is equal to itself, as is NaN, and both are described
/// alike. Subscribers, view stores, long-lived effects and test stores use this function.
@inlinable public func isUnchanged<Value: Equatable>(_ old: Value, _ new: Value) -> Bool {
  old == new || isUndefined(old) && isUndefined(new) && String(reflecting: old) == String(reflecting: new)
}

/// Whether a value isn't equal to itself.
@inlinable func isUndefined<Value: Equatable>(_ value: Value) -> Bool { !(value == value) }
