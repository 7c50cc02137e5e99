import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaScenario

/// A part of a state as it was last sent: its value, and its JSON with secrets masked.
///
/// The value is retained, so the objects it refers to aren't uniquely referenced and can't be mutated in place.
/// Therefore, a value with the same bytes is equal.
final class StatePart {
  /// The way in which the JSON is stored.
  enum Form {
    /// Nothing has been sent yet.
    case new
    /// As one value.
    case whole
    /// By member.
    case members
    /// By element.
    case elements
  }

  let name: String
  /// The kind of secret that enclosing names give to the whole part.
  let kind: SecretKind?
  var form = Form.new
  /// The JSON of a part that is stored as one value.
  var json = JSON.null
  var members: [StatePart] = []
  /// The number of members that have been encoded in this update.
  var visited = 0
  var elements: [JSON] = []

  private var type: ObjectIdentifier?
  private var bytes = UnsafeMutableRawPointer.allocate(byteCount: 0, alignment: 16)
  private var size = 0
  private var value: UnsafeMutableRawPointer?
  private var destroy: (UnsafeMutableRawPointer) -> Void = { _ in }

  init(_ name: String, _ kind: SecretKind?) {
    self.name = name
    self.kind = kind
  }

  deinit {
    release()
    bytes.deallocate()
  }

  /// Whether the bytes of the value are those of the retained one. Values with different bytes may still be equal.
  func holds<Value>(_ value: borrowing Value) -> Bool {
    guard type == ObjectIdentifier(Value.self) else { return false }
    return withUnsafePointer(to: value) { hasSameBytes($0, bytes, size) }
  }

  /// Retains a value in place of the previous one.
  func hold<Value>(_ new: Value) {
    if type == ObjectIdentifier(Value.self), let value {
      value.assumingMemoryBound(to: Value.self).pointee = new
    } else {
      release()
      let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
      pointer.initialize(to: new)
      value = UnsafeMutableRawPointer(pointer)
      destroy = { pointer in
        pointer.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
        pointer.assumingMemoryBound(to: Value.self).deallocate()
      }
      type = ObjectIdentifier(Value.self)
      if size != MemoryLayout<Value>.size {
        bytes.deallocate()
        size = MemoryLayout<Value>.size
        bytes = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
      }
    }
    // The bytes of the original are copied, because a copy of the value may have different padding bytes.
    withUnsafePointer(to: new) { bytes.copyMemory(from: $0, byteCount: size) }
  }

  /// Returns the retained value if it is of this type.
  func retained<Value>(as type: Value.Type) -> Value? {
    self.type == ObjectIdentifier(type) ? value?.assumingMemoryBound(to: type).pointee : nil
  }

  /// Releases the retained value, so that the next one is treated as different.
  func release() {
    if let value { destroy(value) }
    (value, type) = (nil, nil)
  }

  /// Discards the JSON and how it is stored.
  func reset() {
    form = .new
    (json, members, elements, visited) = (.null, [], [], 0)
  }

  /// Returns the JSON at a path, without creating that of the members beside it.
  func value(at steps: ArraySlice<QueryPath.Step>) -> JSON? {
    guard form == .members, case .key(let name) = steps.first else { return QueryPath(Array(steps)).value(in: whole) }
    return members.first { $0.name == name }?.value(at: steps.dropFirst())
  }

  /// The complete JSON.
  var whole: JSON {
    switch form {
    case .new, .whole: return json
    case .elements: return .array(elements)
    case .members:
      var object = JSONObject()
      for member in members { object[member.name] = member.whole }
      return .object(object)
    }
  }
}
