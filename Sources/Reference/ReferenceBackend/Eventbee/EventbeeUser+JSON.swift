import ColmeiaJSON
import ReferenceEntities

extension EventbeeUser {
  /// The public representation.
  var json: JSON { Member(id: id, name: name, email: email, about: about, photo: photoURL).response }

  /// Returns the representation in the response to a login.
  func json(token: String) -> JSON {
    var shown = json.object ?? JSONObject()
    shown["token"] = .string(token)
    return .object(shown)
  }
}
