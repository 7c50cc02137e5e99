import ColmeiaHTTP
import ColmeiaJSON

/// The named parameters of a call, in order. They are sent in the query of a `GET` or `HEAD`, and otherwise in the
/// body.
public struct RequestParameters: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// The values by name.
  public var values: JSONObject

  /// Creates parameters with these values.
  public init(_ values: JSONObject = JSONObject()) { self.values = values }

  /// Creates parameters from a dictionary literal, in its order.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    values = JSONObject()
    for (name, value) in elements { values[name] = value }
  }

  /// Returns these parameters combined with `common`. The common parameters come first, and these replace those with
  /// the same name.
  ///
  /// - Complexity: O(*n* · *m*), where *n* and *m* are the numbers of parameters, which are small.
  public func over(_ common: RequestParameters) -> RequestParameters {
    var all = common
    for member in values { all.values[member.key] = member.value }
    return all
  }

  /// The parameters as name-value pairs. Nested values have names such as `a[b][0]`, and `null` is omitted.
  ///
  /// - Complexity: O(*n*), where *n* is the number of values.
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
  /// The names of the parameters. Values are omitted because they may be passwords.
  public var description: String { values.keys.joined(separator: ", ") }
  /// A mirror that shows only ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["names": description]) }
}
