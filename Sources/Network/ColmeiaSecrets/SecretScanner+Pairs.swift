import ColmeiaHTTP

/// Names of secrets that are values themselves, as in `{"name": "password", "value": "x"}`, in a JSON patch, and in
/// `<input name="csrf_token" value="x">`.
enum SecretPair {
  static let names: Set<String> = ["name", "key", "path", "field", "param", "parameter", "header", "id", "property"]
  static let values: Set<String> = ["value", "values", "val", "content"]

  /// Returns the kind of secret that a name identifies which is the value of a member. Of a path such as
  /// `/user/password/0`, the last name counts.
  static func kind(_ text: String) -> SecretKind? {
    guard text.utf8.count <= 4 * SecretName.longest else { return nil }
    let name = text.split { "/.[]".contains($0) }.last { $0.contains { !$0.isNumber } }
    return name.flatMap { name in
      ["cookie", "set-cookie"].contains(name.lowercased()) ? SecretKind("cookie") : SecretName.kind(ofMember: name)
    }
  }
}

extension SecretScanner {
  /// The maximum number of bytes between the name and the value of a pair, and in a value that comes first.
  private static let (reach, longest) = (256, 4_096)

  /// Handles a member or attribute of a pair. Returns the kind of its value if the name came before.
  mutating func pair(_ name: Range<Int>, _ opening: (escapes: Int, mark: UInt8, start: Int)?) -> SecretKind? {
    guard name.count <= 9 else { return nil }
    let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[name]), as: UTF8.self).lowercased()
    let isName = SecretPair.names.contains(text)
    guard isName || SecretPair.values.contains(text) else { return nil }
    if !isName, let named, isInOneObject(named.end..<max(named.end, name.lowerBound)) { return named.kind }
    guard let opening else { return nil }
    let (end, after) = closing(opening, within: Self.longest)
    let range = opening.start..<max(opening.start, end)
    if isName {
      guard range.count <= Self.reach,
        let kind = SecretPair.kind(String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self))
      else { return nil }
      if let unnamed, isInOneObject(unnamed.end..<max(unnamed.end, name.lowerBound)) {
        add(unnamed.place.range, kind, unnamed.place.form)
      }
      named = (kind, after)
      return nil
    }
    let form = Form.quoted(escapes: opening.escapes)
    unnamed = (Place(range: range, start: range.lowerBound, kind: .secret, form: form), after)
    return nil
  }

  /// Whether no object or element begins or ends between a name and a value.
  private func isInOneObject(_ between: Range<Int>) -> Bool {
    between.count <= Self.reach && !bytes[between].contains { "{}<>".utf8.contains($0) }
  }
}
