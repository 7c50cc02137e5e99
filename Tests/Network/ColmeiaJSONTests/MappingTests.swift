import ColmeiaJSON
import Testing

/// The conversions and key paths of the original mapper, and additional ones.
@Suite struct MappingTests {
  private func read<Value: LenientValue>(_ json: JSON, _ type: Value.Type) -> Value? {
    Mapper(["x": json]).optional("x")
  }

  @Test(
    arguments: [
      ("a", "a"), ("", ""), (1, "1"), (2.5, "2.5"), (true, "true"), (.null, nil), ([1, .null], "[1,null]"),
      (["a": 1], #"{"a":1}"#),
    ] as [(JSON, String?)])
  func `A string is created from any value except null`(json: JSON, value: String?) {
    #expect(read(json, String.self) == value)
  }

  @Test(
    arguments: [
      (1, 1), (-7, -7), (2.9, 2), (-2.9, -2), (1e3, 1_000), ("12", 12), ("-3", -3), ("12.5", nil), ("", nil),
      (" 1", nil),
      (1e300, nil), (true, nil), (.null, nil), ([], nil), ([:], nil), ("99999999999999999999", nil),
    ] as [(JSON, Int?)])
  func `An integer is created from a number without its fraction, or from a string`(json: JSON, value: Int?) {
    #expect(read(json, Int.self) == value)
  }

  @Test(
    arguments: [
      (1, 1), (2.5, 2.5), ("2.5", 2.5), ("-1e2", -100), ("abc", nil), ("nan", nil), ("inf", nil), ("0x1p3", nil),
      ("1e999", nil), (true, nil), (.null, nil), ([], nil),
    ] as [(JSON, Double?)])
  func `A floating-point number is created from a number or a string`(json: JSON, value: Double?) {
    #expect(read(json, Double.self) == value)
    #expect(read(json, Float.self) == value.map(Float.init))
    #expect(read(1e200, Float.self) == nil)
  }

  @Test(
    arguments: [
      (true, true), (false, false), (1, true), (7, true), (0, false), (-1, false), (0.5, true), ("true", true),
      ("TRUE", true), ("1", true), ("False", false), ("0", false), ("2", nil), ("yes", nil), ("", nil), (.null, nil),
      ([], nil),
    ] as [(JSON, Bool?)])
  func `A Boolean value is created from itself, a number or a string`(json: JSON, value: Bool?) {
    #expect(read(json, Bool.self) == value)
  }

  private enum Size: Int, LenientValue { case small, medium, large }
  private enum Letter: String, LenientValue { case a, b }

  @Test func `A raw value must have exactly its type and be known`() {
    #expect(read(1, Size.self) == .medium && read(2.0, Size.self) == .large)
    for json: JSON in ["1", 3, true, 1.5, .null] { #expect(read(json, Size.self) == nil) }
    #expect(read("b", Letter.self) == .b)
    for json: JSON in ["c", 1, .null] { #expect(read(json, Letter.self) == nil) }
  }

  @Test func `Collections must have exactly their type, and their elements are not converted`() {
    #expect(read([1, 2.0], [Int].self) == [1, 2])
    #expect(read([1, "2"], [Int].self) == nil)
    #expect(read([1.5], [Int].self) == nil)
    #expect(read(["a", .null], [String?].self) == ["a", nil])
    #expect(read(["a", 1], [String].self) == nil)
    #expect(read([[1], []], [[Int]].self) == [[1], []])
    #expect(read(["a": 1], [String: Int].self) == ["a": 1])
    #expect(read(["a": true], [String: Int].self) == nil)
    #expect(read([:], [Int].self) == nil)
    #expect(read([true, "x", .null], [JSON].self) == [true, "x", .null])
  }

  private static let orders: JSON = [
    "pizzas": [["name": "a", "tags": [["x", "y"], ["z"]]], ["name": .null]], "a.b": ["": 7], "0": "zero",
  ]

  @Test func `A path leads through objects and arrays, may end at an index, and reaches any key`() throws {
    let mapper = Mapper(Self.orders)
    #expect(try mapper.value("pizzas.0.name") == "a")
    #expect(try mapper.value("pizzas.0.tags.0.1") == "y")
    #expect(try mapper.value("pizzas.0.tags.1") == ["z"])
    #expect(try mapper.value("0") == "zero")
    #expect(try mapper.value(["a.b", ""]) == 7)
    #expect(try mapper.value("", as: JSON.self) == Self.orders)
    #expect(MappingPath("a..b").steps == ["a", "", "b"])
  }

  @Test(
    arguments: [
      ("pizzas.2.name", "pizzas: expected an element at index 2, not an array of 2"),
      ("pizzas.-1.name", "pizzas: expected an array index, not the key \"-1\""),
      ("pizzas.00.name", "pizzas: expected an array index, not the key \"00\""),
      ("pizzas.+1.name", "pizzas: expected an array index, not the key \"+1\""),
      ("pizzas.one", "pizzas: expected an array index, not the key \"one\""),
      ("pizzas.99999999999999999999", "pizzas: expected an array index, not the key \"99999999999999999999\""),
      ("pizzas.0.size", "pizzas.0: expected the key \"size\", not an object without it"),
      ("a.b", "expected the key \"a\", not an object without it"),
      ("pizzas.0.name.x", "pizzas.0.name: expected an object or an array, not a string"),
      ("pizzas.1.name", "pizzas.1.name: expected a string, not null"),
    ])
  func `An invalid path is an error, and nil as an optional`(path: String, message: String) {
    let mapper = Mapper(Self.orders)
    var found = ""
    do throws(MappingError) { _ = try mapper.value(MappingPath(path), as: String.self) } catch { found = "\(error)" }
    #expect(found == message)
    #expect(mapper.optional(MappingPath(path), as: String.self) == nil)
  }

  @Test func `A missing or null value is optional, but an invalid one is an error`() throws {
    let mapper = Mapper(["a": .null, "b": "x", "c": 1])
    #expect(try mapper.valueIfPresent("a", as: Int.self) == nil)
    #expect(try mapper.valueIfPresent("z.y", as: Int.self) == nil)
    #expect(try mapper.valueIfPresent("c", as: Int.self) == 1)
    #expect(throws: MappingError(path: ["b"], expected: "an integer", found: "a string that is not an integer")) {
      try mapper.valueIfPresent("b", as: Int.self)
    }
    #expect(mapper.optional("b", as: Int.self) == nil)
  }

  @Test func `An error quotes no value, and has the path in the document`() {
    let json: JSON = ["ordered": [["id": 1, "name": "A"], ["id": "hidden", "name": "B"]]]
    #expect(
      throws: MappingError(
        path: ["ordered", "1", "id"], expected: "an integer", found: "a string that is not an integer")
    ) {
      try Mapper(json).value("ordered", as: [Pizza].self)
    }
    #expect(throws: MappingError(path: ["ordered", "0"], expected: "an object", found: "a number")) {
      try Mapper(["ordered": [1]]).value("ordered", as: [Pizza].self)
    }
  }

  @Test(
    arguments: [
      ("yyyy/MM/dd", "2015/08/21", 1_440_115_200), ("yyyy/MM/dd HH:mm:ss", "2015/08/21 15:45:45", 1_440_171_945),
      ("dd.MM.yyyy", "29.02.2000", 951_782_400), ("yyyy年MM月dd日", "2000年02月29日", 951_782_400),
      ("yyyy年MM月dd日", "2000月02月29日", nil), ("HH:mm", "01:30", 5_400), ("yyyyMMdd", "19691231", -86_400),
      ("yyyy", "0001", -62_135_596_800), ("yyyy/MM/dd", "1900/02/29", nil), ("yyyy/MM/dd", "2015/13/01", nil),
      ("yyyy/MM/dd", "2015/00/01", nil), ("yyyy/MM/dd", "2015/1/01", nil), ("yyyy/MM/dd", "2015/01/01 ", nil),
      ("HH:mm:ss", "24:00:00", nil), ("HH:mm:ss", "23:59:60", nil), ("yyyy", "２０１５", nil), ("yyyy", "+015", nil),
      ("yyyy-MM-ddTHH:mmZ", "2024-01-02T03:04Z", 1_704_164_640), ("HH:mmXXX", "03:00+02:00", 3_600),
      ("HH:mmZ", "03:00-0230", 19_800), ("HH:mmZ", "03:00+02", 3_600), ("HH:mmZ", "03:00+2", nil),
      ("HH:mmZ", "03:00+02:60", nil), ("HH:mmZ", "03:00+24:00", nil), ("HH:mmZ", "03:00", nil),
      ("ss.SSS", "01.250", 1.25), ("ss.SSS", "01.25", nil), ("ss.SSS", "01.2500", nil), ("ss,S", "01,5", 1.5),
      ("yyyy'年 Jahr'", "1970年 Jahr", 0), ("'Z'HH", "Z01", 3_600), ("HH''", "01", 3_600),
    ] as [(String, String, Double?)])
  func `A date is read by its pattern, in UTC`(pattern: String, text: String, seconds: Double?) throws {
    let format = try #require(DateFormat(pattern))
    #expect(format.moment(text)?.secondsSince1970 == seconds)
  }

  @Test(arguments: ["yy", "yyyy MMM", "hh", "yyyy yyyy", "Z Z", "S.SSS", "SSSSSSSSSS", "'a"])
  func `An invalid date pattern is refused`(pattern: String) {
    #expect(DateFormat(pattern) == nil)
    #expect(throws: MappingError.self) { try Mapper([:]).dated(pattern) }
  }

  @Test func `A date is a number of seconds, or by default a day`() {
    #expect(read(1487263079.477015, Moment.self)?.secondsSince1970 == 1487263079.477015)
    for json: JSON in ["1487263079", true, .null, "2015-08-21", 1e300, 253_402_300_800, -62_135_596_801] {
      #expect(read(json, Moment.self) == nil)
    }
    #expect(read("1970/01/02", Moment.self)?.secondsSince1970 == 86_400)
  }

  @Test func `Every day of four centuries is one day after its predecessor`() throws {
    let format = DateFormat.day
    var (expected, count) = (-11_676_096_000.0, 0)
    for year in 1600..<2000 {
      for month in 1...12 {
        for day in 1...31 {
          func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
          guard let moment = format.moment("\(year)/\(two(month))/\(two(day))") else { continue }
          if moment.secondsSince1970 != expected { Issue.record("\(year)/\(month)/\(day)") }
          (expected, count) = (expected + 86_400, count + 1)
        }
      }
    }
    #expect(count == 146_097)
  }

  @Test func `The original's example user is read correctly`() throws {
    let user = try Mapper(try JSON(parsing: Array(Self.user.utf8))).value(as: User.self)
    #expect(user.id == 123 && user.name == "fulana22k" && user.email == "fulana22k@hotmail.com")
    #expect(user.isFirstLogIn && user.likesPizza)
    #expect(user.registered.secondsSince1970 == 1_440_171_945)
    #expect(user.timestamp.secondsSince1970 == 1487263079.477015)
    #expect(user.favourite == Pizza(id: 5, name: "Catuperoni", size: .medium, slices: nil))
    #expect(
      user.ordered == [
        Pizza(id: 5, name: "Catuperoni", size: .large, slices: 3),
        Pizza(id: 10, name: "Calabresa", size: .small, slices: nil),
      ])
    #expect(user.firstOrdered == "Catuperoni")
  }

  private static let user = """
    {"id": "123", "user_name": "fulana22k", "email": "fulana22k@hotmail.com", "is_first_login": true,
     "likes_pizza": "true", "register_date": "2015/08/21 15:45:45", "test_timestamp": 1487263079.477015,
     "favorite_pizza": {"id": 5, "name": "Catuperoni", "size": 1, "slices": null},
     "ordered_pizzas": [{"id": 5, "name": "Catuperoni", "slices": "3", "size": 2},
       {"id": 10, "name": "Calabresa", "slices": null, "size": 0}]}
    """
}

private enum PizzaSize: Int, LenientValue { case small, medium, large }

private struct Pizza: Mappable, Equatable {
  var id: Int
  var name: String
  var size: PizzaSize?
  var slices: Int?

  init(id: Int, name: String, size: PizzaSize?, slices: Int?) {
    (self.id, self.name, self.size, self.slices) = (id, name, size, slices)
  }

  init(_ mapper: Mapper) throws(MappingError) {
    id = try mapper.value("id")
    name = try mapper.value("name")
    size = mapper.optional("size")
    slices = mapper.optional("slices")
  }
}

private struct User: Mappable {
  var id: Int
  var name: String
  var email: String
  var isFirstLogIn: Bool
  var likesPizza: Bool
  var registered: Moment
  var timestamp: Moment
  var favourite: Pizza?
  var ordered: [Pizza]
  var firstOrdered: String?

  init(_ mapper: Mapper) throws(MappingError) {
    let mapper = try mapper.dated("yyyy/MM/dd HH:mm:ss")
    id = try mapper.value("id")
    name = try mapper.value("user_name")
    email = try mapper.value("email")
    isFirstLogIn = try mapper.value("is_first_login")
    likesPizza = try mapper.value("likes_pizza")
    registered = try mapper.value("register_date")
    timestamp = try mapper.value("test_timestamp")
    favourite = try mapper.valueIfPresent("favorite_pizza")
    ordered = try mapper.value("ordered_pizzas")
    firstOrdered = mapper.optional("ordered_pizzas.0.name")
  }
}
