import ColmeiaSync

/// What the payload of an enum's case looks like. The compiler's conformance describes it with a key type of its own,
/// `LoadCodingKeys` for `load`, whose keys are labels, and `_0`, `_1` where there is none. It lists none of them, but it
/// can be asked for each; whether there are labels beside `_0` shows when they are asked for, or come.
package enum PayloadForm {
  /// A payload without a label, which stands by itself; others may have labels.
  case whole
  /// Several without labels: an array; others may have labels.
  case list
  /// With labels only: an object.
  case labelled

  private init<Key: CodingKey>(of type: Key.Type) {
    if Key(stringValue: "_0") == nil {
      self = .labelled
    } else {
      self = Key(stringValue: "_1") == nil ? .whole : .list
    }
  }

  /// The place that a key without label stands for.
  static func place(_ name: String) -> Int? {
    guard name.utf8.first == UInt8(ascii: "_") else { return nil }
    return Int(name.dropFirst())
  }

  /// What the payload looks like that `nested` describes, if the compiler has made it for a case of the enum whose cases
  /// `keys` names; `nil` if it describes something else.
  ///
  /// Both stand in the same type, and one is called `CodingKeys`, the other `<Case>CodingKeys`. A case may have another name
  /// in JSON, so that its key does not tell.
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

  /// What was found out once: the names of types are dear. There are as many as the program has enums with payloads.
  private static let known = Guarded<[Types: PayloadForm?]>([:])

  private static func looksLikePayload(_ nested: Any.Type, of keys: Any.Type) -> Bool {
    let suffix = "CodingKeys"
    guard "\(keys)" == suffix, "\(nested)".hasSuffix(suffix), "\(nested)" != suffix else { return false }
    return scope(of: nested) == scope(of: keys)
  }

  /// In what a type is declared: `App.Feed` for `App.Feed.(unknown context at $1234).LoadCodingKeys`.
  private static func scope(of type: Any.Type) -> String {
    var parts = QualifiedName.of(type).split(separator: ".").dropLast()
    // What the compiler makes is private, which shows as a context without a name.
    if parts.last?.hasPrefix("(unknown context") == true { parts = parts.dropLast() }
    return parts.joined(separator: ".")
  }
}

/// The forms that one document has met. Many have one enum, whose form is found without a hash; each one is asked for once of
/// what all threads share.
struct MetForms {
  private var last: (nested: ObjectIdentifier, form: PayloadForm?)?
  private var all: [ObjectIdentifier: PayloadForm?] = [:]

  /// What the payload looks like that `nested` describes; `nil` when it describes something else.
  mutating func form<Nested: CodingKey>(_ nested: Nested.Type, of keys: Any.Type) -> PayloadForm? {
    let id = ObjectIdentifier(nested)
    if let last, last.nested == id { return last.form }
    if let last { all[last.nested] = .some(last.form) }
    let form = all[id] ?? PayloadForm.of(nested, keys)
    last = (id, form)
    return form
  }
}
