import ColmeiaUI
import ReferenceApp
import SwiftUI

/// The sections to log in to Eventbee or to create an account.
struct MemberFormView: View {
  let members: ViewStore<Members.State, Members.Action>
  @Environment(\.words) private var words

  private var isNew: Bool { members.form.purpose == .createAccount }

  var body: some View {
    Section {
      if isNew { TextField(words(.name), text: members.binding(\.form.name) { .typed(.name, $0) }) }
      TextField(words(.email), text: members.binding(\.form.email) { .typed(.email, $0) })
        .keyboardType(.emailAddress)
        .textContentType(.username)
        .textInputAutocapitalization(.never)
      SecureField(
        words(.password), text: members.binding(\.form.password.value) { .typedPassword(Secret($0)) }
      )
      .textContentType(isNew ? .newPassword : .password)
      .onSubmit { members.send(.submit) }
      if isNew {
        TextField(words(.about), text: members.binding(\.form.about) { .typed(.about, $0) }, axis: .vertical)
      }
      Message(members.message)
    }
    Section {
      Button(words(isNew ? .createAccount : .logIn)) { members.send(.submit) }
      Button(words(isNew ? .logIn : .createAccount)) {
        withAnimation { members.send(.choose(isNew ? .logIn : .createAccount)) }
      }
      if !isNew { Button(words(.logInWithFacebook)) { members.send(.askFacebook) } }
    }
    .disabled(members.form.progress != nil)
  }
}

/// The accounts that are signed in, with buttons to sign out.
struct AccountView: View {
  let app: AppStore
  @Environment(\.words) private var words

  private var members: ViewStore<Members.State, Members.Action> { app.scope(\.members, AppReducer.Action.members) }

  var body: some View {
    NavigationStack {
      List {
        Section("iddog") {
          if let account = app[\.auth.session.account] { Text(account.email) }
          Button(words(.signOut), role: .destructive) { app.send(.auth(.signOut)) }
        }
        if let member = members.session.member {
          Section("Eventbee") {
            LabeledContent(member.name, value: member.email)
            if !member.about.isEmpty { Text(member.about) }
            Button(words(.myProfile)) { app.send(.openProfile(nil)) }
            Button(words(.logOut), role: .destructive) { members.send(.logOut) }
              .disabled(members.isLoggingOut)
            Message(members.logOutFailure.map(Phrase.eventbeeFailed))
          }
        }
      }
      .navigationTitle(words(.profile))
    }
  }
}
