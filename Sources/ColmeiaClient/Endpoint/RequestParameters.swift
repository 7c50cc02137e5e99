import ColmeiaHTTP
import ColmeiaJSON

/// Named values that a call sends, in order: behind the `?` of a `GET` or `HEAD`, in the body of any other call.
public struct RequestParameters: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// The values by name.
  public var values: JSONObject

  /// Creates parameters with these values.
  public init(_ values: JSONObject = JSONObject()) { self.values = values }

  /// The values of a literal, in its order.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    values = JSONObject()
    for (name, value) in elements { values[name] = value }
  }

  /// These and, before them, those of `common` that have other names.
  ///
  /// - Complexity: O(n·m) in the numbers of names, which are few.
  public func over(_ common: RequestParameters) -> RequestParameters {
    var all = common
    for member in values { all.values[member.key] = member.value }
    return all
  }

  /// The values as pairs of texts: what is nested has a name such as `a[b][0]`, and `null` is left out.
  ///
  /// - Complexity: O(values).
  public var items: [HTTPQueryItem] {
    var items: [HTTPQueryItem] = []
    for member in values { Self.flatten(member.value, member.key, &items) }
    return items
  }

  private static func flatten(_ value: JSON, _ name: String, _ items: inout [HTTPQueryItem]) {
    switch value {
    case .null: break
    case .bool(let value): items.append(HTTPQueryItem(name, value ? "true" : "false"))
    case .number(let number): items.append(HTTPQueryItem(name, number.text))
    case .string(let text): items.append(HTTPQueryItem(name, text))
    case .array(let elements):
      for (index, element) in elements.enumerated() { flatten(element, "\(name)[\(index)]", &items) }
    case .object(let object):
      for member in object { flatten(member.value, "\(name)[\(member.key)]", &items) }
    }
  }
}

extension RequestParameters: CustomStringConvertible, CustomReflectable {
  /// The names; values may be passwords.
  public var description: String { values.keys.joined(separator: ", ") }
  /// What ``description`` shows, and no more.
  public var customMirror: Mirror { Mirror(self, children: ["names": description]) }
}
