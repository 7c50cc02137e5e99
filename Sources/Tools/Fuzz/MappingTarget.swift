import ColmeiaJSON

extension FuzzTarget {
  static let mapping = FuzzTarget(
    name: "mapping", summary: "lenient mapping: a path, a line break, and JSON",
    samples: [
      "a.0.b\n{\"a\":[{\"b\":\"12\"}],\"c\":\"2015/08/21\"}", "c\n{\"c\":\"2015-08-21 15:45:45\"}",
      "0.1\n[[1,2.5,-1e3]]", "\n\"true\"", "x..y\n{\"x\":{\"\":{\"y\":\"1\"}}}",
    ]
  ) { bytes in
    let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let json = try? JSON(parsing: Array(parts[1])) else { return nil }
    let path = MappingPath(String(decoding: parts[0], as: UTF8.self))
    guard let dates = DateFormat("yyyy-MM-dd HH:mm:ss") else { return "a pattern was refused" }
    let mapper = Mapper(json, dates: dates)
    return wrong(mapper, path, Int.self) ?? wrong(mapper, path, Double.self) ?? wrong(mapper, path, Bool.self)
      ?? wrong(mapper, path, String.self) ?? wrong(mapper, path, Moment.self) ?? wrong(mapper, path, [Int?].self)
      ?? wrong(mapper.dated(.day), path, Moment.self) ?? wrong(mapper, path, [String: JSON].self)
  }

  /// Returns what is wrong with reading a value of one type, or `nil` if nothing is.
  private static func wrong<Value: LenientValue & Equatable>(
    _ mapper: Mapper, _ path: MappingPath, _ type: Value.Type
  ) -> String? {
    do throws(MappingError) {
      let value = try mapper.value(path, as: type)
      if mapper.optional(path, as: type) != value { return "optional() returns a different value than value()" }
      if value as? Double == .infinity { return "infinity was accepted" }
      // A value that matches the type exactly must be read unchanged.
      let exact = try? Value(exact: mapper.at(path))
      return exact == nil || exact == value ? nil : "a value of the exact type was changed"
    } catch {
      if mapper.optional(path, as: type) != nil { return "optional() returns a value, but value() throws" }
      if error.expected.isEmpty || error.found.isEmpty || "\(error)".isEmpty { return "the error has no message" }
      let isOnTheWay = error.path.prefix(path.steps.count).elementsEqual(path.steps.prefix(error.path.count))
      return isOnTheWay ? nil : "the error's path differs from the requested path"
    }
  }
}
