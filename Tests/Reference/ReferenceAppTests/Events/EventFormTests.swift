import ColmeiaTesting
import Testing

@testable import ReferenceApp

/// Tests the form for a new or an existing event.
@Suite struct EventFormTests {
  @Test func `A new event is saved once the form is valid, and then opened`() throws {
    var store = TestStore(Events.State(list: Loaded([])), Events(me: EventsTests.ana))
    store.send(.new) { $0.form = EventForm() }
    store.send(.new)
    store.send(.save) { $0.form?.refusal = .missing(.name) }
    store.send(.typed(.name, "Festa")) {
      $0.form?.event.name = "Festa"
      $0.form?.refusal = nil
    }
    store.send(.save) { $0.form?.refusal = .timeInvalid(.start) }
    store.send(.permit(.open)) { $0.form?.refusal = nil }
    store.send(.typed(.start, "1/1/1970 1:00")) { $0.form?.start = .typed("1/1/1970 1:00") }
    store.send(.typed(.end, "1 Jan 1970 0:59")) { $0.form?.end = .typed("1 Jan 1970 0:59") }
    store.send(.save) { $0.form?.refusal = .endBeforeStart }
    store.send(.typed(.end, "1 Jan 1970 2:00")) {
      $0.form?.end = .typed("1 Jan 1970 2:00")
      $0.form?.refusal = nil
    }
    store.send(.permit(.closed)) { $0.form?.event.permission = .closed }
    let draft = Event(name: "Festa", permission: .closed, start: 3_600, end: 7_200)
    store.send(.save, effects: [.create(draft)]) { $0.form?.isSaving = true }
    store.send(.typed(.name, "late"))
    store.send(.discard)
    store.answer(.create(draft), with: .saveFailed(.notProcessed)) {
      $0.form?.isSaving = false
      $0.form?.failure = .notProcessed
    }
    store.send(.save, effects: [.create(draft)]) {
      $0.form?.isSaving = true
      $0.form?.failure = nil
    }
    store.answer(.create(draft), with: .saved(EventsTests.party), effects: [.event(7), .participants(7)]) {
      $0.form = nil
      $0.list = Loaded([EventsTests.party])
      $0.detail = EventDetail(id: 7, event: EventsTests.party)
      $0.detail?.event.isLoading = true
      $0.detail?.participants.isLoading = true
    }
    store.finish(leaving: [.event(7), .participants(7)])
  }

  @Test func `The organizer can change an event, but an unchanged one isn't saved`() {
    var store = EventsTests.open()
    store.send(.edit) { $0.form = EventForm(EventsTests.party) }
    store.send(.save) { $0.form?.refusal = .unchanged }
    store.send(.typed(.about, "Com quentão")) {
      $0.form?.event.about = "Com quentão"
      $0.form?.refusal = nil
    }
    var changed = EventsTests.party
    changed.about = "Com quentão"
    let update = Events.Effect.update(7, from: EventsTests.party, to: changed)
    store.send(.save, effects: [update]) { $0.form?.isSaving = true }
    store.answer(update, with: .saved(changed)) {
      $0.form = nil
      $0.list = Loaded([changed, EventsTests.other])
      $0.detail?.event = Loaded(changed)
    }
    store.send(.edit) { $0.form = EventForm(changed) }
    store.send(.discard) { $0.form = nil }
    store.finish()
  }

  @Test func `An event needs a name that isn't blank, which is saved without surrounding white space`() {
    var form = EventForm(EventsTests.party)
    form.event.name = " \n"
    #expect(form.draft == nil && !form.canSave)
    form.event.name = " Baile\n"
    #expect(form.draft?.name == "Baile" && form.canSave)
    form.event.name = " \(EventsTests.party.name) "
    #expect(!form.canSave, "only white space was added")
  }

  @Test func `An unchanged event isn't saved, even if its name has surrounding white space`() {
    var event = EventsTests.party
    event.name = " Festa"
    var form = EventForm(event)
    #expect(form.draft?.name == " Festa" && !form.canSave)
    form.event.about += "!"
    #expect(form.draft?.name == " Festa" && form.canSave)
  }

  @Test func `A form that is left keeps what was typed, for its event only, until it is saved or discarded`() {
    var store = EventsTests.open()
    store.send(.edit) { $0.form = EventForm(EventsTests.party) }
    store.send(.leaveForm) { $0.form = nil }  // nothing was changed
    store.send(.edit) { $0.form = EventForm(EventsTests.party) }
    store.send(.typed(.about, "Com quentão")) { $0.form?.event.about = "Com quentão" }
    var left = EventForm(EventsTests.party)
    left.event.about = "Com quentão"
    store.send(.leaveForm) { ($0.form, $0.drafts) = (nil, [left]) }
    store.send(.leaveForm)
    store.send(.new) { $0.form = EventForm() }
    store.send(.save) { $0.form?.refusal = .missing(.name) }
    store.send(.leaveForm) { $0.form = nil }
    store.send(.edit) { ($0.form, $0.drafts) = (left, []) }
    store.send(.discard) { $0.form = nil }
    store.send(.edit) { $0.form = EventForm(EventsTests.party) }
    store.finish()
  }

  @Test func `At most ten forms that were left are kept`() {
    var state = Events.State()
    for id in 1...12 {
      state.form = EventForm(Event(id: id))
      state.form?.event.name = "x"
      state.leaveForm()
    }
    #expect(state.drafts.map(\.original?.id) == Array(3...12))
  }

  @Test(
    arguments: [(200, 4_000, nil), (201, 4_000, .tooLong(.name)), (200, 4_001, .tooLong(.about))]
      as [(Int, Int, EventForm.Mistake?)])
  func `Texts are as long as the server accepts`(name: Int, about: Int, mistake: EventForm.Mistake?) {
    var form = EventForm(EventsTests.party)
    (form.event.name, form.event.about) = (String(repeating: "a", count: name), String(repeating: "b", count: about))
    #expect(form.mistake == mistake)
  }

  @Test func `Other members and signed-out users get no form`() {
    var store = EventsTests.open(Member(id: 2, name: "Bruno", email: "b@c.d"))
    store.send(.edit)
    store.finish()
    var out = EventsTests.open(nil)
    out.send(.edit)
    out.send(.new)
    out.finish()
  }

  @Test func `The form and the event determine what the screen offers`() {
    let detail = EventDetail(id: 7, event: EventsTests.party)
    #expect(detail.isOrganizer(EventsTests.ana) && !detail.isOrganizer(nil))
    #expect(Events.State(detail: detail).participants(with: nil) == [])
    var form = EventForm()
    #expect(form.draft == nil && !form.canSave)
    let day = "2/1/1970 00:00"
    for (field, text) in [(EventForm.Field.name, "a"), (.start, "-1"), (.end, day)] { form.type(text, in: field) }
    #expect(form.draft == nil)
    form.type(day, in: .start)
    #expect(form.canSave && EventForm.Field.allCases.map { form.text($0) } == ["a", "", day, day])
  }
}
