/// The way from the top of a document down to a value, printed as `user.tags[3]`.
public struct JSONPath: Sendable, Hashable {
  /// A step down: into an object or into an array.
  public enum Step: Sendable, Hashable {
    /// Into an object, to the member with this key.
    case key(String)
    /// Into an array; a negative one counts from the end.
    case index(Int)
  }

  /// The steps from the top.
  public var steps: [Step]

  /// A path; without steps that to the top.
  public init(_ steps: [Step] = []) { self.steps = steps }

  /// The path one step further down.
  public func appending(_ step: Step) -> JSONPath { JSONPath(steps + [step]) }
  /// The path to the value of `key`.
  public func appending(_ key: String) -> JSONPath { appending(.key(key)) }
  /// The path to the element at `index`.
  public func appending(_ index: Int) -> JSONPath { appending(.index(index)) }
}

extension JSONPath: CustomStringConvertible {
  /// `user.tags[3]`; a key that is not a plain name stands as `["a b"]`. Empty for the top.
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
