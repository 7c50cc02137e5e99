import Colmeia
import ColmeiaClient
import ColmeiaStorage
import ColmeiaSystems

/// Performs the effects of the session at Eventbee. The token is stored under the member's number and e-mail address,
/// so that the next start of the app knows the member.
struct MembersHandler: AsyncHandler {
  let api: APIClient
  let session: SessionToken
  let facebook: (any FacebookAccess)?

  nonisolated(nonsending) func perform(_ effect: Members.Effect, send: Send<Members.Action>) async {
    switch effect {
    case .restore: send(await restore())
    case .createAccount(let account):
      let user = EventbeeAPI.NewUser(
        name: account.name, email: account.email, password: account.password.value, about: account.about)
      await api.ask(EventbeeAPI.createUser(user), send, { _ in .accountCreated }, Members.Action.accountFailed)
    case .logIn(let email, let password):
      if let action = await enter(EventbeeAPI.logIn(email: email, password: password.value)) { send(action) }
    case .askFacebook: await askFacebook(send)
    case .logInWithFacebook(let token):
      if let action = await enter(EventbeeAPI.logIn(facebookToken: token.value)) { send(action) }
    case .logOut: await logOut(send)
    case .forget: await forget(send)
    }
  }

  private func enter(_ call: Endpoint<EventbeeAPI.SignedIn>) async -> Members.Action? {
    let answer: EventbeeAPI.SignedIn
    do throws(APIError) { answer = try await api.send(call) } catch {
      return EventbeeFailure(error).map(Members.Action.logInFailed)
    }
    let user = answer.user
    do throws(TokenStoreError) { try await session.write(answer.token, for: "\(user.id) \(user.email)") } catch {
      return .tokenNotStored(TokenStoreFailure(error))
    }
    return .loggedIn(Member(user))
  }

  private func askFacebook(_ send: Send<Members.Action>) async {
    guard let token = await facebook?.logIn() else { return send(.facebookRefused) }
    if let action = await enter(EventbeeAPI.logIn(facebookToken: token.value)) { send(action) }
  }

  /// Restores the session. The member's number and e-mail address are stored with the token. The other data comes from
  /// the server, which may be unreachable; then the e-mail address takes the place of the name.
  private func restore() async -> Members.Action {
    let parts: [Substring]
    do throws(TokenStoreError) {
      guard let account = try await session.account(), try await session.read() != nil else { return .restored(nil) }
      parts = account.split(separator: " ", maxSplits: 1)
    } catch { return .restoreFailed(TokenStoreFailure(error)) }
    guard parts.count == 2, let id = Int(parts[0]) else { return .restored(nil) }
    do throws(APIError) { return .restored(Member(try await api.send(EventbeeAPI.user(id)))) } catch {
      return .restored(Member(id: id, name: String(parts[1]), email: String(parts[1])))
    }
  }

  /// Logs out. The session ends only once the server has confirmed it (E12).
  private func logOut(_ send: Send<Members.Action>) async {
    do throws(APIError) { _ = try await api.send(EventbeeAPI.logOff()) } catch {
      if let failure = EventbeeFailure(error) { send(.logOutFailed(failure)) }
      return
    }
    send(.loggedOut)
    await facebook?.logOut()
    await forget(send)
  }

  private func forget(_ send: Send<Members.Action>) async {
    do throws(TokenStoreError) { try await session.forget() } catch { send(.forgetFailed(TokenStoreFailure(error))) }
  }
}

extension Member {
  init(_ user: EventbeeAPI.User) { self.init(id: user.id, name: user.name, email: user.email, about: user.about) }
}
