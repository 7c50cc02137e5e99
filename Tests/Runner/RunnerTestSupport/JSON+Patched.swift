import ColmeiaJSON

extension JSON {
  /// Returns the value with a patch applied (RFC 6902), as a front end does it, or `nil` if an operation is invalid.
  package func patched(_ patch: JSON) -> JSON? {
    var value: JSON? = self
    for change in patch.array ?? [] {
      let steps = (change["path"]?.string ?? "").utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
      let keys = steps.dropFirst().map { step in
        let key = Array(step).replacing([0x7E, 0x31], with: [0x2F]).replacing([0x7E, 0x30], with: [0x7E])
        return String(decoding: key, as: UTF8.self)
      }
      value = value?.changed(keys[...], change["op"] == "add", change["value"])
    }
    return value
  }

  /// - Parameter value: The new value, or `nil` to remove the old one.
  private func changed(_ keys: ArraySlice<String>, _ isNew: Bool, _ value: JSON?) -> JSON? {
    guard let key = keys.first else { return value }
    let rest = keys.dropFirst()
    switch self {
    case .object(var object):
      if rest.isEmpty {
        if !isNew, object[key] == nil { return nil }
        object[key] = value
        return .object(object)
      }
      guard let inner = object[key]?.changed(rest, isNew, value) else { return nil }
      object[key] = inner
      return .object(object)
    case .array(var elements):
      let isInsertion = isNew && rest.isEmpty
      guard let index = key == "-" ? elements.count : Int(key), index >= 0,
        index < elements.count + (isInsertion ? 1 : 0)
      else { return nil }
      if isInsertion {
        guard let value else { return nil }
        elements.insert(value, at: index)
      } else if rest.isEmpty, value == nil {
        elements.remove(at: index)
      } else {
        guard let inner = elements[index].changed(rest, isNew, value) else { return nil }
        elements[index] = inner
      }
      return .array(elements)
    default: return nil
    }
  }
}
