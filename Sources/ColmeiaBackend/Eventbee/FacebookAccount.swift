/// What Facebook would say about one of its access tokens: this back end asks nobody, it knows these.
struct FacebookAccount: Identifiable, Sendable, Equatable, Codable {
  /// The access token, as the pretended Facebook gave it to its user.
  let id: String
  var name: String
  var email: String

  /// Whether its user could become one of Eventbee.
  var isPossible: Bool {
    (1...TokenTable.longestToken).contains(id.utf8.count)
      && EventbeeFields.areWords(name, upTo: EventbeeLimits.name) && EmailForm.accepts(email)
  }
}
