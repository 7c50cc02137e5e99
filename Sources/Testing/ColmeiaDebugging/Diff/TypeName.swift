import ColmeiaBase

/// The properties of a type that a dump needs, computed once per type.
struct TypeName {
  /// The name without module prefixes and without the context address of a local or private type.
  let short: String
  /// Whether the type is in the standard library or Foundation, where a description is more useful than the mirror of
  /// the storage.
  let isSystem: Bool
  /// Whether the type's description is an address.
  let isPointer: Bool

  init(_ type: Any.Type) {
    let full = String(reflecting: type)
    short = Self.withoutModules(full)
    isSystem = full.hasPrefix("Swift.") || full.hasPrefix("Foundation")
    isPointer = isSystem && (short.contains("Pointer") || short == "ObjectIdentifier")
  }

  /// The names of types that were dumped before. They are removed if there are too many, which only many generic types
  /// can cause.
  private static let names = Guarded<[ObjectIdentifier: TypeName]>([:])

  /// Returns the properties of a type, which are remembered.
  static func known(_ type: Any.Type) -> TypeName {
    if let known = names.withLock({ $0[ObjectIdentifier(type)] }) { return known }
    let name = TypeName(type)
    names.withLock { names in
      if names.count >= 4_096 { names = [:] }
      names[ObjectIdentifier(type)] = name
    }
    return name
  }

  /// Removes module prefixes: `A.(unknown context at $5f).Row<Swift.Array<A.Feed.State>>` → `Row<Array<Feed.State>>`.
  static func withoutModules(_ full: String) -> String {
    let plain = full.replacing(/\((unknown context at|extension in) [^)]*\)[:.]?/, with: "")
    return plain.replacing(/[\w.]+/) { match in
      let names = match.output.split(separator: ".")
      // A path after `Row<Int>` begins with a dot and has no module. Neither has a single name.
      let hasModule = names.count > 1 && !match.output.hasPrefix(".")
      return hasModule ? names.dropFirst().joined(separator: ".") : String(match.output)
    }
  }
}
