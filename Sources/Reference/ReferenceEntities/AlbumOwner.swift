import ColmeiaJSON

/// The owner of an album.
public struct AlbumOwner: Sendable, Hashable, Codable {
  /// The email address.
  public let email: String
  /// The name of the owner.
  public let name: String
  /// The time when the owner registered, in seconds since 1970.
  public let registered: Int
  /// The owner's favorite pizza, if any.
  public let pizza: String?

  /// Creates an owner.
  package init(email: String, name: String, registered: Int, pizza: String? = nil) {
    (self.email, self.name, self.registered, self.pizza) = (email, name, registered, pizza)
  }
}

extension AlbumOwner: Mappable {
  private enum PizzaSize: Int, LenientValue { case small, medium, large }

  private struct Pizza: Mappable {
    let name: String

    init(_ mapper: Mapper) throws(MappingError) {
      name = try mapper.value("name")
      _ = try mapper.value("size", as: PizzaSize.self)
    }
  }

  /// Decodes an owner from a response, which has numbers and Booleans as strings. Who likes pizza has a favorite, or
  /// else the first one that was ordered.
  public init(_ mapper: Mapper) throws(MappingError) {
    _ = try mapper.value("id", as: Int.self)
    name = try mapper.value("user_name")
    email = try mapper.value("email")
    let likesPizza: Bool = try mapper.value("likes_pizza")
    registered = try mapper.albumTime("register_date")
    let favorite: Pizza? = try mapper.valueIfPresent("favorite_pizza")
    pizza = likesPizza ? favorite?.name ?? mapper.optional("ordered_pizzas.0.name") : nil
  }

  /// Returns the owner with this number in a response. All have the same pizzas.
  package func response(id: Int) -> JSON {
    [
      "id": .string("\(id)"), "user_name": .string(name), "email": .string(email), "is_first_login": true,
      "likes_pizza": "true", "register_date": .albumTime(registered), "test_timestamp": 1_487_263_079,
      "favorite_pizza": ["id": 5, "name": "Catuperoni", "size": 1, "price": .null],
      "ordered_pizzas": [
        ["id": 5, "name": "Catuperoni", "size": 2, "price": "3"],
        ["id": 10, "name": "Calabresa", "size": 0, "price": .null],
      ],
    ]
  }
}

// Times of the albums, such as `2015/08/21 15:45:45`, in UTC.
extension Mapper {
  /// Returns a time in seconds since 1970.
  func albumTime(_ path: MappingPath) throws(MappingError) -> Int {
    Int(try dated("yyyy/MM/dd HH:mm:ss").value(path, as: Moment.self).secondsSince1970)
  }
}

extension JSON {
  /// Returns the text of a time in seconds since 1970.
  static func albumTime(_ seconds: Int) -> JSON {
    .string(String(UTCTime.text(seconds).dropLast().map { $0 == "-" ? "/" : $0 == "T" ? " " : $0 }))
  }
}
