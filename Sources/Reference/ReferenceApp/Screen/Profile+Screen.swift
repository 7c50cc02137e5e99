extension AppReducer.State {
  func memberScreen(_ profile: Profile.State, _ language: Language) -> ScreenBuilder {
    let untitled: Phrase = profile.info.failure == nil ? .loading : .profile
    var builder = ScreenBuilder(profile.info.value?.name ?? untitled.text(language), language)
    if let form = profile.form {
      addForm(form, profile, &builder)
    } else {
      if let about = profile.info.value?.about, !about.isEmpty { builder.row(builder.text(.about), about) }
      if profile.info.value != nil, profile.photoFailure == nil {
        builder.row(builder.text(.photo), photoText(profile, builder))
      }
      if profile.photoSize != nil, let key = profile.info.value?.photo {
        builder.screen.picture = .init(
          address: PhotoService.addressPrefix + key, description: builder.text(.photo) + ": " + builder.screen.title)
      }
      builder.screen.progress = profile.isLoadingPhoto ? profile.photoPercent : nil
      let isMine = profile.id == members.session.member?.id
      if isMine { builder.button(.editProfile, .profile(.edit), isEnabled: profile.info.value != nil) }
      builder.button(.reload, .profile(.load), isEnabled: !profile.info.isLoading)
      builder.button(.back, .closeProfile)
    }
    builder.message(profile.info.failure.map(Phrase.eventbeeFailed), .error)
    builder.message(profile.photoFailure.map(Phrase.photoFailed), .error)
    builder.screen.isBusy = profile.info.isLoading || profile.isLoadingPhoto || profile.form?.isSaving == true
    return builder
  }

  private func photoText(_ profile: Profile.State, _ builder: ScreenBuilder) -> String {
    if let size = profile.photoSize { return builder.text(.size(size)) }
    guard profile.isLoadingPhoto else { return builder.text(.noPhoto) }
    return builder.text(.loading, percent: profile.photoPercent)
  }

  private func addForm(_ form: ProfileForm, _ profile: Profile.State, _ builder: inout ScreenBuilder) {
    let fields: [(ProfileForm.Field, Phrase, String)] = [(.name, .name, form.name), (.about, .about, form.about)]
    for (field, label, text) in fields {
      builder.field(label, text, field == .about ? .paragraph : .text) { .profile(.typed(field, $0)) }
    }
    builder.field(.photoChosen, form.photo ?? "", .file) { .profile(.choosePhoto($0)) }
    if form.isSaving {
      builder.screen.progress = form.uploadPercent
      builder.row(builder.text(.savingProfile, percent: form.uploadPercent))
    }
    builder.button(.save, .profile(.save), isEnabled: form.canSave(over: profile.info.value), .submit)
    builder.button(.discard, .profile(.discard), isEnabled: form.canDiscard)
    builder.message(form.failure.map(Phrase.profileFailed), .error, of: form.failure?.field)
  }

  func profileScreen(_ language: Language) -> ScreenBuilder {
    var builder = ScreenBuilder(.profile, language)
    if let account = auth.session.account { builder.row("iddog", account.email) }
    builder.button(.signOut, .auth(.signOut))
    if let member = members.session.member {
      builder.row(member.name, member.email)
      if !member.about.isEmpty { builder.row(builder.text(.about), member.about) }
      builder.button(.myProfile, .openProfile(nil))
      builder.button(.logOut, .members(.logOut), isEnabled: !members.isLoggingOut)
    }
    builder.message(members.logOutFailure.map(Phrase.eventbeeFailed), .error)
    builder.screen.isBusy = members.isLoggingOut
    return builder
  }
}

extension ProfileFailure {
  /// The label of the field to which the failure belongs, if any.
  fileprivate var field: Phrase? {
    switch self {
    case .nameMissing: .name
    case .tooLong(let field): field.title.label
    case .photo: .photoChosen
    case .api(let failure): failure.field
    }
  }
}
