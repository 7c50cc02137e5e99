import ColmeiaJSON

/// An action or effect as it is written in a scenario, and its name.
///
/// The name consists of the nested enum cases: `feed.load` for `.feed(.load(.husky))`, `item.mark` for
/// `.item(3, .mark)`. If a case has several payloads, the last one continues the name. A payload with a raw value is
/// data, not a name.
package struct CaseText: Sendable, Hashable {
  /// The names of the cases as they are encoded, separated by dots.
  let name: String
  /// The text, such as `feed.load "husky"` or `item(3).mark`.
  package let text: String

  private init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  package init(_ value: some Encodable) {
    let cases = Self.cases(of: value)
    if let json = try? JSON(encoding: value) {
      self.init(json, leading: cases.map(\.leading))
    } else {
      let name = cases.map(\.name).joined(separator: ".")
      self.init(name: name, text: name)
    }
  }

  /// - Parameter leading: For each nested case, the number of payloads before the one that contains the next case, or
  ///   `nil` if it is encoded as the payload itself.
  init(_ json: JSON, leading: [Int?]) {
    var (names, text): ([String], String) = ([], "")
    // The payload of the last case in the text, and the current value.
    var (payload, value): (JSON?, JSON?) = (json, json)
    var isWritten = true
    for count in leading.isEmpty ? [nil] : leading {
      guard let object = value?.object, object.count == 1, let member = object.members.first else {
        guard let name = value?.string, Self.isName(name) else { break }
        names.append(name)
        if isWritten { (text, payload) = (text + (text.isEmpty ? "" : ".") + name, nil) }
        break
      }
      names.append(member.key)
      value = member.value
      if isWritten { (text, payload) = (text + (text.isEmpty ? "" : ".") + member.key, member.value) }
      guard let count else { continue }
      value = member.value.array?.last ?? member.value.object?.members.last?.value
      guard isWritten, let arguments = Self.arguments(member.value, count) else {
        isWritten = false
        continue
      }
      (text, payload) = ("\(text)(\(arguments))", value)
    }
    self.init(
      name: names.joined(separator: "."),
      text: text + (payload.map { (text.isEmpty ? "" : " ") + $0.text() } ?? ""))
  }

  /// Whether the name is `other`, or begins with its cases: `feed.load` is `feed.load` and `feed`.
  package func isNamed(_ other: String) -> Bool {
    guard name.utf8.starts(with: other.utf8) else { return false }
    let next = name.utf8.dropFirst(other.utf8.count).first
    return next == nil || next == UInt8(ascii: ".")
  }

  /// Returns the nested cases of a value, outermost first. For `leading`, see ``init(_:leading:)``.
  static func cases(of value: Any) -> [(name: String, leading: Int?)] {
    var cases: [(name: String, leading: Int?)] = []
    var (value, leading) = (value, Int?.none)
    while true {
      if value is any RawRepresentable { return cases }
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .enum else { return cases }
      if !cases.isEmpty { cases[cases.count - 1].leading = leading }
      guard let payload = mirror.children.first, let name = payload.label else { return cases + [("\(value)", nil)] }
      cases.append((name, nil))
      let payloads = Mirror(reflecting: payload.value)
      let isTuple = payloads.displayStyle == .tuple
      (value, leading) =
        isTuple ? (payloads.children.suffix(1).first?.value ?? (), payloads.children.count - 1) : (payload.value, nil)
    }
  }

  /// Returns the payloads before the last one as they are written in parentheses, or `nil` if there is no such form,
  /// because the last one has a label.
  private static func arguments(_ payloads: JSON, _ count: Int) -> String? {
    if let array = payloads.array, array.count == count + 1 {
      return array.dropLast().map { $0.text() }.joined(separator: ", ")
    }
    guard let members = payloads.object?.members, members.count == count + 1, members.last?.key == "_\(count)" else {
      return nil
    }
    return members.dropLast().enumerated().map { index, member in
      (member.key == "_\(index)" ? "" : "\(member.key): ") + member.value.text()
    }.joined(separator: ", ")
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && text.first?.isNumber == false
  }
}
