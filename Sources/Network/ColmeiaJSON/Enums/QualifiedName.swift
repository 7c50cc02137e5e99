/// The name of a type, including the types and the module in which it is declared, such as `App.Feed.State`.
package enum QualifiedName {
  /// Returns the same text as `String(reflecting: type)`. That initializer is slower, because it first checks whether
  /// the type provides its own description, for which the runtime searches all conformances of the program.
  package static func of(_ type: Any.Type) -> String { _typeName(type, qualified: true) }
}
