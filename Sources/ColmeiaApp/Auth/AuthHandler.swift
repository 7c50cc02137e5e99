import Colmeia
import ColmeiaCache
import ColmeiaClient
import ColmeiaStorage
import ColmeiaSystems

/// Carries out the effects of session and sign-up. Tokens go from the API's answer to the token store, and nowhere else.
struct AuthHandler: AsyncHandler {
  let api: APIClient
  let session: SessionToken
  let answers: AnswerCache?

  nonisolated(nonsending) func perform(_ effect: Auth.Effect, send: Send<Auth.Action>) async {
    switch effect {
    case .restore: send(await restore())
    case .signUp(let email): if let action = await signUp(email) { send(action) }
    case .forget: if let action = await forget() { send(action) }
    }
  }

  private func restore() async -> Auth.Action {
    do throws(TokenStoreError) {
      guard let email = try await session.account(), try await session.read() != nil else { return .restored(nil) }
      return .restored(Account(email: email))
    } catch { return .restoreFailed(TokenStoreFailure(error)) }
  }

  private func signUp(_ email: EmailAddress) async -> Auth.Action? {
    let user: IddogAPI.SignUp.User
    do throws(APIError) {
      user = try await api.send(IddogAPI.signUp(email: email.rawValue)).user
    } catch {
      guard let failure = RequestFailure(error) else { return nil }
      return .signUpFailed(failure == .status(400) ? .emailRefused : .request(failure))
    }
    do throws(TokenStoreError) { try await session.write(user.token, for: user.email) } catch {
      return .signUpFailed(.tokenNotStored(TokenStoreFailure(error)))
    }
    return .signedUp(Account(email: user.email))
  }

  /// Removes the token, and the answers that were cached for its account. When the account is not known any more, because an
  /// earlier attempt has removed the token alone, the answers of all accounts are removed.
  private func forget() async -> Auth.Action? {
    do throws(TokenStoreError) {
      let account = try await session.account()
      try await session.forget()
      do throws(DiskCacheError) {
        if let account {
          try await answers?.removeAll(of: .account(account))
        } else {
          try await answers?.removeAll()
        }
      } catch { return .forgetFailed(TokenStoreFailure(error)) }
      return nil
    } catch { return .forgetFailed(TokenStoreFailure(error)) }
  }
}
