/// The names that something may have: all of them, or whatever an enum has that does not list its cases.
enum KnownNames {
  case listed([String])
  case unlisted(UnlistedCases)

  /// The names of an enum's cases; `nil` for what is none.
  init?(_ shape: Shape) {
    switch shape {
    case .choice(let cases): self = .listed(cases.map(\.name))
    case .names(let names): self = .listed(names)
    case .unlisted(_, let cases): self = .unlisted(cases)
    default: return nil
    }
  }

  func has(_ name: String) -> Bool {
    switch self {
    case .listed(let names): names.contains(name)
    case .unlisted(let cases): cases.has(name)
    }
  }

  /// What to say of a name that does not exist.
  func hint(for name: String) -> String {
    switch self {
    case .listed(let names): Diagnostic.nearest(name, names) ?? "one of: \(Self.list(names))"
    case .unlisted(let cases): cases.hint(for: name)
    }
  }

  /// Names for a message, the first of many.
  static func list(_ names: [String]) -> String {
    names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", …" : "")
  }
}
