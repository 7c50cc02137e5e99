/// Where the state of a child is in the state of its parent. It is reached through key paths and closures, and changed in
/// place.
@usableFromInline enum ChildLocation<Parent, State: Sendable>: Sendable {
  /// It exists as long as the parent. A stored property is read in place; another one is copied, because passing it as
  /// `inout` would call its setter or its observers.
  case always(WritableKeyPath<Parent, State> & Sendable, isStored: Bool)
  /// It exists while it isn't `nil`.
  case optional(WritableKeyPath<Parent, State?> & Sendable, isStored: Bool)
  /// It exists while an enum has a certain case.
  case payload(Modify, Read)

  @usableFromInline typealias Modify = @Sendable (_ parent: inout Parent, _ body: (inout State) -> Void) -> Void
  @usableFromInline typealias Read = @Sendable (_ parent: inout Parent) -> State?

  @inlinable init(_ path: WritableKeyPath<Parent, State> & Sendable) { self = .always(path, isStored: isStored(path)) }
  @inlinable init(_ path: WritableKeyPath<Parent, State?> & Sendable) {
    self = .optional(path, isStored: isStored(path))
  }

  /// The payload of an enum.
  @inlinable init<Cases: Sendable>(
    _ path: WritableKeyPath<Parent, Cases> & Sendable, _ extract: @escaping @Sendable (Cases) -> State?,
    _ embed: @escaping @Sendable (consuming State) -> Cases
  ) {
    self = .payload(
      { parent, body in changePayload(of: &parent[keyPath: path], extract, embed, body) },
      { parent in extract(parent[keyPath: path]) })
  }

  /// Calls `body` with the child's state. Returns `nil` if there is none.
  @inlinable @inline(__always) func modify<Result>(
    _ parent: inout Parent, _ body: (inout State) -> Result
  ) -> Result? {
    switch self {
    case .always(let path, _): return body(&parent[keyPath: path])
    case .optional(let path, _): return withPayload(of: &parent[keyPath: path], body)
    case .payload(let modify, _):
      var result: Result?
      modify(&parent) { result = body(&$0) }
      return result
    }
  }

  /// Calls `body` with the child's state, or a copy of it, which must not be changed. Returns `nil` if there is none.
  @inlinable @inline(__always) func read<Result>(
    _ parent: inout Parent, _ body: (inout State) -> Result
  ) -> Result? {
    var copy: State?
    switch self {
    case .always(_, isStored: true), .optional(_, isStored: true): return modify(&parent, body)
    case .always(let path, _): copy = parent[keyPath: path]
    case .optional(let path, _): copy = parent[keyPath: path]
    case .payload(_, let read): copy = read(&parent)
    }
    return withPayload(of: &copy, body)
  }

  /// Whether the child exists.
  @inlinable @inline(__always) func exists(in parent: inout Parent) -> Bool {
    switch self {
    case .always: true
    case .optional(let path, isStored: true): isPresent(&parent[keyPath: path])
    case .optional(let path, _): parent[keyPath: path] != nil
    case .payload(_, let read): read(&parent) != nil
    }
  }
}

/// Whether a path leads to a stored property without observers.
@inlinable func isStored<Parent, Value>(_ path: KeyPath<Parent, Value>) -> Bool {
  MemoryLayout<Parent>.offset(of: path) != nil
}

/// Whether there is a value. The parameter is `inout` so that nothing is copied.
@inlinable @inline(__always) func isPresent<Value>(_ optional: inout Value?) -> Bool {
  if case .none = optional { false } else { true }
}

/// Calls `body` with a value in place. The parameter is `inout` so that nothing is copied.
@inlinable @inline(__always) func read<Value, Result>(_ value: inout Value, _ body: (inout Value) -> Result) -> Result {
  body(&value)
}

@inlinable @inline(__always) func withPayload<Value, Result>(
  of optional: inout Value?, _ body: (inout Value) -> Result
) -> Result? {
  if !isPresent(&optional) { return nil }
  // swift-format-ignore: NeverForceUnwrap
  return body(&optional!)
}

/// Changes the payload in place: the enum is consumed, so that its payload is uniquely referenced.
@inlinable func changePayload<Cases, State>(
  of cases: inout Cases, _ extract: (Cases) -> State?, _ embed: (consuming State) -> Cases,
  _ body: (inout State) -> Void
) {
  if extract(cases) == nil { return }
  guard var state = extract(consume cases) else {
    preconditionFailure("the function that extracts a child from \(Cases.self) must be pure")
  }
  body(&state)
  cases = embed(state)
  assert(extract(cases) != nil, "a child is extracted from one case of \(Cases.self) and embedded in another")
}
