import ColmeiaTable

extension EventbeeState {
  /// The users and events of the demo back end.
  static var demo: EventbeeState {
    var state = EventbeeState()
    for name in ["Ana", "Bruno", "Carla"] {
      let lowercased = name.lowercased()
      let password = PasswordRecord("\(lowercased)-123", salt: Array("salt of \(name)".utf8), rounds: 1_000)
      state.users.put(
        EventbeeUser(
          id: state.users.nextID, name: name, email: "\(lowercased)@colmeia.example", about: "Sou \(name).",
          password: password))
    }
    state.events = [
      EventbeeEvent(
        id: 1, name: "Encontro de cães", description: "No parque, às 10h.", permission: "public",
        start: 1_482_883_200, end: 1_482_890_400, organizer: 1, participants: [2]),
      EventbeeEvent(
        id: 2, name: "Aniversário do Bruno", description: "Só para convidados.", permission: "private",
        start: 1_483_228_800, end: 1_483_243_200, organizer: 2, participants: [3]),
      EventbeeEvent(
        id: 3, name: "Cinema", description: "", permission: "friends", start: 1_483_300_800, end: 1_483_308_000,
        organizer: 3),
    ]
    state.nextEventID = 4
    state.facebook = [
      FacebookAccount(id: "facebook-ana", name: "Ana", email: "ana@colmeia.example"),
      FacebookAccount(id: "facebook-davi", name: "Davi", email: "davi@colmeia.example"),
    ]
    return state
  }
}
