/// One part of a flattened form: a name and its content.
package struct FormPart: Sendable {
  /// The content of a part.
  package enum Content: Sendable {
    case text(String, type: String?)
    case bytes([UInt8], fileName: String?, type: String?)
    case file(FormFile)
  }

  /// The maximum nesting depth of lists and objects.
  static let depthLimit = 64

  package var name: String
  package var content: Content

  /// Returns the parts of the fields, in order. Nested names become `a[b][c]`, and list items become `a[0]`.
  ///
  /// - Complexity: O(values × depth).
  package static func flatten(_ fields: [FormField]) throws(MultipartError) -> [FormPart] {
    var parts: [FormPart] = []
    for field in fields { try add(field.value, field.name, 0, &parts) }
    return parts
  }

  private static func add(
    _ value: FormValue, _ name: String, _ depth: Int, _ parts: inout [FormPart]
  ) throws(MultipartError) {
    if depth > depthLimit { throw .tooDeep(limit: depthLimit) }
    switch value {
    case .text(let text, let type): parts.append(FormPart(name: name, content: .text(text, type: type)))
    case .bytes(let bytes, let fileName, let type):
      parts.append(FormPart(name: name, content: .bytes(bytes, fileName: fileName, type: type)))
    case .file(let file): parts.append(FormPart(name: name, content: .file(file)))
    case .list(let values):
      for (index, value) in values.enumerated() { try add(value, "\(name)[\(index)]", depth + 1, &parts) }
    case .object(let fields):
      for field in fields { try add(field.value, "\(name)[\(field.name)]", depth + 1, &parts) }
    }
  }
}
