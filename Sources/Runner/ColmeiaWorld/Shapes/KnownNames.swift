import ColmeiaScenario

/// The valid names in some place: a complete list, or the cases of an enum that doesn't list them.
enum KnownNames {
  case listed([String])
  /// The cases that an enum lists in its `CodingKeys`.
  case cases([String])
  case unlisted(UnlistedCases)

  /// Creates the names of an enum's cases. Returns `nil` for any other shape.
  init?(_ shape: Shape) {
    switch shape {
    case .choice(let cases): self = .cases(cases.map(\.name))
    case .names(let names): self = .listed(names)
    case .unlisted(_, let cases): self = .unlisted(cases)
    default: return nil
    }
  }

  func has(_ name: String) -> Bool {
    switch self {
    case .listed(let names), .cases(let names): names.contains(name)
    case .unlisted(let cases): cases.has(name)
    }
  }

  /// Returns a hint for an invalid name. A suggestion begins with `path`, the names before it.
  func hint(for name: String, after path: String = "") -> String {
    switch self {
    case .listed(let names): Diagnostic.nearest(name, names, after: path) ?? "one of: \(Self.list(names))"
    case .cases(let names):
      Diagnostic.nearest(name, names, after: path)
        ?? "one of: \(Self.list(names))"
        + (name.isEmpty ? "" : ". If the name is right, add it to the enum's CodingKeys")
    case .unlisted(let cases): cases.advice
    }
  }

  /// Returns a list of names for a message, shortened if there are many.
  static func list(_ names: [String]) -> String {
    names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", …" : "")
  }
}
