extension AppReducer.State {
  func signUpScreen(_ language: Language) -> ScreenBuilder {
    var builder = ScreenBuilder(.signUp, language)
    builder.field(.email, auth.form.typed, .email) { .auth(.typed($0)) }
    builder.button(.signUp, .auth(.submit), isEnabled: auth.form.canSubmit, .submit)
    if auth.form.isInProgress { builder.button(.cancel, .auth(.cancelSignUp)) }
    if auth.storeFailure != nil { builder.button(.retry, .auth(.retry)) }
    builder.message(auth.form.message, .error, of: auth.form.failure?.field)
    builder.message(auth.message, auth.storeFailure == nil ? .notice : .error)
    builder.screen.isBusy = auth.form.isInProgress || auth.session == .restoring
    return builder
  }
}

extension SignUpFailure {
  /// The label of the field to which the failure belongs, if any.
  fileprivate var field: Phrase? {
    switch self {
    case .emailInvalid, .emailRefused: .email
    case .request, .tokenNotStored: nil
    }
  }
}
