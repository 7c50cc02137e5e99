import ColmeiaUI
import ReferenceApp
import SwiftUI

/// The form to sign up, which also signs in.
struct SignUpView: View {
  let auth: ViewStore<Auth.State, Auth.Action>
  @Environment(\.words) private var words

  var body: some View {
    NavigationStack {
      Form {
        TextField(words(.email), text: auth.binding(\.form.typed, Auth.Action.typed))
          .keyboardType(.emailAddress)
          .textContentType(.emailAddress)
          .textInputAutocapitalization(.never)
          .onSubmit { auth.send(.submit) }
        Button(words(.signUp)) { auth.send(.submit) }
          .disabled(!auth.form.canSubmit)
        if auth.form.isInProgress {
          ProgressView()
          Button(words(.cancel), role: .cancel) { auth.send(.cancelSignUp) }
        }
        Message(auth.form.message)
        Message(auth.message)
        if auth.storeFailure != nil { Button(words(.retry)) { auth.send(.retry) } }
      }
      .navigationTitle(words(.signUp))
    }
  }
}

struct SignUpPreviews: PreviewProvider {
  static var previews: some View {
    SignUpView(
      auth: .preview(Auth.State(), Auth()) { effect in
        if case .signUp = effect { .signUpFailed(.emailRefused) } else { nil }
      })
  }
}
