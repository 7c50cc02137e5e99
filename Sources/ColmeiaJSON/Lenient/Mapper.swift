/// Reads values out of JSON that is not strict about its types: numbers as texts, truth values as numbers, dates as texts.
///
/// ```swift
/// struct Person: Mappable {
///   var id: Int
///   var city: String?
///
///   init(_ mapper: Mapper) throws(MappingError) {
///     id = try mapper.value("id")               // 7 or "7"
///     city = mapper.optional("addresses.0.city")
///   }
/// }
///
/// let person = try Mapper(json).value(as: Person.self)
/// ```
public struct Mapper: Sendable {
  /// The JSON value that is read.
  public let json: JSON
  /// How texts stand for moments.
  public let dates: DateFormat
  /// The way to ``json`` from the top of the document.
  public let path: [String]

  /// A mapper; its dates are days, `yyyy/MM/dd`, where nothing else is said.
  public init(_ json: JSON, dates: DateFormat = .day) { self.init(json, dates, []) }

  init(_ json: JSON, _ dates: DateFormat, _ path: [String]) {
    self.json = json
    self.dates = dates
    self.path = path
  }

  /// The same JSON with dates of another format.
  public func dated(_ dates: DateFormat) -> Mapper { Mapper(json, dates, path) }

  /// The same JSON with dates of this pattern.
  ///
  /// - Throws: ``MappingError``, if it is none of ``DateFormat``.
  public func dated(_ pattern: String) throws(MappingError) -> Mapper {
    guard let dates = DateFormat(pattern) else {
      throw MappingError(path: path, expected: "a date pattern of yyyy MM dd HH mm ss", found: "another pattern")
    }
    return dated(dates)
  }

  /// The value at `path`; the whole JSON where none is given.
  ///
  /// - Throws: ``MappingError``: where it goes wrong, what should be there, and what is.
  /// - Complexity: O(keys on the way + size of the value).
  public func value<Value: LenientValue>(
    _ path: MappingPath = [], as type: Value.Type = Value.self
  ) throws(MappingError) -> Value {
    try Value(lenient: try at(path))
  }

  /// The value at `path`; `nil` if there is none, or it can be made of nothing there.
  ///
  /// - Complexity: O(keys on the way + size of the value).
  public func optional<Value: LenientValue>(_ path: MappingPath, as type: Value.Type = Value.self) -> Value? {
    do throws(MappingError) { return try value(path) } catch { return nil }
  }

  /// The value at `path`; `nil` if there is none or `null`.
  ///
  /// - Throws: ``MappingError``, if something else is there.
  /// - Complexity: O(keys on the way + size of the value).
  public func valueIfPresent<Value: LenientValue>(
    _ path: MappingPath, as type: Value.Type = Value.self
  ) throws(MappingError) -> Value? {
    guard let found = try? at(path) else { return nil }
    if case .null = found.json { return nil }
    return try Value(lenient: found)
  }

  /// A mapper for what stands at `path`.
  ///
  /// - Throws: ``MappingError``, if nothing does.
  /// - Complexity: O(keys on the way).
  public func at(_ path: MappingPath) throws(MappingError) -> Mapper {
    var here = self
    for step in path.steps { here = try here.step(step) }
    return here
  }

  private func step(_ step: String) throws(MappingError) -> Mapper {
    switch json {
    case .object(let object):
      guard let next = object[step] else { throw error("the key \(JSON.string(step).text())", "none") }
      return Mapper(next, dates, path + [step])
    case .array(let elements):
      guard let index = Int(step), index >= 0, "\(index)" == step else {
        throw error("an index from 0", "the step \(JSON.string(step).text())")
      }
      guard index < elements.count else { throw error("an element at \(index)", "\(elements.count) elements") }
      return element(index, elements[index])
    case .null, .bool, .number, .string: throw error("an object or an array", json.kind)
    }
  }

  func element(_ index: Int, _ json: JSON) -> Mapper { Mapper(json, dates, path + ["\(index)"]) }
  func member(_ key: String, _ json: JSON) -> Mapper { Mapper(json, dates, path + [key]) }

  /// An error at this place.
  func error(_ expected: String, _ found: String) -> MappingError {
    MappingError(path: path, expected: expected, found: found)
  }
}

/// What can be made of an object with a ``Mapper``.
public protocol Mappable: LenientValue {
  /// The value that an object means.
  ///
  /// - Throws: ``MappingError`` when a member that is needed is missing or means something else.
  init(_ mapper: Mapper) throws(MappingError)
}

extension Mappable {
  /// The value that an object means; nothing else means one.
  public init(lenient mapper: Mapper) throws(MappingError) {
    guard case .object = mapper.json else { throw mapper.error("an object", mapper.json.kind) }
    try self.init(mapper)
  }
}
