/// The location of a part of a state: an offset, or a closure that computes the part.
@usableFromInline package struct StatePlace<State>: Sendable {
  @usableFromInline package let offset: Int
  @usableFromInline package let make: (@Sendable (UnsafeRawPointer) -> State)?

  /// Creates the location of the whole state at offset 0, or of a part that is stored in it.
  @inlinable package init(offset: Int = 0, make: (@Sendable (UnsafeRawPointer) -> State)? = nil) {
    self.offset = offset
    self.make = make
  }

  /// The byte range of the part, or `nil` if it isn't stored.
  @inlinable package var bytes: Range<Int>? { make == nil ? offset..<offset + MemoryLayout<State>.size : nil }

  /// Returns the location of the part at `path`. The offset is determined once, because each access through a key path
  /// takes 50 ns.
  @inlinable package func part<Part>(_ path: KeyPath<State, Part> & Sendable) -> StatePlace<Part> {
    if make == nil, let inner = MemoryLayout<State>.offset(of: path) { return StatePlace<Part>(offset: offset + inner) }
    return StatePlace<Part> { root in read(root) { $0[keyPath: path] } }
  }

  /// Returns the stored location of a part whose first eight bytes are a unique number, if there is one. A computed
  /// property may return a stored part.
  @inlinable package func stored<Part>(
    _ part: StatePlace<Part>, _ number: UInt64, _ root: UnsafeRawPointer
  ) -> StatePlace<Part> {
    if make != nil || part.make == nil { return part }
    let bytes = UnsafeRawBufferPointer(start: root + offset, count: MemoryLayout<State>.size)
    return onlyOffset(of: number, in: bytes).map { StatePlace<Part>(offset: offset + $0) } ?? part
  }

  /// Calls `body` with the part of the state at `root`, which isn't copied if it is stored.
  @inlinable package func read<Result>(_ root: UnsafeRawPointer, _ body: (State) -> Result) -> Result {
    if let make { return body(make(root)) }
    return Self.readHeld((root + offset).assumingMemoryBound(to: Held<State>.self).pointee, body)
  }

  /// Calls `body` with a pointer to the part of the state at `root`.
  @inlinable package func readBytes(_ root: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
    guard let make else { return body(root + offset) }
    withUnsafePointer(to: make(root)) { body($0) }
  }

  @inlinable @inline(__always) static func readHeld<Result>(
    _ held: borrowing Held<State>, _ body: (State) -> Result
  ) -> Result {
    body(held.state)
  }
}
