extension Moment: LenientValue {
  /// Creates a moment from a string in the mapper's date format, or from a number of seconds since 1970 in the years 1
  /// to 9999.
  public init(lenient mapper: Mapper) throws(MappingError) {
    switch mapper.json {
    case .number:
      let seconds = try Double(exact: mapper)
      guard Self.years.contains(seconds) else { throw mapper.error("a date of the years 1 to 9999", "another number") }
      self.init(secondsSince1970: seconds)
    case .string(let text):
      guard let moment = mapper.dates.moment(text) else {
        throw mapper.error("a date like \(mapper.dates.pattern)", "a string in another format")
      }
      self = moment
    case .null, .bool, .array, .object: throw mapper.error("a date", mapper.json.kind)
    }
  }
}
