import ColmeiaTable
import ReferenceEntities

extension EventbeeState {
  /// The users and events of the demo back end.
  static var demo: EventbeeState {
    var state = EventbeeState()
    for name in ["Ana", "Bruno", "Carla"] {
      let lowercased = name.lowercased()
      let password = PasswordRecord("\(lowercased)-123", salt: Array("salt of \(name)".utf8), rounds: 1_000)
      state.users.upsert(
        EventbeeUser(
          id: state.users.nextID, name: name, email: "\(lowercased)@colmeia.example", about: "Sou \(name).",
          password: password))
    }
    state.events = [
      EventbeeEvent(
        details: Event(
          id: 1, name: "Encontro de cães", about: "No parque, às 10h.", permission: .open, start: 1_482_883_200,
          end: 1_482_890_400, organizer: 1),
        participants: [2]),
      EventbeeEvent(
        details: Event(
          id: 2, name: "Aniversário do Bruno", about: "Só para convidados.", permission: .closed,
          start: 1_483_228_800, end: 1_483_243_200, organizer: 2),
        participants: [3]),
      EventbeeEvent(
        details: Event(
          id: 3, name: "Cinema", permission: .other("friends"), start: 1_483_300_800, end: 1_483_308_000,
          organizer: 3)),
    ]
    state.nextEventID = 4
    state.facebook = [
      FacebookAccount(id: "facebook-ana", name: "Ana", email: "ana@colmeia.example"),
      FacebookAccount(id: "facebook-davi", name: "Davi", email: "davi@colmeia.example"),
    ]
    return state
  }
}
