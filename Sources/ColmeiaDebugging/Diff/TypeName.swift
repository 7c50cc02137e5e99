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
