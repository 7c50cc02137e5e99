/// Reads values from JSON whose types are inconsistent: numbers as strings, Boolean values as numbers, dates as
/// strings.
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
  /// The JSON value to read.
  public let json: JSON
  /// The format of dates.
  public let dates: DateFormat
  /// The path to ``json`` from the root of the document.
  public let path: [String]

  /// Creates a mapper. By default, dates are days in the format `yyyy/MM/dd`.
  public init(_ json: JSON, dates: DateFormat = .day) { self.init(json, dates, []) }

  init(_ json: JSON, _ dates: DateFormat, _ path: [String]) {
    self.json = json
    self.dates = dates
    self.path = path
  }

  /// Returns a mapper for the same JSON with another date format.
  public func dated(_ dates: DateFormat) -> Mapper { Mapper(json, dates, path) }

  /// Returns a mapper for the same JSON with another date pattern.
  ///
  /// - Throws: ``MappingError`` if the pattern is not a valid ``DateFormat``.
  public func dated(_ pattern: String) throws(MappingError) -> Mapper {
    guard let dates = DateFormat(pattern) else {
      throw MappingError(path: path, expected: "a date pattern of yyyy MM dd HH mm ss S Z", found: "another pattern")
    }
    return dated(dates)
  }

  /// Returns the value at `path`, or the whole JSON if no path is given.
  ///
  /// - Throws: ``MappingError``, with the path, what was expected, and what was found.
  /// - Complexity: O(keys along the path + size of the value).
  public func value<Value: LenientValue>(
    _ path: MappingPath = [], as type: Value.Type = Value.self
  ) throws(MappingError) -> Value {
    try Value(lenient: try at(path))
  }

  /// Returns the value at `path`, or `nil` if it is missing or can't be converted.
  ///
  /// - Complexity: O(keys along the path + size of the value).
  public func optional<Value: LenientValue>(_ path: MappingPath, as type: Value.Type = Value.self) -> Value? {
    do throws(MappingError) { return try value(path) } catch { return nil }
  }

  /// Returns the value at `path`, or `nil` if it is missing or `null`.
  ///
  /// - Throws: ``MappingError`` if the value can't be converted.
  /// - Complexity: O(keys along the path + size of the value).
  public func valueIfPresent<Value: LenientValue>(
    _ path: MappingPath, as type: Value.Type = Value.self
  ) throws(MappingError) -> Value? {
    guard let found = try? at(path) else { return nil }
    if case .null = found.json { return nil }
    return try Value(lenient: found)
  }

  /// Returns a mapper for the JSON at `path`.
  ///
  /// - Throws: ``MappingError`` if there is none.
  /// - Complexity: O(keys along the path).
  public func at(_ path: MappingPath) throws(MappingError) -> Mapper {
    var here = self
    for step in path.steps { here = try here.step(step) }
    return here
  }

  private func step(_ step: String) throws(MappingError) -> Mapper {
    switch json {
    case .object(let object):
      guard let next = object[step] else { throw error("the key \(JSON.string(step).text())", "an object without it") }
      return Mapper(next, dates, path + [step])
    case .array(let elements):
      guard let index = Int(step), index >= 0, "\(index)" == step else {
        throw error("an array index", "the key \(JSON.string(step).text())")
      }
      guard index < elements.count else { throw error("an element at index \(index)", "an array of \(elements.count)") }
      return element(index, elements[index])
    case .null, .bool, .number, .string: throw error("an object or an array", json.kind)
    }
  }

  func element(_ index: Int, _ json: JSON) -> Mapper { Mapper(json, dates, path + ["\(index)"]) }
  func member(_ key: String, _ json: JSON) -> Mapper { Mapper(json, dates, path + [key]) }

  /// Returns an error at the mapper's path.
  func error(_ expected: String, _ found: String) -> MappingError {
    MappingError(path: path, expected: expected, found: found)
  }
}

/// A type that a ``Mapper`` can create from a JSON object.
public protocol Mappable: LenientValue {
  /// Creates the value from the members of an object.
  ///
  /// - Throws: ``MappingError`` if a required member is missing or can't be converted.
  init(_ mapper: Mapper) throws(MappingError)
}

extension Mappable {
  /// Creates the value from an object. Anything else is an error.
  public init(lenient mapper: Mapper) throws(MappingError) {
    guard case .object = mapper.json else { throw mapper.error("an object", mapper.json.kind) }
    try self.init(mapper)
  }
}
