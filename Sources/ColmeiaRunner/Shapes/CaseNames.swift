/// The names of the cases of an enum without payloads, such as the `CodingKeys` that the compiler makes.
///
/// Swift has no way to ask for them. Their number stands in the type's descriptor, whose layout is part of the stable ABI
/// (docs/ABI/TypeMetadata.rst); such an enum of up to 256 cases is a byte that counts them. Each value that is made so is
/// checked through its own name; what does not come back ends the list, and the answer is that nobody knows.
enum CaseNames {
  static func of<Key: CodingKey>(_ type: Key.Type) -> [String]? {
    if let listed = type as? any (CodingKey & CaseIterable).Type { return Self.listed(listed) }
    guard MemoryLayout<Key>.size <= 1, let count = caseCount(type), count > 0, count <= 256 else { return nil }
    if MemoryLayout<Key>.size == 0 { return count == 1 ? single(type) : nil }
    var names: [String] = []
    for index in 0..<count {
      let key = unsafeBitCast(UInt8(index), to: Key.self)
      guard let back = Key(stringValue: key.stringValue), unsafeBitCast(back, to: UInt8.self) == UInt8(index) else {
        return nil
      }
      names.append(key.stringValue)
    }
    return names
  }

  private static func listed<Key: CodingKey & CaseIterable>(_ type: Key.Type) -> [String] {
    type.allCases.map(\.stringValue)
  }

  /// The only value of a type without content.
  private static func single<Key: CodingKey>(_ type: Key.Type) -> [String]? {
    let key = unsafeBitCast((), to: Key.self)
    return Key(stringValue: key.stringValue) == nil ? nil : [key.stringValue]
  }

  /// How many cases the descriptor of an enum without payloads has.
  private static func caseCount(_ type: Any.Type) -> Int? {
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    let enumKind = 0x201
    guard metadata.load(as: Int.self) == enumKind else { return nil }
    guard let descriptor = metadata.load(fromByteOffset: MemoryLayout<Int>.size, as: UnsafeRawPointer?.self) else {
      return nil
    }
    let flags = descriptor.load(as: UInt32.self)
    let enumDescriptorKind: UInt32 = 18
    guard flags & 0x1F == enumDescriptorKind else { return nil }
    // Flags, parent, name, access function and fields come first, each of four bytes.
    let payloadCases = descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0x00FF_FFFF
    let emptyCases = descriptor.load(fromByteOffset: 24, as: UInt32.self)
    return payloadCases == 0 ? Int(emptyCases) : nil
  }
}
