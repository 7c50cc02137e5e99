/// A value of any type in two words, which are passed in registers, together with a short text and a number. A value
/// fits if it has at most nine bytes and contains no references.
@usableFromInline package struct Bits: Sendable {
  @usableFromInline var words: (UInt64, UInt64) = (0, 0)

  /// Returns whether all values of the type fit.
  @inlinable @inline(__always) package static func canHold<Value>(_ type: Value.Type) -> Bool {
    _isPOD(type) && MemoryLayout<Value>.size <= 9 && MemoryLayout<Value>.alignment <= 8
  }

  /// Stores a value that fits, the word of a ``ShortText/short(_:)``, and a number less than 128.
  @inlinable @inline(__always) package init<Value>(_ value: Value, _ name: UInt64, _ number: UInt8) {
    withUnsafeMutableBytes(of: &words) { $0.storeBytes(of: value, as: Value.self) }
    words.1 = words.1 & 255 | name | UInt64(number) << 8
  }

  /// Stores a value that fits, with the text and the number of another instance.
  @inlinable @inline(__always) package init<Value>(_ value: Value, beside other: Bits) {
    self.init(value, other.words.1 & ~255, 0)
  }

  /// Returns the stored value.
  @inlinable @inline(__always) package func value<Value>(as type: Value.Type) -> Value {
    withUnsafeBytes(of: words) { $0.load(as: Value.self) }
  }

  /// Whether the text is empty and the number is 0.
  @inlinable package var hasOnlyValue: Bool { words.1 & ~255 == 0 }
  @inlinable package var name: ShortText { .short(words.1 & ~32_767) }
  @inlinable package var number: UInt8 { UInt8(words.1 >> 8 & 127) }
}
