import Colmeia
import ColmeiaClient

/// Performs the effects of the session and the sign-up form. Tokens go from the API response to the token store, and
/// nowhere else.
struct AuthHandler: AnsweringHandler {
  let api: APIClient
  let session: SessionToken
  let answers: ResponseCache?

  nonisolated(nonsending) func answer(to effect: Auth.Effect) async -> Auth.Action? {
    switch effect {
    case .restore: await restore()
    case .signUp(let email): await signUp(email)
    case .forget: await forget()
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

  /// Removes the token and the responses cached for its account. If the account is no longer known, because an earlier
  /// attempt removed only the token, removes the cached responses of all accounts.
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
