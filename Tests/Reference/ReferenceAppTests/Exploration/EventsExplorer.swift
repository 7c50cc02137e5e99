import ColmeiaExplorer

@testable import ReferenceApp

/// Explores the events of a member who is signed in at Eventbee's back end, where another member also enrolls.
enum EventsExplorer {
  static func make() -> Explorer<Events, BackendModel> {
    let (ana, start) = EventbeeMember.signedIn()
    var server = start
    _ = server.call(EventbeeAPI.addUser(1, to: 2))
    var explorer = Explorer(Events.State(), Events(me: ana), server: server)
    let actions: [Events.Action] = [
      .load, .open(1), .open(2), .close, .reload, .enroll, .leave, .choosePerson, .stopChoosing, .add(1), .add(2),
      .remove(1), .remove(2), .confirmRemoval, .confirmRemoval, .keep, .loadMine, .new, .edit, .leaveForm,
      .typed(.name, "x"), .typed(.start, "1/1/2030 20:00"), .typed(.end, "1/1/2030 22:00"), .save, .discard,
    ]
    for action in actions { explorer.action(action) }
    explorer.outcomes { effect, server in outcomes(effect, server) }
    explorer.always("the shown event is the one that was opened") { state in
      state.detail?.event.value.map { $0.id == state.detail?.id } ?? true
    }
    explorer.eventually("nothing is loading or being saved") { state in
      !state.list.isLoading && !state.mine.isLoading && state.detail?.event.isLoading != true
        && state.detail?.participants.isLoading != true
        && state.detail?.people?.isLoading != true && state.pendingEnrollments.isEmpty
        && state.detail?.adding == nil
        && state.form?.isSaving != true && state.detail?.removal?.step ?? .asking == .asking
    }
    addRules(&explorer)
    explorer.eventually("the shown participants match the server's, unless a response was lost") { state, world in
      var server = world.server
      guard !world.server.hasLostAnswers, let detail = state.detail, detail.participants.failure == nil,
        let shown = detail.participants.value,
        case .success(let users) = server.call(EventbeeAPI.users(of: detail.id))
      else { return true }
      return Set(shown.map(\.id)) == Set(users.map(\.id))
    }
    explorer.eventually("the user's marks match the server's, unless a response was lost") { state, world in
      var server = world.server
      guard !server.hasLostAnswers, state.mine.failure == nil, let shown = state.mine.value,
        case .success(let events) = server.call(EventbeeAPI.events(of: ana.id))
      else { return true }
      return Set(shown) == Set(events.map(\.id))
    }
    explorer.eventually("the list matches the server's, unless a response was lost") { state, world in
      var server = world.server
      guard !server.hasLostAnswers, state.list.failure == nil, let shown = state.list.value,
        case .success(let events) = server.call(EventbeeAPI.events())
      else { return true }
      return shown == events
    }
    explorer.sometimes("an event has participants") { $0.detail?.participants.value?.isEmpty == false }
    return explorer
  }

  private static func addRules(_ explorer: inout Explorer<Events, BackendModel>) {
    explorer.everyStep("nobody is removed without a question") { old, action, new in
      guard let removal = new.detail?.removal, removal != old.detail?.removal else { return true }
      let before = old.detail?.removal
      return switch removal.step {
      case .asking: action == .remove(removal.person)
      case .undoable: action == .confirmRemoval && before == .init(person: removal.person)
      case .sending: before == .init(person: removal.person, step: .undoable)
      }
    }
    explorer.leadsTo("a removal can be undone for five seconds", within: .seconds(5)) {
      $0.detail?.removal?.step == .undoable
    } to: {
      $0.detail?.removal?.step != .undoable
    }
    explorer.everyStep("what is typed in a form is kept until it is saved or discarded") { old, action, new in
      switch action {
      case .typed, .permit, .discard, .saved: true
      default: texts(old).isSubset(of: texts(new))
      }
    }
    explorer.everyStep("a form that opens is that of its event") { old, action, new in
      guard old.form == nil, let form = new.form else { return true }
      return form.original?.id == (action == .new ? nil : new.detail?.id)
    }
    explorer.always("there is one form for each event") { state in
      let forms = (state.drafts + [state.form].compactMap(\.self)).map(\.original?.id)
      return Set(forms).count == forms.count
    }
    explorer.sometimes("a removal can be undone") { $0.detail?.removal?.step == .undoable }
    explorer.sometimes("a form was left") { !$0.drafts.isEmpty }
  }

  /// Returns what is typed in the forms that were changed.
  private static func texts(_ state: Events.State) -> Set<[String?]> {
    let forms = state.drafts + [state.form].compactMap(\.self)
    return Set(
      forms.compactMap { form in
        let (fields, original) = (EventForm.Field.allCases, EventForm(form.original))
        if fields.allSatisfy({ form.text($0) == original.text($0) }) { return nil }
        return fields.map { form.text($0) } + [form.original.map { "\($0.id)" }]
      })
  }

  private static func outcomes(
    _ effect: Events.Effect, _ server: BackendModel
  ) -> [Outcome<Events.Action, BackendModel>] {
    switch effect {
    case .load: call(server, EventbeeAPI.events(), { .loaded($0) }, Events.Action.loadFailed)
    case .mine(let user): call(server, EventbeeAPI.events(of: user), { .mine($0.map(\.id)) }, Events.Action.mineFailed)
    case .event(let id): call(server, EventbeeAPI.event(id), { .event($0) }, { .eventFailed(id, $0) })
    case .participants(let id):
      call(
        server, EventbeeAPI.users(of: id), { .participants(id, $0.map(Person.init)) }, { .participantsFailed(id, $0) })
    case .enroll(let id):
      call(
        server, EventbeeAPI.subscribe(to: id), { _ in .enrollmentDone(id, isIn: true) }, { .enrollmentFailed(id, $0) })
    case .leave(let id):
      call(
        server, EventbeeAPI.unsubscribe(from: id), { _ in .enrollmentDone(id, isIn: false) },
        { .enrollmentFailed(id, $0) })
    case .people: call(server, EventbeeAPI.users(), { .people($0.map(Person.init)) }, Events.Action.peopleFailed)
    case .add(let person, let id):
      call(
        server, EventbeeAPI.addUser(person, to: id), { _ in .added(person, to: id) }, { .addFailed(person, to: id, $0) }
      )
    case .waitForUndo(let person, let id): [.answer(.removalDue(person, from: id))]
    case .remove(let person, let id):
      call(
        server, EventbeeAPI.removeUser(person, from: id), { _ in .removed(person, from: id) },
        { .removeFailed(person, from: id, $0) })
    case .create(let draft):
      call(server, EventbeeAPI.createEvent(draft), { .saved($0) }, Events.Action.saveFailed)
    case .update(let id, let old, let new):
      call(
        server, EventbeeAPI.updateEvent(id, from: old, to: new), { .saved($0) }, Events.Action.saveFailed)
    }
  }

  private static func call<Answer>(
    _ server: BackendModel, _ endpoint: Endpoint<Answer>, _ done: (Answer) -> Events.Action,
    _ failed: (EventbeeFailure) -> Events.Action
  ) -> [Outcome<Events.Action, BackendModel>] {
    server.outcomes(to: endpoint) { answer, _ in
      switch answer {
      case .success(let answer): done(answer)
      case .failure(let error): EventbeeFailure(error).map(failed)
      }
    }
  }
}
