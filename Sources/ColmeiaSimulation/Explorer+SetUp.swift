extension Explorer {
  /// The source code that creates the feature in a test, without its children, which the reducer declares.
  @usableFromInline var setUp: String {
    let fields = Mirror(reflecting: reducer).children.filter { child in
      !"\(type(of: child.value))".hasPrefix("Child")
    }
    let arguments = fields.map { "\($0.label ?? ""): \(SwiftText.of($0.value))" }.joined(separator: ", ")
    return "\(SwiftText.of(initial)), \(SwiftText.name(of: R.self))(\(arguments))"
  }
}
