/// A noncopyable wrapper whose value can only be borrowed.
@usableFromInline struct Borrowed<Value>: ~Copyable {
  @usableFromInline let value: Value
  @inlinable init(_ value: Value) { self.value = value }
}
