import ColmeiaJSON

extension EventbeeUser {
  /// The public representation.
  var json: JSON {
    [
      "id": .number(JSONNumber(id)), "name": .string(name), "email": .string(email), "about": .string(about),
      "photo_url": photoURL.map(JSON.string) ?? .null,
    ]
  }

  /// Returns the representation in the response to a login.
  func json(token: String) -> JSON {
    var shown = json.object ?? JSONObject()
    shown["token"] = .string(token)
    return .object(shown)
  }
}
