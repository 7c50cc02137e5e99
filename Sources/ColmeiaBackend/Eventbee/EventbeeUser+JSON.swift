import ColmeiaJSON

extension EventbeeUser {
  /// What anybody may see.
  var json: JSON { .object(shown) }

  /// What the user gets to see at a login.
  func json(token: String) -> JSON {
    var shown = shown
    shown["token"] = .string(token)
    return .object(shown)
  }

  private var shown: JSONObject {
    var shown = JSONObject()
    shown["id"] = .number(JSONNumber(id))
    shown["name"] = .string(name)
    shown["email"] = .string(email)
    shown["about"] = .string(about)
    shown["photo_url"] = photoURL.map(JSON.string) ?? .null
    return shown
  }
}
