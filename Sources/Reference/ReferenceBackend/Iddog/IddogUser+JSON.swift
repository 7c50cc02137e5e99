import ColmeiaJSON

extension IddogUser {
  /// Returns the representation in the response to a sign-up.
  func json(token: String) -> JSON {
    [
      "_id": .string(objectID), "email": .string(email), "token": .string(token),
      "createdAt": .string(ISODate.text(createdAt)), "updatedAt": .string(ISODate.text(updatedAt)), "__v": 0,
    ]
  }
}
