/// The location of a child's state in its parent's state, for access in place.
///
/// A stored property is accessed by its offset, which is determined once; the access takes half a nanosecond, whereas a
/// stored key path takes eleven. A property without an offset is accessed by a closure.
@usableFromInline package struct Place<Parent, State>: Sendable {
  /// Calls `body` with a pointer to the field, which contains a state or an optional state.
  @usableFromInline package typealias Access =
    @Sendable (_ parent: UnsafeMutablePointer<Parent>, _ body: (UnsafeMutableRawPointer) -> Void) -> Void

  @usableFromInline package let offset: Int
  @usableFromInline package let isOptional: Bool
  @usableFromInline package let access: Access?

  /// Creates the location of a property that always contains the child's state.
  @usableFromInline package init(_ path: WritableKeyPath<Parent, State> & Sendable) {
    self.init(path, isOptional: false)
  }

  /// Creates the location of a property that contains an optional state.
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

  /// Creates the location of the payload of an enum case.
  @usableFromInline package init<Cases>(
    _ path: WritableKeyPath<Parent, Cases> & Sendable, _ extract: @escaping @Sendable (Cases) -> State?,
    _ embed: @escaping @Sendable (State) -> Cases
  ) {
    offset = 0
    isOptional = true
    access = { parent, body in
      withUnsafeMutablePointer(to: &parent.pointee[keyPath: path]) { place in
        guard var state = Optional(extract(place.pointee)), state != nil else { return }
        place.deinitialize(count: 1)  // the payload is now uniquely referenced and can be changed in place
        withUnsafeMutablePointer(to: &state) { body(UnsafeMutableRawPointer($0)) }
        if let state { place.initialize(to: embed(state)) }
      }
    }
  }

  /// Calls `body` with the child's state for changes. Returns `nil` if the child doesn't exist.
  @inlinable @inline(__always) package func modify<Result>(
    _ parent: UnsafeMutablePointer<Parent>, _ body: (UnsafeMutablePointer<State>) -> Result
  ) -> Result? {
    if access == nil { return open(UnsafeMutableRawPointer(parent) + offset, body) }
    return modifyThroughAccess(parent, body)
  }

  /// Not inlined, because callers would otherwise reserve stack space for it.
  @inlinable @inline(never) func modifyThroughAccess<Result>(
    _ parent: UnsafeMutablePointer<Parent>, _ body: (UnsafeMutablePointer<State>) -> Result
  ) -> Result? {
    var result: Result?
    access?(parent) { result = open($0, body) }
    return result
  }

  /// Calls `body` with the child's state for reading. Returns `nil` if the child doesn't exist. A state without an
  /// offset is read from a copy of the parent.
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
    return body(field.assumingMemoryBound(to: State.self))  // the payload of an optional is stored at its beginning
  }
}
