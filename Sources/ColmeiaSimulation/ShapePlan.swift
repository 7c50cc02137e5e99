/// Reads the shape of values of one type directly from their bytes. The result equals that of ``Shape``, which uses
/// reflection and takes a hundred times as long.
///
/// The layout is derived by reflection from one value, assuming that the fields of a struct follow each other with the
/// alignment of their types. The assumption is verified by the total size and by the bytes of each part. Parts with any
/// other layout are read by reflection, once for each distinct value.
@usableFromInline struct ShapePlan {
  enum Step {
    case mix(UInt64)
    case number(Int), flag(Int), text(Int)
    case count(Int, (UnsafeRawPointer) -> Int)
    case reflect(Int, part: Int)
  }

  private(set) var steps: [Step] = []
  private var parts: [KnownPart] = []

  /// Derives the layout from a value. Returns `nil` if its bytes don't match the assumed layout.
  @usableFromInline init?<State>(_ state: State) {
    let isKnown = withUnsafeBytes(of: state) { add(state, depth: 0, at: 0, of: $0) }
    if !isKnown { return nil }
  }

  @usableFromInline mutating func shape<State>(of state: State) -> UInt64 {
    withUnsafePointer(to: state) { read(UnsafeRawPointer($0)) }
  }

  private mutating func read(_ state: UnsafeRawPointer) -> UInt64 {
    var hash = Shape.Hash()
    for place in steps.indices {
      switch steps[place] {
      case .mix(let value): hash.mix(value)
      case .number(let offset): hash.mix((state + offset).load(as: Int.self))
      case .flag(let offset): hash.mix((state + offset).load(as: Bool.self))
      case .text(let offset): hash.mix(isEmpty: (state + offset).load(as: String.self).isEmpty)
      case .count(let offset, let count): hash.mix(count(state + offset))
      case .reflect(let offset, let part):
        for value in parts[part].numbers(at: state + offset) { hash.mix(value) }
      }
    }
    return hash.value
  }

  /// Adds the steps for a part. Returns whether the part has the expected offset.
  private mutating func add(
    _ part: Any, depth: Int, at offset: Int, of state: UnsafeRawBufferPointer
  ) -> Bool {
    let type = type(of: part)
    let layout = Layout(of: type)
    guard layout.alignment <= 8, offset + layout.size <= state.count else { return false }
    let known = (steps.count, parts.count)
    if addFields(of: part, layout, depth: depth, at: offset, of: state) { return true }
    steps.removeSubrange(known.0...)
    parts.removeSubrange(known.1...)
    let bytes = UnsafeRawBufferPointer(rebasing: state[offset..<offset + layout.size])
    guard layout.isSame(part, bytes) else { return false }
    if type == Int.self {
      steps.append(.number(offset))
    } else if type == Bool.self {
      steps.append(.flag(offset))
    } else if type == String.self {
      steps.append(.text(offset))
    } else if let count = layout.count, Shape.isCounted(Mirror(reflecting: part)) {
      steps.append(.count(offset, count))
    } else {
      steps.append(.reflect(offset, part: parts.count))
      parts.append(KnownPart(size: layout.size, depth: depth, layout.load))
    }
    return true
  }

  private mutating func addFields(
    of part: Any, _ whole: Layout, depth: Int, at offset: Int, of state: UnsafeRawBufferPointer
  ) -> Bool {
    if part is any CustomReflectable { return false }
    let mirror = Mirror(reflecting: part)
    guard mirror.displayStyle == .struct, mirror.children.count <= Shape.mostChildren else { return false }
    if depth == Shape.deepest { return true }
    steps.append(.mix(UInt64(mirror.children.count)))
    var end = offset
    for child in mirror.children {
      // A box of any error has the size of a reference, which an error type may also have.
      if child.value is any Error { return false }
      let layout = Layout(of: type(of: child.value))
      let start = (end + layout.alignment - 1) / layout.alignment * layout.alignment
      if !add(child.value, depth: depth + 1, at: start, of: state) { return false }
      end = start + layout.size
    }
    return end == offset + whole.size
  }
}

/// The layout of a type that is known only at run time.
private struct Layout {
  let size: Int
  let alignment: Int
  let load: (UnsafeRawPointer) -> Any
  /// The number of elements in a collection, or `nil` if the type isn't a collection.
  var count: ((UnsafeRawPointer) -> Int)?
  /// Returns whether a value begins with these bytes. Only the first ones are compared, because padding has no defined
  /// content.
  let isSame: (Any, UnsafeRawBufferPointer) -> Bool

  init(of type: Any.Type) {
    func make<Value>(_ type: Value.Type) -> Layout { Layout(known: type) }
    self = make(type)
  }

  private init<Value>(known type: Value.Type) {
    size = MemoryLayout<Value>.size
    alignment = MemoryLayout<Value>.alignment
    load = { $0.assumingMemoryBound(to: Value.self).pointee }
    isSame = { value, bytes in
      guard let value = value as? Value else { return false }
      return withUnsafeBytes(of: value) { $0.prefix(8).elementsEqual(bytes.prefix(8)) }
    }
    func counter<Elements: Collection>(_ type: Elements.Type) -> (UnsafeRawPointer) -> Int {
      { $0.assumingMemoryBound(to: Elements.self).pointee.count }
    }
    if let type = type as? any Collection.Type { count = counter(type) }
  }
}
