@testable import ReferenceApp

/// Provides a back end of Eventbee in which a member is signed in.
enum EventbeeMember {
  /// Returns the member Ana, and a back end in which she and Bruno have signed up, and each has created an event. Ana
  /// is signed in.
  static func signedIn() -> (Member, BackendModel) {
    var server = BackendModel(.init())
    _ = enter("Bruno", &server)
    create("the party of Bruno", &server)
    let ana = enter("Ana", &server)
    create("the party of Ana", &server)
    return (ana, server)
  }

  private static func enter(_ name: String, _ server: inout BackendModel) -> Member {
    let email = "\(name.lowercased())@colmeia.example"
    _ = server.call(EventbeeAPI.createUser(.init(name: name, email: email, password: "a-password", about: "")))
    guard case .success(let answer) = server.call(EventbeeAPI.logIn(email: email, password: "a-password")) else {
      return Member(id: 0, name: "", email: "")
    }
    server.token = answer.token.value
    return answer.user
  }

  private static func create(_ name: String, _ server: inout BackendModel) {
    let draft = Event(name: name, permission: .open, start: 1, end: 2)
    _ = server.call(EventbeeAPI.createEvent(draft))
  }
}
