import ColmeiaBase

/// The representation of an enum case's payload. The synthesized conformance describes a payload by a separate key
/// type, such as `LoadCodingKeys` for `load`. Its keys are the labels, or `_0`, `_1` for unlabeled values. The type
/// doesn't list its keys, but it can be asked whether a key exists. Labels in addition to `_0` become known only when
/// they are decoded or encoded.
package enum PayloadForm {
  /// A single unlabeled value, which is not wrapped. There may also be labeled values.
  case whole
  /// Several unlabeled values, as an array. There may also be labeled values.
  case list
  /// Only labeled values, as an object.
  case labeled

  private init<Key: CodingKey>(of type: Key.Type) {
    if Key(stringValue: "_0") == nil {
      self = .labeled
    } else {
      self = Key(stringValue: "_1") == nil ? .whole : .list
    }
  }

  /// Returns the index of an unlabeled value from its key, such as `_0`.
  static func position(_ name: String) -> Int? {
    guard name.utf8.first == UInt8(ascii: "_") else { return nil }
    return Int(name.dropFirst())
  }

  /// Returns the representation of the payload with the keys `nested`, if the compiler synthesized `nested` for a case
  /// of the enum whose case names are `keys`. Otherwise returns `nil`.
  ///
  /// Both key types are declared in the same type. One is named `CodingKeys`, the other `<Case>CodingKeys`. The case's
  /// own name can't be compared, because a case may have another name in JSON.
  package static func of<Nested: CodingKey>(_ nested: Nested.Type, _ keys: Any.Type) -> PayloadForm? {
    let types = Types(nested: ObjectIdentifier(nested), keys: ObjectIdentifier(keys))
    if let known = known.withLock({ $0[types] }) { return known }
    let form = looksLikePayload(nested, of: keys) ? PayloadForm(of: nested) : nil
    known.withLock { $0[types] = .some(form) }
    return form
  }

  private struct Types: Hashable {
    let nested: ObjectIdentifier
    let keys: ObjectIdentifier
  }

  /// A cache of results, because type names are expensive to compute. It has one entry for each enum case with a
  /// payload in the program, and for each other pair of key types.
  private static let known = Guarded<[Types: PayloadForm?]>([:])

  private static func looksLikePayload(_ nested: Any.Type, of keys: Any.Type) -> Bool {
    let suffix = "CodingKeys"
    guard "\(keys)" == suffix, "\(nested)".hasSuffix(suffix), "\(nested)" != suffix else { return false }
    return scope(of: nested) == scope(of: keys)
  }

  /// Returns the name of the scope in which a type is declared: `App.Feed` for `App.Feed.(unknown context at
  /// $1234).LoadCodingKeys`.
  private static func scope(of type: Any.Type) -> String {
    var parts = QualifiedName.of(type).split(separator: ".").dropLast()
    // Synthesized types are private, which the runtime shows as an unknown context.
    if parts.last?.hasPrefix("(unknown context") == true { parts = parts.dropLast() }
    return parts.joined(separator: ".")
  }
}

/// A per-document cache of payload representations. A document often contains many values of one enum, which are found
/// without hashing. The cache that all threads share is consulted once for each key type.
struct PayloadFormCache {
  private var last: (nested: ObjectIdentifier, form: PayloadForm?)?
  private var all: [ObjectIdentifier: PayloadForm?] = [:]

  /// Returns the representation of the payload with the keys `nested`, or `nil` if they don't describe a payload.
  mutating func form<Nested: CodingKey>(_ nested: Nested.Type, of keys: Any.Type) -> PayloadForm? {
    let id = ObjectIdentifier(nested)
    if let last, last.nested == id { return last.form }
    if let last { all[last.nested] = .some(last.form) }
    let form = all[id] ?? PayloadForm.of(nested, keys)
    last = (id, form)
    return form
  }
}
