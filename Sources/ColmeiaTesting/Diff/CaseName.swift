/// The name of a case from the metadata of its enum: the standard library's own function, whose symbol is part of
/// its ABI. `String(describing:)` would give the description where an enum has one of its own, and an error often
/// has the same description for several cases.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

/// Enums imported from C have no names in their metadata.
func caseName(of value: Any) -> String {
  func name<Value>(_ value: Value) -> String {
    enumCaseName(value).map { String(cString: $0) } ?? String(describing: value)
  }
  return _openExistential(value, do: name)
}
