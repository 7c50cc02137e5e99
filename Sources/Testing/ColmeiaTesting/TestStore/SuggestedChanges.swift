import ColmeiaDebugging

/// The code that turns an old value into a new one, as a test writes it in its closure.
///
/// The code names only what differs: properties, elements of arrays, rows by id, and entries of dictionaries. It goes
/// through an optional that has a value on both sides: `$0.detail?.title = "A"`. The payload of an enum is assigned as
/// a whole. So are an `Identifiable` value that was replaced by one with another id, and a value with a `rawValue`,
/// because these properties are often constants. A value that is too long to paste is replaced by `…`.
enum SuggestedChanges {
  /// The longest value, in characters.
  static let longestValue = 80
  /// The most statements for a collection. If it needs more, it is assigned as a whole.
  static let mostForCollection = 10
  /// The most differing rows of a table that are examined.
  static let mostRows = 1_000
  /// The most statements for a state.
  static let most = 20

  /// Returns the statements that change a state `$0`.
  static func statements(from old: Any, to new: Any) -> [String] {
    let all = changes(old, new, "$0")
    return all.count <= most ? all : all.prefix(most) + ["…"]
  }

  /// Returns the statements that change the value at `path`. Its members are at `members`, which differs from `path`
  /// for an element that is looked up, because it is optional.
  static func changes(_ old: Any, _ new: Any, _ path: String, members: String? = nil) -> [String] {
    let parts = parts(old, new, members ?? path)
    if let parts, !isCollection(new) { return parts }
    let whole = ["\(path) = \(pasteable(new))"]
    guard let parts else { return whole }
    let (length, wholeLength) = (parts.joined(separator: "; ").count, whole[0].count)
    if whole[0].hasSuffix("…") { return parts.count <= mostForCollection ? parts : whole }
    return length < wholeLength && !parts.contains { $0.contains("…") } ? parts : whole
  }

  /// Returns the statements that change the parts of the value at `path`, or `nil` if it must be assigned as a whole.
  static func parts(_ old: Any, _ new: Any, _ path: String) -> [String]? {
    if type(of: old) != type(of: new) || id(of: old) != id(of: new) || new is any RawRepresentable { return nil }
    let (before, after) = (Mirror(reflecting: old), Mirror(reflecting: new))
    switch after.displayStyle {
    case .optional:
      guard let old = before.children.first?.value, let new = after.children.first?.value else { return nil }
      return parts(old, new, path + "?")
    case .struct: return fields(before, after, new, path)
    case .collection: return elements(old, new, before, after, path)
    case .dictionary: return entries(old, new, path)
    default: return nil
    }
  }

  private static func isCollection(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional, let value = mirror.children.first?.value { return isCollection(value) }
    return mirror.displayStyle == .collection || mirror.displayStyle == .dictionary
  }

  /// The `id` of a value, or `nil` if it has none.
  static func id(of value: Any) -> AnyHashable? {
    func id(of value: some Identifiable) -> AnyHashable { AnyHashable(value.id) }
    return (value as? any Identifiable).map { id(of: $0) }
  }

  /// Returns a value as code that is short enough to paste, or `…`.
  static func pasteable(_ value: Any) -> String {
    // The literal of a text with several lines would have several lines, too.
    if let text = value as? String { return text.count <= longestValue ? text.debugDescription : "…" }
    let isTable = StateDiff.isTable(value)
    let text = isTable ? TestText.list(Mirror(reflecting: value).children.lazy.map(\.value)) : TestText.code(value)
    return text.count <= longestValue && !text.contains("\"\"\"") ? text : "…"
  }
}

extension SuggestedChanges {
  private static func fields(_ before: Mirror, _ after: Mirror, _ new: Any, _ path: String) -> [String]? {
    // A custom mirror may show properties that don't exist, and a system type's mirror properties that can't be
    // assigned.
    if new is any CustomReflectable || StateDiff.isSystem(type(of: new)) || after.children.isEmpty { return nil }
    return zip(before.children, after.children).flatMap { old, new -> [String] in
      if StateDiff.areAlike(old.value, new.value) { return [] }
      let label = new.label ?? ""
      // A label with an underscore is the storage of a property wrapper.
      return label.hasPrefix("_")
        ? changes(StateDiff.shown(old.value), StateDiff.shown(new.value), "\(path).\(label.dropFirst())")
        : changes(old.value, new.value, "\(path).\(label)")
    }
  }
}
