import ColmeiaMemory

/// The location of a child's state in its parent's state, for access in place.
@usableFromInline package struct Place<Parent, State: Sendable>: Sendable {
  /// The offset of the stored property that contains the state. An access takes half a nanosecond, whereas one through a
  /// stored key path takes eleven.
  @usableFromInline package let offset: Int
  @usableFromInline package let isOptional: Bool
  /// Access to a state that isn't in a stored property.
  @usableFromInline package let access: PlaceAccess<Parent, State>?
  /// Reads the version of the branch that contains the state; `nil` if it isn't in a branch.
  @usableFromInline package let stamp: StampReader?

  /// Creates the location of a property that always contains the child's state.
  @inlinable package init(
    _ path: WritableKeyPath<Parent, State> & Sendable,
    within branch: (KeyPath<Parent, Branch<State>.Version> & Sendable)?
  ) {
    let property = Property(path, within: branch)
    self.init(property, isOptional: false, PlaceAccess(property.modify, property.read))
  }

  /// Creates the location of a property that contains an optional state.
  @inlinable package init(
    _ path: WritableKeyPath<Parent, State?> & Sendable,
    within branch: (KeyPath<Parent, Branch<State?>.Version> & Sendable)?
  ) {
    let property = Property(path, within: branch)
    let access = PlaceAccess<Parent, State>(
      { parent, body in property.modify(parent) { FixedPlace<State>.payload(UnsafeMutableRawPointer($0)).map(body) } },
      { parent, body in
        property.read(parent) { FixedPlace<State>.payload(UnsafeMutableRawPointer(mutating: $0)).map { body($0) } }
      })
    self.init(property, isOptional: true, access)
  }

  /// Creates the location of the payload of an enum case.
  @inlinable package init<Cases: Sendable>(
    _ path: WritableKeyPath<Parent, Cases> & Sendable,
    within branch: (KeyPath<Parent, Branch<Cases>.Version> & Sendable)?,
    _ extract: @escaping @Sendable (Cases) -> State?, _ embed: @escaping @Sendable (consuming State) -> Cases
  ) {
    let property = Property(path, within: branch)
    let payload = { @Sendable (cases: UnsafePointer<Cases>) in lend(cases) { extract($0) } }
    offset = 0
    isOptional = true
    access = PlaceAccess(
      { parent, body in
        property.modify(parent) { cases in
          var state = payload(cases)
          withUnsafeMutablePointer(to: &state) { state in
            guard let place = FixedPlace<State>.payload(state) else { return }
            cases.deinitialize(count: 1)  // the payload is now uniquely referenced and can be changed in place
            body(place)
            cases.initialize(to: embed(place.move()))  // without `move`, the payload would be copied
            state.initialize(to: nil)
            assert(
              extract(cases.pointee) != nil,
              "a child is extracted from one case of \(Cases.self) and embedded in another")
          }
        }
      },
      { parent, body in
        property.read(parent) { if var state = payload($0) { body(&state) } }
      })
    stamp = property.stamp
  }

  @inlinable init<Value: Sendable>(
    _ property: Property<Parent, Value>, isOptional: Bool, _ access: PlaceAccess<Parent, State>
  ) {
    offset = property.offset ?? 0
    self.isOptional = isOptional
    self.access = property.offset == nil ? access : nil
    stamp = property.stamp
  }

  /// The location if the state is in a stored property.
  @inlinable @inline(__always) package var fixed: FixedPlace<State>? {
    access == nil ? FixedPlace(offset, isOptional: isOptional) : nil
  }

  /// Calls `body` with the child's state for changes. Returns `nil` if the child doesn't exist.
  @inlinable @inline(__always) package func modify<Result>(
    _ parent: UnsafeMutablePointer<Parent>, _ body: (UnsafeMutablePointer<State>) -> Result
  ) -> Result? {
    if let fixed { return fixed.open(parent, body) }
    return modifyThroughAccess(parent, body)
  }

  /// Not inlined, because callers would otherwise reserve stack space for it.
  @inlinable @inline(never) func modifyThroughAccess<Result>(
    _ parent: UnsafeMutablePointer<Parent>, _ body: (UnsafeMutablePointer<State>) -> Result
  ) -> Result? {
    var result: Result?
    access?.modify(parent) { result = body($0) }
    return result.take()
  }

  /// Calls `body` with the child's state for reading. Returns `nil` if the child doesn't exist.
  @inlinable @inline(__always) package func read<Result>(
    _ parent: UnsafePointer<Parent>, _ body: (UnsafePointer<State>) -> Result
  ) -> Result? {
    if let access {
      var result: Result?
      access.read(parent) { result = body($0) }
      return result.take()
    }
    return FixedPlace(offset, isOptional: isOptional).open(UnsafeMutablePointer(mutating: parent)) { body($0) }
  }
}

extension Place where Parent == State {
  /// The location of a state in itself.
  @inlinable package static var whole: Self { Self(\.self, within: nil) }
}

/// The location of a child's state in a stored property. A copy of it needs no reference counting.
@usableFromInline package struct FixedPlace<State: Sendable>: Sendable {
  @usableFromInline let offset: Int
  @usableFromInline let isOptional: Bool
  @inlinable init(_ offset: Int, isOptional: Bool) { (self.offset, self.isOptional) = (offset, isOptional) }

  /// Calls `body` with the child's state. Returns `nil` if the child doesn't exist.
  @inlinable @inline(__always) package func open<Parent, Result>(
    _ parent: UnsafeMutablePointer<Parent>, _ body: (UnsafeMutablePointer<State>) -> Result
  ) -> Result? {
    let field = UnsafeMutableRawPointer(parent) + offset
    return isOptional ? Self.payload(field).map(body) : body(field.assumingMemoryBound(to: State.self))
  }

  /// Returns the payload of an optional state, which is stored at its beginning.
  @inlinable @inline(__always) static func payload(_ field: UnsafeMutableRawPointer) -> UnsafeMutablePointer<State>? {
    if field.assumingMemoryBound(to: State?.self).pointee == nil { return nil }
    return field.assumingMemoryBound(to: State.self)
  }
}

/// Access to a child's state through closures, which are specialized where they are created. It is a class so that they
/// aren't retained one by one.
@usableFromInline package final class PlaceAccess<Parent, State>: Sendable {
  @usableFromInline typealias Modify =
    @Sendable (_ parent: UnsafeMutablePointer<Parent>, _ body: (UnsafeMutablePointer<State>) -> Void) -> Void
  @usableFromInline typealias Read =
    @Sendable (_ parent: UnsafePointer<Parent>, _ body: (UnsafePointer<State>) -> Void) -> Void

  @usableFromInline let modify: Modify
  @usableFromInline let read: Read
  @inlinable init(_ modify: @escaping Modify, _ read: @escaping Read) {
    self.modify = modify
    self.read = read
  }
}

/// Reads a number that changes with every change of a part of a state, or returns `nil` if the number is unknown. It is a
/// class because copying the closure would require reference counting.
@usableFromInline package final class StampReader: Sendable {
  @usableFromInline package let read: @Sendable (_ parent: UnsafeRawPointer) -> UInt64?
  @inlinable package init(_ read: @escaping @Sendable (_ parent: UnsafeRawPointer) -> UInt64?) { self.read = read }
}
