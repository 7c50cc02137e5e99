/// A number that depends on all of the bytes.
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

/// A number that depends on all bytes of a value.
@inlinable package func hash<Value>(ofBytesOf value: Value) -> UInt64 { withUnsafeBytes(of: value) { hash(of: $0) } }

/// Whether both have the same bytes: then they are the same value, wherever their references lead. Others may be equal.
@inlinable package func haveSameBytes<Value>(_ left: Value, _ right: Value) -> Bool {
  withUnsafePointer(to: left) { left in
    withUnsafePointer(to: right) { hasSameBytes(left, $0, MemoryLayout<Value>.size) }
  }
}
