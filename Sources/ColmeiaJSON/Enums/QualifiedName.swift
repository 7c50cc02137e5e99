/// What a type is called, with all in which it is declared: `App.Feed.State`.
package enum QualifiedName {
  /// The same text as `String(reflecting: type)`, which looks first whether the type describes itself: each time the runtime
  /// searches all conformances of the program.
  package static func of(_ type: Any.Type) -> String { _typeName(type, qualified: true) }
}
