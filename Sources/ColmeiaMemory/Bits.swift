/// A value in two words, which travel in registers whatever its type is; and beside it a short text and a number. A value fits
/// that has up to nine bytes and holds no reference.
@usableFromInline package struct Bits: Sendable {
  @usableFromInline var words: (UInt64, UInt64) = (0, 0)

  /// Whether all values of the type fit.
  @inlinable @inline(__always) package static func canHold<Value>(_ type: Value.Type) -> Bool {
    _isPOD(type) && MemoryLayout<Value>.size <= 9 && MemoryLayout<Value>.alignment <= 8
  }

  /// A value that fits, the word of a ``ShortText/short(_:)``, and a number less than 128.
  @inlinable @inline(__always) package init<Value>(_ value: Value, _ name: UInt64, _ number: UInt8) {
    withUnsafeMutableBytes(of: &words) { $0.storeBytes(of: value, as: Value.self) }
    words.1 = words.1 & 255 | name | UInt64(number) << 8
  }

  /// A value that fits, with what stands beside another.
  @inlinable @inline(__always) package init<Value>(_ value: Value, beside other: Bits) {
    self.init(value, other.words.1 & ~255, 0)
  }

  /// The value that was put in.
  @inlinable @inline(__always) package func value<Value>(as type: Value.Type) -> Value {
    withUnsafeBytes(of: words) { $0.load(as: Value.self) }
  }

  @inlinable package var name: ShortText { .short(words.1 & ~32_767) }
  @inlinable package var number: UInt8 { UInt8(words.1 >> 8 & 127) }
}
