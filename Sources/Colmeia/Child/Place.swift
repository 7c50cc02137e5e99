/// Where a child's state lives in its parent's, and how it is reached in place.
///
/// A stored property is reached through its offset, which is taken once and costs half a nanosecond; a stored key
/// path costs eleven. What has no offset is reached through closures.
@usableFromInline struct Place<Parent, State>: Sendable {
  @usableFromInline struct Access: Sendable {
    let modify: @Sendable (inout Parent, (inout State) -> Void) -> Void
    let read: @Sendable (borrowing Parent, (borrowing State) -> Void) -> Void
  }

  @usableFromInline let offset: Int
  @usableFromInline let isOptional: Bool
  @usableFromInline let access: Access?

  /// A property that always holds the child's state.
  @usableFromInline init(_ path: WritableKeyPath<Parent, State> & Sendable) {
    let offset = MemoryLayout<Parent>.offset(of: path)
    self.offset = offset ?? 0
    isOptional = false
    access =
      offset != nil
      ? nil
      : Access(
        modify: { parent, body in body(&parent[keyPath: path]) },
        read: { parent, body in body((copy parent)[keyPath: path]) })
  }

  /// A property that holds the child's state, or nil.
  @usableFromInline init(_ path: WritableKeyPath<Parent, State?> & Sendable) {
    let offset = MemoryLayout<Parent>.offset(of: path)
    self.offset = offset ?? 0
    isOptional = true
    access =
      offset != nil
      ? nil
      : Access(
        modify: { parent, body in Self.modify(&parent[keyPath: path], body) },
        read: { parent, body in if let state = (copy parent)[keyPath: path] { body(state) } })
  }

  /// One case of an enum.
  @usableFromInline init<Cases>(
    _ path: WritableKeyPath<Parent, Cases> & Sendable, _ extract: @escaping @Sendable (Cases) -> State?,
    _ embed: @escaping @Sendable (State) -> Cases
  ) {
    offset = 0
    isOptional = true
    access = Access(
      modify: { parent, body in Self.modify(&parent[keyPath: path], extract, embed, body) },
      read: { parent, body in if let state = extract((copy parent)[keyPath: path]) { body(state) } })
  }

  static func modify(_ state: inout State?, _ body: (inout State) -> Void) {
    guard state != nil else { return }
    // In place: a copy of the child would give every array in it a second owner.
    // swift-format-ignore: NeverForceUnwrap
    body(&state!)
  }

  static func modify<Cases>(
    _ cases: inout Cases, _ extract: (Cases) -> State?, _ embed: (State) -> Cases, _ body: (inout State) -> Void
  ) {
    guard var state = extract(cases) else { return }
    withUnsafeMutablePointer(to: &cases) { place in
      place.deinitialize(count: 1)  // the payload has one owner now, so that it is changed in place
      body(&state)
      place.initialize(to: embed(state))
    }
  }

  /// Changes the child's state; `nil` when there is none.
  @inlinable @inline(__always) func modify<Result>(
    _ parent: inout Parent, _ body: (inout State) -> Result
  ) -> Result? {
    if access != nil { return modifyThroughAccess(&parent, body) }
    return withUnsafeMutablePointer(to: &parent) { parent in
      let place = UnsafeMutableRawPointer(parent) + offset
      if !isOptional { return body(&place.assumingMemoryBound(to: State.self).pointee) }
      let state = place.assumingMemoryBound(to: State?.self)
      guard state.pointee != nil else { return nil }
      // swift-format-ignore: NeverForceUnwrap
      return body(&state.pointee!)
    }
  }

  @usableFromInline func modifyThroughAccess<Result>(
    _ parent: inout Parent, _ body: (inout State) -> Result
  ) -> Result? {
    var result: Result?
    access?.modify(&parent) { result = body(&$0) }
    return result
  }

  /// Lends the child's state; `nil` when there is none.
  @inlinable @inline(__always) func read<Result>(
    _ parent: UnsafePointer<Parent>, _ body: (UnsafePointer<State>) -> Result
  ) -> Result? {
    if access != nil { return readThroughAccess(parent, body) }
    let place = UnsafeRawPointer(parent) + offset
    if !isOptional { return body(place.assumingMemoryBound(to: State.self)) }
    // The payload of an optional stands at its beginning.
    if place.assumingMemoryBound(to: State?.self).pointee == nil { return nil }
    return body(place.assumingMemoryBound(to: State.self))
  }

  @usableFromInline func readThroughAccess<Result>(
    _ parent: UnsafePointer<Parent>, _ body: (UnsafePointer<State>) -> Result
  ) -> Result? {
    var result: Result?
    access?.read(parent.pointee) { state in result = withUnsafePointer(to: state) { body($0) } }
    return result
  }
}
