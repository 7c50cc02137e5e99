/// How to read the shape of a type's values from their bytes: the same that ``Shape`` finds by reflection, which takes a
/// hundred times as long.
///
/// It is learnt from one value, by reflection. Fields of a struct stand one after the other, each as its type is aligned.
/// Whether they do is seen by the size of the whole and by the bytes of each part; what has no such form is left to
/// reflection, once for each value that a part has.
@usableFromInline struct ShapePlan {
  enum Step {
    case mix(UInt64)
    case number(Int), flag(Int), text(Int)
    case count(Int, (UnsafeRawPointer) -> Int)
    case reflect(Int, part: Int)
  }

  private(set) var steps: [Step] = []
  private var parts: [KnownPart] = []

  /// Learns from a value; `nil` when its bytes do not stand as they should.
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

  /// Adds the steps of a part; whether it stands where it should.
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
      // A box of any error has the size of a reference, as an error may have.
      if child.value is any Error { return false }
      let layout = Layout(of: type(of: child.value))
      let start = (end + layout.alignment - 1) / layout.alignment * layout.alignment
      if !add(child.value, depth: depth + 1, at: start, of: state) { return false }
      end = start + layout.size
    }
    return end == offset + whole.size
  }
}

/// What is known of a type whose name is not.
private struct Layout {
  let size: Int
  let alignment: Int
  let load: (UnsafeRawPointer) -> Any
  /// Of a collection: how many elements it has.
  var count: ((UnsafeRawPointer) -> Int)?
  /// Whether a value begins with these bytes. Not all are compared: there are some between its parts that have no meaning.
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
