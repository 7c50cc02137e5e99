import ColmeiaSystems

@testable import ColmeiaApp

/// A member who is signed in at Eventbee's back end, among others.
enum EventbeeMember {
  /// The back end after Ana has signed up and in and has made an event, as has Bruno.
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
    _ = server.ask(EventbeeAPI.createUser(.init(name: name, email: email, password: "a-password", about: "")))
    guard case .success(let answer) = server.ask(EventbeeAPI.logIn(email: email, password: "a-password")) else {
      return Member(id: 0, name: "", email: "")
    }
    server.token = answer.token.value
    return Member(answer.user)
  }

  private static func create(_ name: String, _ server: inout BackendModel) {
    let draft = EventDraft(name: name, about: "", permission: .open, start: 1, end: 2)
    _ = server.ask(EventbeeAPI.createEvent(draft.fields(unlike: nil)))
  }
}
