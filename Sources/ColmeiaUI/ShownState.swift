
/// The state that a view store shows, its observers, and its parts that other view stores show.
///
/// Everything here is independent of the type of the state, because looking up generic types at run time takes longer
/// than the work itself.
@MainActor final class ShownState {
  private(set) var value: ShownValue
  /// The state that replaces `value` as soon as its observers have been notified.
  private var next: ShownValue?
  private(set) var paths: [PathKey: ObservedPath] = [:]
  /// The observed paths of computed values, which are checked for each change.
  private var computed: [ObservedPath] = []
  /// The bytes of all other observed values, which are checked only if one of the bytes has changed.
  private var stored = ByteRanges()
  private(set) var parts: [PartKey: any ShownPart] = [:]

  init(_ value: ShownValue) { self.value = value }

  /// The newest state, in which a new part begins.
  var newest: ShownValue { next ?? value }

  /// Whether there are observers, here or in the parts.
  var isRead: Bool { paths.values.contains { $0.isRead } || parts.values.contains { $0.isInUse } }

  /// Registers the observer that is currently tracking.
  func observe(_ key: PathKey, _ make: (PathKey) -> ObservedPath) {
    if let path = paths[key] { return path.access() }
    let path = make(key)
    paths[key] = path
    if let bytes = path.bytes { stored.add(bytes) } else { computed.append(path) }
    path.access()
  }

  func add(_ part: any ShownPart, for key: PartKey) { parts[key] = part }

  /// Shows a new state, and notifies the observers of what has changed, here and in the parts.
  func show(_ new: ShownValue) {
    var change = ShownChange()
    stage(new, &change)
    change.make()
  }

  /// Adds the change to `new`, and removes what is no longer in use.
  func stage(_ new: ShownValue, _ change: inout ShownChange) {
    next = new
    change.states.append(self)
    if stored.areSame(value.place, new.place) {
      stage(computed, new, &change)
    } else {
      stage(paths.values, new, &change)
    }
    for (key, part) in parts where !part.stage(new, &change) { parts[key] = nil }
  }

  private func stage(_ checked: some Sequence<ObservedPath>, _ new: ShownValue, _ change: inout ShownChange) {
    var unused: [ObservedPath] = []
    for path in checked {
      if !path.isRead { unused.append(path) } else if path.differs(value, new) { change.paths.append(path) }
    }
    for path in unused { paths[path.key] = nil }
    if unused.contains(where: { $0.bytes == nil }) { computed.removeAll { paths[$0.key] == nil } }
  }

  func assign() {
    if let next { value = next }
    next = nil
  }
}

/// A shown state, at a constant address.
///
/// Two states with the same bytes are the same: as this object retains everything that its state refers to, a reducer
/// must copy what it changes, so that the new state refers to something else.
class ShownValue {
  let place: UnsafeMutableRawPointer
  private let size: Int

  init(_ place: UnsafeMutableRawPointer, _ size: Int) {
    self.place = place
    self.size = size
  }

  /// Returns whether the bytes at `other` are the same.
  func hasBytes(of other: UnsafeRawPointer) -> Bool { isSameMemory(place, other, size) }

  /// Returns whether a range of bytes is the same in another state.
  func hasBytes(_ range: Range<Int>, of other: ShownValue) -> Bool {
    isSameMemory(place + range.lowerBound, other.place + range.lowerBound, range.count)
  }
}

/// The memory of a shown state.
final class ShownCopy<State>: ShownValue {
  private let state: UnsafeMutablePointer<State>

  init(at place: UnsafePointer<State>) {
    state = .allocate(capacity: 1)
    state.initialize(to: place.pointee)
    // The bytes between the properties aren't part of the copy, and would differ by chance.
    UnsafeMutableRawPointer(state).copyMemory(from: place, byteCount: MemoryLayout<State>.size)
    super.init(UnsafeMutableRawPointer(state), MemoryLayout<State>.size)
  }

  convenience init(_ state: State) {
    var state = state
    self.init(at: &state)
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
  }
}

/// A pending change of the shown state: first, all observers are notified of the upcoming change; then, all values
/// change at once.
@MainActor struct ShownChange {
  var paths: [ObservedPath] = []
  var states: [ShownState] = []

  func make() {
    for path in paths { path.willChange() }
    for state in states { state.assign() }
    for path in paths { path.didChange() }
  }
}

/// A part of a shown state. It is in use as long as its view store exists, or has observers: a view may read a value
/// through a view store that it doesn't retain.
@MainActor protocol ShownPart: AnyObject {
  var isInUse: Bool { get }
  /// Adds the changes of the part. Returns `false` if the part is no longer in use.
  func stage(_ new: ShownValue, _ change: inout ShownChange) -> Bool
}

/// Identifies a part, and the type of its view store.
struct PartKey: Hashable {
  let path: AnyKeyPath
  let id: ViewStoreID
  let type: ObjectIdentifier

  init(_ path: AnyKeyPath, _ id: ViewStoreID, _ type: AnyObject.Type) {
    self.path = path
    self.id = id
    self.type = ObjectIdentifier(type)
  }
}

/// A part that a view store shows.
@MainActor final class ShownScope: ShownPart {
  weak var view: AnyObject?
  /// The state of the view store. There is no other reference to it if the view store has been released.
  private(set) var shown: ShownState
  private let offset: Int?
  private let copy: (UnsafeRawPointer) -> ShownValue?

  /// - Parameters:
  ///   - shown: The state of the part.
  ///   - offset: The location of the part in the whole state, or `nil` if it isn't stored.
  ///   - copy: Returns a copy of the part in a whole state, or `nil` if there is none.
  init(_ shown: ShownState, at offset: Int?, copy: @escaping (UnsafeRawPointer) -> ShownValue?) {
    self.shown = shown
    self.offset = offset
    self.copy = copy
  }

  var isInUse: Bool { !isKnownUniquelyReferenced(&shown) || shown.isRead }

  func stage(_ new: ShownValue, _ change: inout ShownChange) -> Bool {
    if !isInUse { return false }
    if let offset, shown.value.hasBytes(of: new.place + offset) { return true }
    if let part = copy(new.place), !shown.value.hasBytes(of: part.place) { shown.stage(part, &change) }
    return true
  }
}

/// A property of a shown state.
struct ShownProperty<State, Value> {
  let path: KeyPath<State, Value>
  /// The location of the property, or `nil` if it is computed. An access through the key path takes 50 ns.
  let offset: Int?

  init(_ path: KeyPath<State, Value>) {
    self.path = path
    offset = MemoryLayout<State>.offset(of: path)
  }

  var bytes: Range<Int>? { offset.map { $0..<$0 + MemoryLayout<Value>.size } }

  /// Calls `body` with the value, which isn't copied if it is stored.
  func withValue<Result>(in state: UnsafeRawPointer, _ body: (UnsafePointer<Value>) -> Result) -> Result {
    if let offset { return body((state + offset).assumingMemoryBound(to: Value.self)) }
    return withUnsafePointer(to: state.assumingMemoryBound(to: State.self).pointee[keyPath: path], body)
  }

  func value(in state: UnsafeRawPointer) -> Value { withValue(in: state) { $0.pointee } }
}
