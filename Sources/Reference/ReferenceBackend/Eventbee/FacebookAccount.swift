import ReferenceEntities

/// An account that the simulated Facebook returns for an access token. No request to the real Facebook is made.
struct FacebookAccount: Identifiable, Sendable, Equatable, Codable {
  /// The access token that the simulated Facebook gave to its user.
  let id: String
  var name: String
  var email: String

  /// Whether an Eventbee user could be created from this account.
  var isPossible: Bool {
    (1...TokenTable.longestToken).contains(id.utf8.count)
      && name.isWords(upTo: EventbeeLimits.name) && EmailForm.accepts(email)
  }
}
