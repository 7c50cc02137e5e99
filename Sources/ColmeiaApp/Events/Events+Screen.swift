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
        EventTime.text(event.start, language), builder.permission(event.permission),
        isMine ? builder.text(.enrolled) : nil,
      ]
      builder.row(
        event.name, details.compactMap(\.self).joined(separator: ", "), isSelected: isMine, .events(.open(event.id)))
    }
    if me == nil { addMemberForm(&builder) }
    builder.button(.reload, .events(.load), isEnabled: !events.list.isLoading)
    if me != nil {
      builder.button(.newEvent, .events(.new))
      builder.button(.editProfile, .openProfile(nil))
      builder.button(.logOut, .members(.logOut), isEnabled: !members.isLoggingOut)
      builder.message(members.logOutFailure.map(Phrase.eventbeeFailed))
    }
    if events.list.value == [] { builder.screen.messages.append(builder.text(.noEvents)) }
    builder.message(events.list.failure.map(Phrase.eventbeeFailed))
    for failure in [events.mine.failure, events.missedFailure] {
      builder.message(failure.map(Phrase.eventbeeFailed))
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
    builder.message(members.message, title: members.messageTitle)
    builder.screen.isBusy = form.progress != nil || members.session == .restoring
  }

  private func detailScreen(_ detail: EventDetail, _ language: Language) -> ScreenBuilder {
    let title = detail.event.value?.name ?? (detail.event.failure == nil ? Phrase.loading : .events).text(language)
    var builder = ScreenBuilder(title, language)
    if let event = detail.event.value {
      builder.row(event.about, builder.permission(event.permission))
      let times = [(Phrase.start, event.start), (.end, event.end)].map { label, seconds in
        EventTime.text(seconds, language).map { "\(builder.text(label)): \($0)" } ?? ""
      }
      if times != ["", ""] { builder.row(times[0], times[1]) }
    }
    for person in events.participants(with: me) {
      builder.row(
        person.name, person.id == me?.id ? builder.text(.enrolled) : "", isSelected: person.id == me?.id,
        me == nil ? nil : .openProfile(person.id))
    }
    if detail.isOrganizer(me) {
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
    addDetailButtons(detail, &builder)
    if me != nil, events.isClosed(to: me) { builder.screen.messages.append(builder.text(.closedEvent)) }
    for failure in [
      detail.event.failure, detail.participants.failure, detail.enrollmentFailure, detail.removingFailure,
      detail.people?.failure,
    ] {
      builder.message(failure.map(Phrase.eventbeeFailed))
    }
    builder.message(detail.addingFailure.map(Phrase.addingFailed), title: .addingFailedTitle)
    builder.screen.isBusy =
      detail.event.isLoading || detail.participants.isLoading || events.isEnrollmentPending || detail.adding != nil
      || detail.removing != nil || detail.people?.isLoading == true
    return builder
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
      if keptChats.contains(where: { $0.event == detail.id && !$0.unsent.isEmpty }) { builder.message(.unsentMessages) }
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
      builder.field(field.label, form.text(field, language), field.kind) { .events(.typed(field, $0)) }
    }
    builder.row(builder.text(.permission), builder.permission(form.permission))
    for permission in [EventPermission.open, .closed] {
      builder.choice(
        builder.permission(permission), .events(.permit(permission)),
        isEnabled: form.permission != permission && !form.isSaving, isSelected: form.permission == permission)
    }
    builder.button(.save, .events(.save), isEnabled: form.canSave, .submit)
    builder.button(.discard, .events(.discard), isEnabled: !form.isSaving)
    if form.start.isMistyped || form.end.isMistyped { builder.message(.timeMistyped) }
    builder.message(form.refusal.map(Phrase.mistake))
    builder.message(form.failure.map(Phrase.eventbeeFailed))
    builder.screen.isBusy = form.isSaving
    return builder
  }
}

extension ScreenBuilder {
  /// Returns the name of a permission. An unknown permission is shown as the server's value.
  func permission(_ permission: EventPermission) -> String {
    switch permission {
    case .open: text(.open)
    case .closed: text(.closed)
    case .other(let word): word
    }
  }
}
