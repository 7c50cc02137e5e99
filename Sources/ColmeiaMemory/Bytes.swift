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

/// Returns the offset of a number at a multiple of eight bytes, or `nil` if it occurs there more than once or not at all.
@usableFromInline package func onlyOffset(of number: UInt64, in bytes: UnsafeRawBufferPointer) -> Int? {
  let places = stride(from: 0, through: bytes.count - 8, by: 8).filter {
    bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self) == number
  }
  return places.count == 1 ? places[0] : nil
}
