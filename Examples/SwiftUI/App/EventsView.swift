import ColmeiaUI
import ReferenceApp
import SwiftUI

typealias EventsStore = ViewStore<Events.State, Events.Action>

/// The list of events, with navigation to an event and its chat, and the form as a sheet.
struct EventsView: View {
  let app: AppStore
  let events: EventsStore
  @Environment(\.words) private var words

  private var me: Member? { app[\.members.session.member] }

  var body: some View {
    NavigationStack {
      List {
        if me == nil { MemberFormView(members: app.scope(\.members, AppReducer.Action.members)) }
        Section { ForEach(events.list.value ?? []) { event in EventRow(event: event, events: events) } }
        if events.list.value == [] { Message(.noEvents) }
        Message(events.list.failure.map(Phrase.eventbeeFailed))
        Message(events.mine.failure == events.list.failure ? nil : events.mine.failure.map(Phrase.eventbeeFailed))
        Message(events.missedFailure.map(Phrase.eventbeeFailed))
      }
      .navigationTitle(words(.events))
      .refreshable { await events.sendAndWait(.load) }
      .toolbar {
        if me != nil {
          Button(words(.newEvent), systemImage: "plus") { events.send(.new) }
          Button(words(.myProfile), systemImage: "person.crop.circle") { app.send(.openProfile(nil)) }
        }
      }
      .navigationDestination(
        item: events.binding(\.detail?.id) { id in id.map(Events.Action.open) ?? .close }
      ) { _ in
        EventDetailView(app: app, events: events)
      }
    }
    .sheet(item: events.item(\.form, { $0 }, dismiss: .leaveForm)) { (form: ViewStore<EventForm, Events.Action>) in
      EventFormView(form: form)
    }
  }
}

struct EventRow: View {
  let event: Event
  let events: EventsStore
  @Environment(\.words) private var words

  var body: some View {
    Button {
      events.send(.open(event.id))
    } label: {
      HStack {
        VStack(alignment: .leading) {
          Text(event.name)
          if let start = EventTime.text(event.start, words.language) { Text(start).font(.caption) }
        }
        Spacer()
        if events.mine.value?.contains(event.id) == true {
          Image(systemName: "checkmark.circle.fill").accessibilityLabel(words(.enrolled))
        }
      }
    }
  }
}

/// An event and its participants.
struct EventDetailView: View {
  let app: AppStore
  let events: EventsStore
  @Environment(\.words) private var words

  private var me: Member? { app[\.members.session.member] }

  var body: some View {
    List {
      if let detail = events.detail {
        if let event = detail.event.value { facts(event) }
        people(detail)
        if me != nil { enrollment(detail) }
        if detail.isOrganizer(me) { organizing(detail) }
        ForEach(failures(detail), id: \.self) { failure in Message(failure) }
      }
    }
    .navigationTitle(events.detail?.event.value?.name ?? words(.loading))
    .refreshable { await events.sendAndWait(.reload) }
    .navigationDestination(
      item: app.binding(\.chat?.event) { event in event == nil ? .leaveChat : .enterChat }
    ) { _ in
      if let chat = app.scope(\.chat, AppReducer.Action.chat) { ChatView(chat: chat, me: me?.id) }
    }
  }

  private func facts(_ event: Event) -> some View {
    Section {
      if !event.about.isEmpty { Text(event.about) }
      if let start = EventTime.text(event.start, words.language) {
        LabeledContent(words(.start), value: start)
      }
      if let end = EventTime.text(event.end, words.language) { LabeledContent(words(.end), value: end) }
    }
  }

  private func people(_ detail: EventDetail) -> some View {
    Section(words(.participants)) {
      ForEach(events[\.self].participants(with: me)) { person in
        Button(person.name) { app.send(.openProfile(person.id)) }
          .disabled(me == nil)
          .swipeActions {
            if detail.isOrganizer(me) {
              Button(words(.removeParticipant), role: .destructive) { events.send(.remove(person.id)) }
            }
          }
      }
      if detail.participants.isLoading { ProgressView() }
    }
  }

  private func enrollment(_ detail: EventDetail) -> some View {
    Section {
      let isEnrolled = events[\.self].enrollment(of: me)
      Button(words(isEnrolled == true ? .leave : .enroll)) {
        withAnimation { events.send(isEnrolled == true ? .leave : .enroll) }
      }
      .disabled(
        isEnrolled == nil || detail.event.value == nil || events[\.self].isEnrollmentPending
          || events[\.self].isClosed(to: me))
      if events[\.self].isClosed(to: me) { Message(.closedEvent) }
      if isEnrolled == true || detail.isOrganizer(me) { Button(words(.chat)) { app.send(.enterChat) } }
    }
  }

  private func organizing(_ detail: EventDetail) -> some View {
    Section(words(.organizer)) {
      if let removal = detail.removal, let person = detail.participants.value?.first(where: { $0.id == removal.person })
      {
        Message(Phrase.removal(removal.step, of: person.name))
        if removal.step == .asking {
          Button(words(.removeParticipant), role: .destructive) { events.send(.confirmRemoval) }
        }
        if removal.step != .sending {
          Button(words(removal.step == .asking ? .keepParticipant : .undo)) { events.send(.keep) }
        }
      }
      Button(words(.editEvent)) { events.send(.edit) }
      if detail.people == nil || detail.people?.failure != nil {
        Button(words(.addParticipant)) { events.send(.choosePerson) }
          .disabled(detail.adding != nil)
      }
      if detail.people != nil { Button(words(.cancel)) { events.send(.stopChoosing) } }
      if detail.people?.isLoading == true { ProgressView() }
      ForEach(detail.addable) { person in
        Button(person.name, systemImage: "plus") { withAnimation { events.send(.add(person.id)) } }
      }
      Message(detail.addingFailure.map(Phrase.addingFailed))
    }
  }

  private func failures(_ detail: EventDetail) -> [Phrase] {
    let failures = [
      detail.event.failure, detail.participants.failure, detail.enrollmentFailure, detail.removingFailure,
      detail.people?.failure,
    ]
    return failures.compactMap { $0.map(Phrase.eventbeeFailed) }
  }
}
