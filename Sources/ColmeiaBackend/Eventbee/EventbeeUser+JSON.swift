import ColmeiaJSON

extension EventbeeUser {
  /// What anybody may see.
  var json: JSON {
    [
      "id": .number(JSONNumber(id)), "name": .string(name), "email": .string(email), "about": .string(about),
      "photo_url": photoURL.map(JSON.string) ?? .null,
    ]
  }

  /// What the user gets to see at a login.
  func json(token: String) -> JSON {
    var shown = json.object ?? JSONObject()
    shown["token"] = .string(token)
    return .object(shown)
  }
}
