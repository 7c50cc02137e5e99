/// Returns a hash of the bytes.
@inlinable package func hash(of bytes: UnsafeRawBufferPointer) -> UInt64 {
  var hash: UInt64 = 0
  var offset = 0
  while offset &+ 8 <= bytes.count {
    hash = (hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
    offset &+= 8
  }
  while offset < bytes.count {
    hash = (hash ^ UInt64(bytes[offset])) &* 0x9E37_79B9_7F4A_7C15
    offset &+= 1
  }
  return hash
}

/// Returns a hash of the bytes of a value.
@inlinable package func hash<Value>(ofBytesOf value: Value) -> UInt64 { withUnsafeBytes(of: value) { hash(of: $0) } }

/// Returns whether both values have the same bytes. In that case, they are the same value, even if they contain
/// references. Values with different bytes may still be equal.
@inlinable package func haveSameBytes<Value>(_ left: Value, _ right: Value) -> Bool {
  withUnsafePointer(to: left) { left in
    withUnsafePointer(to: right) { hasSameBytes(left, $0, MemoryLayout<Value>.size) }
  }
}

/// Returns whether the bytes of a short value are the same at both addresses.
@inlinable @inline(__always) package func hasSameBytes(
  _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int
) -> Bool {
  var difference: UInt64 = 0
  var offset = 0
  @inline(__always) func differ<Word: FixedWidthInteger>(_ type: Word.Type) {
    let (old, new) = ((left + offset).loadUnaligned(as: type), (right + offset).loadUnaligned(as: type))
    difference |= UInt64(truncatingIfNeeded: old ^ new)
    offset &+= MemoryLayout<Word>.size
  }
  while offset &+ 8 <= count { differ(UInt64.self) }
  while offset < count { differ(UInt8.self) }
  return difference == 0
}
