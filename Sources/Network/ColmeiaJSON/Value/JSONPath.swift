/// A path from the root of a document to a value, printed as `user.tags[3]`.
public struct JSONPath: Sendable, Hashable {
  /// A step into an object or an array.
  public enum Step: Sendable, Hashable {
    /// A step to the member with this key.
    case key(String)
    /// A step to the element at this index. A negative index counts from the end.
    case index(Int)
  }

  /// The steps from the root.
  public var steps: [Step]

  /// Creates a path. Without steps, it leads to the root.
  public init(_ steps: [Step] = []) { self.steps = steps }

  /// Returns this path with one more step.
  public func appending(_ step: Step) -> JSONPath { JSONPath(steps + [step]) }
  /// Returns this path with a step to the member `key`.
  public func appending(_ key: String) -> JSONPath { appending(.key(key)) }
  /// Returns this path with a step to the element at `index`.
  public func appending(_ index: Int) -> JSONPath { appending(.index(index)) }

  /// The path as a `Decoder` has it.
  var codingKeys: [any CodingKey] {
    steps.map { step -> any CodingKey in
      switch step {
      case .key(let key): PathKey(stringValue: key)
      case .index(let index): PathKey(intValue: index)
      }
    }
  }
}

extension JSONPath: CustomStringConvertible {
  /// The path as text, such as `user.tags[3]`. A key that is not a plain name is printed as `["a b"]`. The root is
  /// empty.
  public var description: String {
    var text = ""
    for step in steps {
      switch step {
      case .index(let index): text += "[\(index)]"
      case .key(let key) where Self.isName(key): text += text.isEmpty ? key : ".\(key)"
      case .key(let key): text += "[\(JSON.string(key).text())]"
      }
    }
    return text
  }

  private static func isName(_ key: String) -> Bool {
    guard let first = key.unicodeScalars.first, first.properties.isIDStart || first == "_" else { return false }
    return key.unicodeScalars.allSatisfy { $0.properties.isIDContinue || $0 == "-" }
  }
}
