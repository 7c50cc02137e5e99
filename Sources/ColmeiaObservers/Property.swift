import ColmeiaMemory
import Synchronization

/// A property of a state, accessed in place if it is stored or the value of a ``Branch``. Any other computed property is
/// copied to read it, and copied and written back to change it.
@usableFromInline package struct Property<Parent, Value: Sendable>: Sendable {
  @usableFromInline let path: WritableKeyPath<Parent, Value> & Sendable
  @usableFromInline let offset: Int?
  @usableFromInline let branch: BranchPlace<Parent, Value>?

  @inlinable init(
    _ path: WritableKeyPath<Parent, Value> & Sendable,
    within branch: (KeyPath<Parent, Branch<Value>.Version> & Sendable)?
  ) {
    self.path = path
    let offset = MemoryLayout<Parent>.offset(of: path)
    self.offset = offset
    self.branch = branch.flatMap { offset == nil && $0.isOneProperty ? BranchPlace(path, $0) : nil }
  }

  /// Reads the version of the branch that is this property; `nil` if it isn't one.
  @inlinable var stamp: StampReader? {
    branch.map { branch in StampReader { branch.number(in: $0.assumingMemoryBound(to: Parent.self)) } }
  }

  @inlinable @Sendable func modify(
    _ parent: UnsafeMutablePointer<Parent>, _ body: (UnsafeMutablePointer<Value>) -> Void
  ) {
    let bytes = UnsafeMutableRawPointer(parent)
    if let offset { return body((bytes + offset).assumingMemoryBound(to: Value.self)) }
    guard let branch = branch?.offset(in: parent) else {
      return withUnsafeMutablePointer(to: &parent.pointee[keyPath: path], body)
    }
    withUnsafeMutablePointer(
      to: &(bytes + branch).assumingMemoryBound(to: Branch<Value>.self).pointee.wrappedValue, body)
  }

  @inlinable @Sendable func read(_ parent: UnsafePointer<Parent>, _ body: (UnsafePointer<Value>) -> Void) {
    // The value of a branch is stored at its beginning.
    if let offset = offset ?? branch?.offset(in: parent) {
      return body((UnsafeRawPointer(parent) + offset).assumingMemoryBound(to: Value.self))
    }
    withUnsafePointer(to: parent.pointee[keyPath: path], body)
  }
}

extension AnyKeyPath {
  /// The name of the last property, as `\State.oven` prints it, or `nil` if the property is computed: it has no name at
  /// run time.
  @usableFromInline package var name: String? {
    let text = "\(self)"
    if text.hasSuffix(">") { return nil }
    return text.lastIndex(of: ".").map { String(text[text.index(after: $0)...]) }
  }

  /// Whether the path consists of one property. A longer path may lead to a different place in each state. `false` if it
  /// can't be determined from the path's description.
  @usableFromInline var isOneProperty: Bool {
    let text = "\(self)"
    guard let start = text.firstIndex(of: ".") else { return false }
    // The type of a computed property is in parentheses: `\State.<computed 0x55d2 (Array<Int>)>`.
    let property = text[text.index(after: start)...]
    return !property.prefix { $0 != "(" }.contains(".") && !property.contains(")>.")
  }
}

/// Finds out where a state stores a ``Branch``, because the key path of a property with a wrapper has no offset.
@usableFromInline final class BranchPlace<Parent, Value: Sendable>: Sendable {
  let path: WritableKeyPath<Parent, Value> & Sendable
  @usableFromInline let version: KeyPath<Parent, Branch<Value>.Version> & Sendable
  /// The offset of the branch, or one of the values below. It is the same for all states of a type.
  @usableFromInline let known = Atomic<Int>(unknown)

  @inlinable static var unknown: Int { -1 }
  @inlinable static var notStored: Int { -2 }

  @usableFromInline init(
    _ path: WritableKeyPath<Parent, Value> & Sendable, _ version: KeyPath<Parent, Branch<Value>.Version> & Sendable
  ) {
    self.path = path
    self.version = version
  }

  /// Returns the offset of the branch in the state, or `nil` if it isn't a part of the state's own memory.
  @inlinable func offset(in parent: UnsafePointer<Parent>) -> Int? {
    var offset = known.load(ordering: .relaxed)
    if offset == Self.unknown { offset = find(in: parent.pointee) }
    return offset < 0 ? nil : offset
  }

  /// Returns the number of the branch's version, or `nil` if the branch isn't a part of the state's own memory.
  @inlinable func number(in parent: UnsafePointer<Parent>) -> UInt64? {
    offset(in: parent).map {
      (UnsafeRawPointer(parent) + $0).assumingMemoryBound(to: Branch<Value>.self).pointee.version.number
    }
  }

  /// Searches the state's memory for the number of the version. A write must change the number there: a copy of the
  /// version that the state keeps has the same number and the same type, but isn't changed.
  @usableFromInline func find(in parent: Parent) -> Int {
    var state = parent
    let (place, number) = (place(in: state), state[keyPath: version].number)
    state[keyPath: path] = state[keyPath: path]
    // If the number is the same, it is that of another branch.
    let isBranch = place != nil && place == self.place(in: state) && number != state[keyPath: version].number
    let offset = isBranch ? place.map { $0 - Branch<Value>.versionOffset } ?? Self.notStored : Self.notStored
    known.store(offset, ordering: .relaxed)
    return offset
  }

  private func place(in state: Parent) -> Int? {
    let number = state[keyPath: version].number
    return withUnsafeBytes(of: state) { onlyOffset(of: number, in: $0) }
  }
}
