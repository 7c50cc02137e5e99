import ColmeiaSecrets

extension AppReducer.State {
  private var me: Member? { members.session.member }

  func eventsScreen(_ language: Language) -> ScreenBuilder {
    if let chat { return chatScreen(chat, language) }
    if let form = events.form { return formScreen(form, language) }
    if let detail = events.detail { return detailScreen(detail, language) }
    return listScreen(language)
  }

  private func listScreen(_ language: Language) -> ScreenBuilder {
    var builder = ScreenBuilder(.events, language)
    let mine = Set(events.mine.value ?? [])
    for event in events.list.value ?? [] {
      let isMine = mine.contains(event.id)
      let details = [
        EventTime.text(event.start, language), builder.text(.permission(event.permission)),
        isMine ? builder.text(.enrolled) : nil,
      ]
      builder.row(
        event.name, details.compactMap(\.self).joined(separator: ", "), isSelected: isMine, .events(.open(event.id)),
        to: EventsLink.event(event.id))
    }
    if me == nil { addMemberForm(&builder) }
    builder.button(.reload, .events(.load), isEnabled: !events.list.isLoading)
    if me != nil {
      builder.button(.newEvent, .events(.new))
      builder.button(.myProfile, .openProfile(nil))
      builder.button(.logOut, .members(.logOut), isEnabled: !members.isLoggingOut)
      builder.message(members.logOutFailure.map(Phrase.eventbeeFailed), .error)
    }
    if events.list.value == [] { builder.message(.noEvents, .empty) }
    builder.message(events.list.failure.map(Phrase.eventbeeFailed), .error)
    for failure in [events.mine.failure, events.missedFailure] {
      builder.message(failure.map(Phrase.eventbeeFailed), .error)
    }
    builder.screen.isBusy =
      builder.screen.isBusy || events.list.isLoading || events.mine.isLoading || members.isLoggingOut
    return builder
  }

  /// Adds the form for logging in or creating an account.
  private func addMemberForm(_ builder: inout ScreenBuilder) {
    let form = members.form
    let isNew = form.purpose == .createAccount
    if isNew { builder.field(.name, form.name, .text) { .members(.typed(.name, $0)) } }
    builder.field(.email, form.email, .email) { .members(.typed(.email, $0)) }
    builder.field(.password, form.password.description, .password) { .members(.typedPassword(Secret($0))) }
    if isNew { builder.field(.about, form.about, .paragraph) { .members(.typed(.about, $0)) } }
    builder.button(isNew ? .createAccount : .logIn, .members(.submit), isEnabled: form.canSubmit, .submit)
    builder.button(
      isNew ? .logIn : .createAccount, .members(.choose(isNew ? .logIn : .createAccount)),
      isEnabled: form.progress == nil)
    if !isNew { builder.button(.logInWithFacebook, .members(.askFacebook), isEnabled: form.progress == nil) }
    if members.storeFailure != nil { builder.button(.retry, .members(.retry), isEnabled: form.progress == nil) }
    let isFailure = form.failure != nil || members.storeFailure != nil
    builder.message(
      members.message, isFailure ? .error : .notice, title: members.messageTitle, of: form.failure?.field)
    builder.screen.isBusy = form.progress != nil || members.session == .restoring
  }

  private func detailScreen(_ detail: EventDetail, _ language: Language) -> ScreenBuilder {
    if detail.event.failure == .notFound {
      var builder = ScreenBuilder(.events, language)
      builder.button(.back, .events(.close))
      builder.message(.eventbeeFailed(.notFound), .error)
      return builder
    }
    let title = detail.event.value?.name ?? (detail.event.failure == nil ? Phrase.loading : .events).text(language)
    var builder = ScreenBuilder(title, language)
    if let event = detail.event.value {
      builder.row(event.about, builder.text(.permission(event.permission)))
      let times = [(Phrase.start, event.start), (.end, event.end)].map { label, seconds in
        EventTime.text(seconds, language).map { "\(builder.text(label)): \($0)" } ?? ""
      }
      if times != ["", ""] { builder.row(times[0], times[1]) }
    }
    for person in events.participants(with: me) {
      builder.row(
        person.name, person.id == me?.id ? builder.text(.enrolled) : "", isSelected: person.id == me?.id,
        me == nil ? nil : .openProfile(person.id), to: me == nil ? nil : EventsLink.person(person.id))
    }
    if detail.isOrganizer(me), detail.removal?.step ?? .asking == .asking {
      for person in detail.participants.value ?? [] {
        builder.row("− \(person.name)", builder.text(.removeParticipant), .events(.remove(person.id)))
      }
    }
    for person in detail.addable {
      builder.row("+ \(person.name)", builder.text(.addParticipant), .events(.add(person.id)))
    }
    if me == nil, members.session != .restoring, detail.event.value != nil, !events.isClosed(to: nil) {
      builder.row(builder.text(.logInToEnroll), "", .events(.close))
    }
    addRemoval(detail, &builder)
    addDetailButtons(detail, &builder)
    if me != nil, events.isClosed(to: me) { builder.message(.closedEvent, .notice) }
    for failure in [
      detail.event.failure, detail.participants.failure, detail.enrollmentFailure, detail.removingFailure,
      detail.people?.failure,
    ] {
      builder.message(failure.map(Phrase.eventbeeFailed), .error)
    }
    builder.message(detail.addingFailure.map(Phrase.addingFailed), .error, title: .addingFailedTitle)
    builder.screen.isBusy =
      detail.event.isLoading || detail.participants.isLoading || events.isEnrollmentPending || detail.adding != nil
      || detail.removal?.step == .sending || detail.people?.isLoading == true
    return builder
  }

  /// Adds the question whether to remove a participant, or the way to undo it.
  private func addRemoval(_ detail: EventDetail, _ builder: inout ScreenBuilder) {
    guard let removal = detail.removal,
      let person = detail.participants.value?.first(where: { $0.id == removal.person })
    else { return }
    builder.message(.removal(removal.step, of: person.name), .notice)
    if removal.step == .asking { builder.button(.removeParticipant, .events(.confirmRemoval)) }
    if removal.step != .sending { builder.button(removal.step == .asking ? .keepParticipant : .undo, .events(.keep)) }
  }

  private func addDetailButtons(_ detail: EventDetail, _ builder: inout ScreenBuilder) {
    let enrollment = events.enrollment(of: me)
    let isEnrolled = enrollment == true
    if me != nil {
      builder.button(
        isEnrolled ? .leave : .enroll, .events(isEnrolled ? .leave : .enroll),
        isEnabled: enrollment != nil && detail.event.value != nil && !events.isEnrollmentPending
          && !events.isClosed(to: me))
    }
    if isEnrolled || detail.isOrganizer(me) {
      builder.button(.chat, .enterChat)
      if keptChats.contains(where: { $0.event == detail.id && !$0.unsent.isEmpty }) {
        builder.message(.unsentMessages, .notice)
      }
    }
    if detail.isOrganizer(me) {
      builder.button(.editEvent, .events(.edit))
      if detail.people == nil || detail.people?.failure != nil {
        builder.button(.addParticipant, .events(.choosePerson), isEnabled: detail.adding == nil)
      }
      if detail.people != nil { builder.button(.cancel, .events(.stopChoosing)) }
    }
    builder.button(.reload, .events(.reload))
    builder.button(.back, .events(.close))
  }

  private func formScreen(_ form: EventForm, _ language: Language) -> ScreenBuilder {
    var builder = ScreenBuilder(form.original == nil ? .newEvent : .editEvent, language)
    for field in EventForm.Field.allCases {
      builder.field(field.label, form.text(field), field.kind, hint: field.kind == .date ? .timeFormat : nil) {
        .events(.typed(field, $0))
      }
    }
    let permission = form.event.permission
    let isListed = [EventPermission.open, .closed].contains(permission)
    let permissions = [EventPermission.open, .closed] + (isListed ? [] : [permission])
    let options = permissions.map {
      ScreenModel.Field.Option(
        label: builder.text(.permission($0)), value: $0.rawValue, isSelected: $0 == permission)
    }
    builder.field(.permission, permission.rawValue, .choice, options: options) {
      .events(.permit(EventPermission(rawValue: $0)))
    }
    builder.button(.save, .events(.save), isEnabled: form.canSave, .submit)
    builder.button(.discard, .events(.discard), isEnabled: !form.isSaving)
    builder.button(.back, .events(.leaveForm), isEnabled: !form.isSaving)
    if form.start.isMistyped || form.end.isMistyped {
      builder.message(.timeMistyped, .error, of: (form.start.isMistyped ? FieldTitle.start : .end).label)
    }
    if let refusal = form.refusal {
      builder.message(.mistake(refusal), refusal == .unchanged ? .notice : .error, of: refusal.field?.label)
    }
    builder.message(form.failure.map(Phrase.eventbeeFailed), .error, of: form.failure?.field)
    builder.screen.isBusy = form.isSaving
    return builder
  }
}

extension EventForm.Field {
  fileprivate var kind: ScreenModel.Field.Kind {
    if case .time = content { .date } else { isParagraph ? .paragraph : .text }
  }
}

extension MemberForm.Failure {
  /// The label of the field to which the failure belongs, if any.
  fileprivate var field: Phrase? {
    switch self {
    case .emailInvalid: .email
    case .account(let failure), .logIn(let failure): failure.field
    case .passwordMissing: .password
    case .nameMissing: .name
    case .tooLong(let field): field.title.label
    case .logInToNewAccount, .facebook, .tokenNotStored: nil
    }
  }
}
