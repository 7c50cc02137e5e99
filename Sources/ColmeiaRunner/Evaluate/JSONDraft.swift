import ColmeiaJSON
import ColmeiaTable

/// A JSON value while a patch is made in it. What a change passes is opened once and put together at the end; a list is a
/// table meanwhile, so that nothing behind an element moves when it comes or goes.
indirect enum JSONDraft: Sendable {
  /// What no change has passed yet.
  case value(JSON)
  /// An object, and those of its values that are opened, by the bytes of their keys; `null` is in their places.
  case object(JSONObject, opened: [[UInt8]: JSONDraft])
  /// A list, and the number of its next new element.
  case list(EntityTable<Element>, next: Int)

  /// An element of a list, by a number of its own.
  struct Element: Identifiable, Sendable {
    let id: Int
    var draft: JSONDraft
  }

  /// What is done at the end of a path.
  enum Change: Sendable {
    case put(JSON, isNew: Bool)
    case remove
  }

  /// Makes a change below this value; `false` when it does not fit, and the value is of no use any more.
  ///
  /// - Parameters:
  ///   - steps: the rest of a path, which is limited; so is the recursion.
  ///   - opened: counts the elements of the lists that are opened.
  /// - Complexity: O(log n) for each step, and O(n) for the first one into a list.
  mutating func make(_ change: Change, at steps: ArraySlice<String>, opened: inout Int) -> Bool {
    guard let step = steps.first else {
      guard case .put(let new, _) = change else { return false }
      self = .value(new)
      return true
    }
    open(&opened)
    let rest = steps.dropFirst()
    switch self {
    case .value: return false
    case .object(var object, var parts):
      // The only reference to what is changed is the one that is changed.
      self = .value(.null)
      defer { self = .object(object, opened: parts) }
      return Self.make(change, in: &object, &parts, step, rest, &opened)
    case .list(var elements, var next):
      self = .value(.null)
      defer { self = .list(elements, next: next) }
      return Self.make(change, in: &elements, &next, step, rest, &opened)
    }
  }

  private mutating func open(_ opened: inout Int) {
    switch self {
    case .value(.object(let object)): self = .object(object, opened: [:])
    case .value(.array(let elements)):
      opened += elements.count
      let rows = elements.enumerated().lazy.map { Element(id: $0.offset, draft: .value($0.element)) }
      self = .list(EntityTable(rows), next: elements.count)
    case .value, .object, .list: break
    }
  }

  private static func make(
    _ change: Change, in object: inout JSONObject, _ parts: inout [[UInt8]: JSONDraft], _ key: String,
    _ rest: ArraySlice<String>, _ opened: inout Int
  ) -> Bool {
    let place = Array(key.utf8)
    if case .put(let new, isNew: true) = change, rest.isEmpty {
      (object[key], parts[place]) = (new, nil)
      return true
    }
    guard let value = object[key] else { return false }
    switch change {
    case _ where !rest.isEmpty:
      if parts[place] == nil { (object[key], parts[place]) = (.null, .value(value)) }
      return parts[place]?.make(change, at: rest, opened: &opened) ?? false
    case .put(let new, _): (object[key], parts[place]) = (new, nil)
    case .remove: (object[key], parts[place]) = (nil, nil)
    }
    return true
  }

  private static func make(
    _ change: Change, in elements: inout EntityTable<Element>, _ next: inout Int, _ step: String,
    _ rest: ArraySlice<String>, _ opened: inout Int
  ) -> Bool {
    guard let index = JSONPointer.index(step, end: elements.count), index <= elements.count else { return false }
    if case .put(let new, isNew: true) = change, rest.isEmpty {
      elements.insert(Element(id: next, draft: .value(new)), at: index)
      next += 1
      return true
    }
    guard index < elements.count else { return false }
    let id = elements[index].id
    switch change {
    case _ where !rest.isEmpty:
      return elements.update(id) { $0.draft.make(change, at: rest, opened: &opened) } ?? false
    case .put(let new, _): elements.update(id) { $0.draft = .value(new) }
    case .remove: elements.remove(id: id)
    }
    return true
  }

  /// The value with all changes. What is opened lies as deep as a path is long, and so does the recursion.
  ///
  /// - Complexity: O(length of what is opened).
  var closed: JSON {
    switch self {
    case .value(let value): return value
    case .list(let elements, _): return .array(elements.map(\.draft.closed))
    case .object(var object, let parts):
      for (place, part) in parts { object[String(decoding: place, as: UTF8.self)] = part.closed }
      return .object(object)
    }
  }
}
