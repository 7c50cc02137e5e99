/// The names of the cases of an enum without payloads, such as the `CodingKeys` that the compiler makes.
///
/// Swift has no way to ask for them. Their number stands in the type's descriptor, whose layout is part of the stable ABI
/// (docs/ABI/TypeMetadata.rst); such an enum of up to 256 cases is a byte that counts them. Each value that is made so is
/// checked through its own name; what does not come back ends the list, and the answer is that nobody knows.
package enum CaseNames {
  /// The names of coding keys; `nil` when nobody knows.
  package static func of<Key: CodingKey>(_ type: Key.Type) -> [String]? {
    if let listed = type as? any (CodingKey & CaseIterable).Type { return Self.listed(listed) }
    return values(of: type) { Key(stringValue: $0.stringValue) }?.map(\.stringValue)
  }

  /// The texts of an enum that is written as text; `nil` for other types.
  package static func ofTexts(_ type: Any.Type) -> [String]? {
    guard let type = type as? any RawRepresentable.Type else { return nil }
    return texts(type)
  }

  private static func listed<Key: CodingKey & CaseIterable>(_ type: Key.Type) -> [String] {
    type.allCases.map(\.stringValue)
  }

  private static func texts<Value: RawRepresentable>(_ type: Value.Type) -> [String]? {
    guard Value.RawValue.self == String.self else { return nil }
    return values(of: type) { Value(rawValue: $0.rawValue) }?.compactMap { $0.rawValue as? String }
  }

  /// All values of an enum without payloads.
  private static func values<Value>(of type: Value.Type, _ back: (Value) -> Value?) -> [Value]? {
    guard let count = caseCount(type) else { return nil }
    switch (MemoryLayout<Value>.size, count) {
    case (0, 0): return []
    case (0, 1):
      let value = unsafeBitCast((), to: Value.self)
      return back(value) == nil ? nil : [value]
    case (1, 2...256):
      let values = (0..<count).map { unsafeBitCast(UInt8($0), to: Value.self) }
      let comeBack = zip(0..., values).allSatisfy { index, value in
        back(value).map { unsafeBitCast($0, to: UInt8.self) == index } ?? false
      }
      return comeBack ? values : nil
    default: return nil
    }
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
