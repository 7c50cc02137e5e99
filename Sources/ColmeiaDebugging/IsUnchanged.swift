/// Returns whether two values are the same: equal, or neither is equal to itself and both are described alike, as two
/// values that contain `Double.nan`.
@inlinable package func isUnchanged<Value: Equatable>(_ left: Value, _ right: Value) -> Bool {
  left == right || left != left && right != right && String(reflecting: left) == String(reflecting: right)
}
