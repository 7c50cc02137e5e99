import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaMemory

/// A part of a state as it was told last: the value that it was made of, and its JSON without secrets.
///
/// The value is held, so that nobody changes in place what its references lead to: while the bytes are the same, the value is.
final class StatePart {
  /// How the JSON is kept.
  enum Form {
    /// Nothing was told yet.
    case new
    /// As a whole.
    case whole
    /// Member by member.
    case members
    /// Element by element.
    case elements
  }

  let name: String
  /// What the names above it say of all that is in it.
  let kind: SecretKind?
  var form = Form.new
  /// Of a part that is told as a whole.
  var json = JSON.null
  var members: [StatePart] = []
  /// How many members have come by in this round.
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
    letGo()
    bytes.deallocate()
  }

  /// Whether the value is the one that is held. Two with different bytes may be equal all the same.
  func holds<Value>(_ value: borrowing Value) -> Bool {
    guard type == ObjectIdentifier(Value.self) else { return false }
    return withUnsafePointer(to: value) { hasSameBytes($0, bytes, size) }
  }

  /// Holds a value in the place of the one before.
  func hold<Value>(_ new: Value) {
    if type == ObjectIdentifier(Value.self), let value {
      value.assumingMemoryBound(to: Value.self).pointee = new
    } else {
      letGo()
      let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
      place.initialize(to: new)
      value = UnsafeMutableRawPointer(place)
      destroy = { place in
        place.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
        place.assumingMemoryBound(to: Value.self).deallocate()
      }
      type = ObjectIdentifier(Value.self)
      if size != MemoryLayout<Value>.size {
        bytes.deallocate()
        size = MemoryLayout<Value>.size
        bytes = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
      }
    }
    // Those of the original, because a copy need not have what is between its members.
    withUnsafePointer(to: new) { bytes.copyMemory(from: $0, byteCount: size) }
  }

  /// The value that is held, if it is of this type.
  func held<Value>(as type: Value.Type) -> Value? {
    self.type == ObjectIdentifier(type) ? value?.assumingMemoryBound(to: type).pointee : nil
  }

  /// Holds nothing any more, so that the next value is another one.
  func letGo() {
    if let value { destroy(value) }
    (value, type) = (nil, nil)
  }

  /// Forgets how it was kept.
  func reset() {
    form = .new
    (json, members, elements, visited) = (.null, [], [], 0)
  }

  /// All of it.
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
