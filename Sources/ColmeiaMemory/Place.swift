/// Where a child's state lives in its parent's, and how it is reached in place.
///
/// A stored property is reached through its offset, which is taken once and costs half a nanosecond; a stored key
/// path costs eleven. What has no offset is reached through a closure.
@usableFromInline package struct Place<Parent, State>: Sendable {
  /// Lends the field: a state, or an optional one.
  @usableFromInline package typealias Access =
    @Sendable (_ parent: UnsafeMutablePointer<Parent>, _ body: (UnsafeMutableRawPointer) -> Void) -> Void

  @usableFromInline package let offset: Int
  @usableFromInline package let isOptional: Bool
  @usableFromInline package let access: Access?

  /// A property that always holds the child's state.
  @usableFromInline package init(_ path: WritableKeyPath<Parent, State> & Sendable) {
    self.init(path, isOptional: false)
  }

  /// A property that holds the child's state, or nil.
  @usableFromInline package init(_ path: WritableKeyPath<Parent, State?> & Sendable) {
    self.init(path, isOptional: true)
  }

  init<Field>(_ path: WritableKeyPath<Parent, Field> & Sendable, isOptional: Bool) {
    let offset = MemoryLayout<Parent>.offset(of: path)
    self.offset = offset ?? 0
    self.isOptional = isOptional
    let access: Access = { parent, body in
      withUnsafeMutablePointer(to: &parent.pointee[keyPath: path]) { body(UnsafeMutableRawPointer($0)) }
    }
    self.access = offset == nil ? access : nil
  }

  /// One case of an enum.
  @usableFromInline package init<Cases>(
    _ path: WritableKeyPath<Parent, Cases> & Sendable, _ extract: @escaping @Sendable (Cases) -> State?,
    _ embed: @escaping @Sendable (State) -> Cases
  ) {
    offset = 0
    isOptional = true
    access = { parent, body in
      withUnsafeMutablePointer(to: &parent.pointee[keyPath: path]) { place in
        guard var state = Optional(extract(place.pointee)), state != nil else { return }
        place.deinitialize(count: 1)  // the payload has one owner now, so that it is changed in place
        withUnsafeMutablePointer(to: &state) { body(UnsafeMutableRawPointer($0)) }
        if let state { place.initialize(to: embed(state)) }
      }
    }
  }

  /// Changes the child's state; `nil` when there is none.
  @inlinable @inline(__always) package func modify<Result>(
    _ parent: UnsafeMutablePointer<Parent>, _ body: (UnsafeMutablePointer<State>) -> Result
  ) -> Result? {
    if access == nil { return open(UnsafeMutableRawPointer(parent) + offset, body) }
    return modifyThroughAccess(parent, body)
  }

  /// By itself, or each caller would make room for what only this needs.
  @inlinable @inline(never) func modifyThroughAccess<Result>(
    _ parent: UnsafeMutablePointer<Parent>, _ body: (UnsafeMutablePointer<State>) -> Result
  ) -> Result? {
    var result: Result?
    access?(parent) { result = open($0, body) }
    return result
  }

  /// Lends the child's state; `nil` when there is none. What has no offset is lent from a copy of the parent.
  @inlinable @inline(__always) package func read<Result>(
    _ parent: UnsafePointer<Parent>, _ body: (UnsafePointer<State>) -> Result
  ) -> Result? {
    if access == nil { return open(UnsafeMutableRawPointer(mutating: parent) + offset) { body($0) } }
    return readCopy(parent.pointee, body)
  }

  @usableFromInline package func readCopy<Result>(
    _ parent: __owned Parent, _ body: (UnsafePointer<State>) -> Result
  ) -> Result? {
    var parent = parent
    return modify(&parent) { body($0) }
  }

  @inlinable @inline(__always) package func open<Result>(
    _ field: UnsafeMutableRawPointer, _ body: (UnsafeMutablePointer<State>) -> Result
  ) -> Result? {
    if isOptional, field.assumingMemoryBound(to: State?.self).pointee == nil { return nil }
    return body(field.assumingMemoryBound(to: State.self))  // the payload of an optional stands at its beginning
  }
}
