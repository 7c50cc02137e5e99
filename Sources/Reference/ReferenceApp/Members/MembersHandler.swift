import Colmeia
import ColmeiaClient

/// Performs the effects of the session at Eventbee. The token is stored under the member's number and email address,
/// so that the next start of the app knows the member.
struct MembersHandler: EffectHandler {
  let api: APIClient
  let session: SessionToken
  let facebook: (any FacebookAccess)?

  func work(for effect: Members.Effect) -> Work<Members.Action> {
    switch effect {
    case .restore: .answer { await restore() }
    case .createAccount(let account): .answer { await create(account) }
    case .logIn(let email, let password):
      .answer { await enter(EventbeeAPI.logIn(email: email, password: password.value)) }
    case .askFacebook: .answer { await askFacebook() }
    case .logInWithFacebook(let token): .answer { await enter(EventbeeAPI.logIn(facebookToken: token.value)) }
    case .logOut: .async { send in await logOut(send) }
    case .forget: .answer { await forget() }
    }
  }

  private func create(_ account: Members.NewAccount) async -> Members.Action? {
    let user = EventbeeAPI.NewUser(
      name: account.name, email: account.email, password: account.password.value, about: account.about)
    return await api.call(EventbeeAPI.createUser(user), { _ in .accountCreated }, Members.Action.accountFailed)
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
    return .loggedIn(user)
  }

  private func askFacebook() async -> Members.Action? {
    guard let token = await facebook?.logIn() else { return .facebookRefused }
    return await enter(EventbeeAPI.logIn(facebookToken: token.value))
  }

  /// Restores the session. The member's number and email address are stored with the token. The other data comes from
  /// the server, which may be unreachable; then the email address takes the place of the name.
  private func restore() async -> Members.Action {
    let parts: [Substring]
    do throws(TokenStoreError) {
      guard let account = try await session.account(), try await session.read() != nil else { return .restored(nil) }
      parts = account.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    } catch { return .restoreFailed(TokenStoreFailure(error)) }
    guard parts.count == 2, let id = Int(parts[0]) else { return .restored(nil) }
    do throws(APIError) { return .restored(try await api.send(EventbeeAPI.user(id))) } catch {
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
    if let failure = await forget() { send(failure) }
  }

  private func forget() async -> Members.Action? {
    do throws(TokenStoreError) { try await session.forget() } catch { return .forgetFailed(TokenStoreFailure(error)) }
    return nil
  }
}
