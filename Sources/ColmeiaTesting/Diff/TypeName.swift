/// What the dump must know about a type, found once per type.
struct TypeName {
  /// Without module prefixes, and without the address in the context of a local or private type.
  let short: String
  /// In the standard library or Foundation a description says more than the mirror of the storage.
  let isSystem: Bool
  /// The description is an address.
  let isPointer: Bool

  init(_ type: Any.Type) {
    let full = String(reflecting: type)
    short = Self.withoutModules(full)
    isSystem = full.hasPrefix("Swift.") || full.hasPrefix("Foundation")
    isPointer = isSystem && (short.contains("Pointer") || short == "ObjectIdentifier")
  }

  /// `A.(unknown context at $5f).Row<Swift.Array<A.Feed.State>>` → `Row<Array<Feed.State>>`.
  static func withoutModules(_ full: String) -> String {
    let plain = full.replacing(/\((unknown context at|extension in) [^)]*\)[:.]?/, with: "")
    return plain.replacing(/[\w.]+/) { match in
      let names = match.output.split(separator: ".")
      // The path after `Row<Int>` begins with a dot and has no module, nor has a name alone.
      let hasModule = names.count > 1 && !match.output.hasPrefix(".")
      return hasModule ? names.dropFirst().joined(separator: ".") : String(match.output)
    }
  }
}
