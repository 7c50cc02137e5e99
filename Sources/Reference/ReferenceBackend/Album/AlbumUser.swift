import ColmeiaJSON

/// A user with an album.
struct AlbumUser: Sendable, Equatable, Codable {
  let id: Int
  let email: String
  /// The display name.
  let name: String
  let password: PasswordRecord
  /// The time of registration, in seconds since 1970.
  let registered: Int

  /// The user in the format of the original's API: numbers and some Booleans as strings, and dates in a fixed pattern.
  var json: JSON {
    [
      "id": .string("\(id)"), "user_name": .string(name), "email": .string(email), "is_first_login": true,
      "likes_pizza": "true", "register_date": .string(AlbumText.date(registered)),
      "test_timestamp": .number(JSONNumber(1_487_263_079)),
      "favorite_pizza": ["id": 5, "name": "Catuperoni", "size": 1, "price": .null],
      "ordered_pizzas": [
        ["id": 5, "name": "Catuperoni", "size": 2, "price": "3"],
        ["id": 10, "name": "Calabresa", "size": 0, "price": .null],
      ],
    ]
  }
}

/// Text formats of the album's API.
enum AlbumText {
  /// Returns a time in UTC, such as `2015/08/21 15:45:45`.
  static func date(_ seconds: Int) -> String {
    String(UTCTime.text(seconds).dropLast().map { $0 == "-" ? "/" : $0 == "T" ? " " : $0 })
  }
}
