import ColmeiaJSON

/// The names of the nested enum cases in a value, from the outside in: `["feed", "load"]` for `.feed(.load(.husky))`.
///
/// A payload with a raw value is data, not a name.
enum CasePath {
  static func names(of value: Any) -> [String] {
    var names: [String] = []
    var value = value
    while true {
      if value is any RawRepresentable { return names }
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .enum else { return names }
      guard let payload = mirror.children.first, let name = payload.label else { return names + ["\(value)"] }
      names.append(name)
      value = payload.value
    }
  }

  /// Returns the value as it is written in a scenario.
  static func text(of value: some Encodable) -> String {
    let names = names(of: value)
    guard let json = try? JSON(encoding: value) else { return names.joined(separator: ".") }
    return ActionText.text(json, depth: max(1, names.count))
  }

  /// Returns the beginning of the text: the names of the cases as they are encoded, separated by dots.
  static func name(of value: some Encodable) -> String {
    let names = names(of: value)
    let encoded = (try? JSON(encoding: value)).map { ActionText.parts($0, max(1, names.count)).names }
    return (encoded ?? names).joined(separator: ".")
  }

  /// Whether a value, as it is written in a scenario, has a name: `feed.load "husky"` has the names `feed.load` and
  /// `feed`.
  static func name(_ text: String, is name: String) -> Bool {
    guard text.utf8.starts(with: name.utf8) else { return false }
    let next = text.utf8.dropFirst(name.utf8.count).first
    return next == nil || next == UInt8(ascii: ".") || next == UInt8(ascii: " ")
  }
}
