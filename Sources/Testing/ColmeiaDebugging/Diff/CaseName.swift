/// Returns the name of an enum case from the enum's metadata, with a function of the standard library whose symbol is
/// part of its ABI. `String(describing:)` would use a custom description, and an error type often has the same one for
/// several cases.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

/// Returns the name of an enum case, or its description if the enum is imported from C and has no names in its
/// metadata.
package func caseName(of value: Any) -> String {
  func name<Value>(_ value: Value) -> String {
    enumCaseName(value).map { String(cString: $0) } ?? String(describing: value)
  }
  return _openExistential(value, do: name)
}
