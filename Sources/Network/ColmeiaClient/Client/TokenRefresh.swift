import ColmeiaBase
import ColmeiaHTTP
import ColmeiaStorage
import ColmeiaTransport

/// Gets a new token when the server refuses the old one with status 401.
///
/// However many requests are refused at once, the server is asked for a new token once. The other requests wait, and
/// each is sent once more with the new token. If it is refused again, or if the server refuses the refresh, the session
/// ends: its tokens are removed from the store, and the requests throw an error with `APIError.isTokenRefused`.
///
/// A refresh goes on if the requests that wait for it are cancelled, because many servers accept a refresh token only
/// once. If the user signs out meanwhile, its tokens are discarded, and no request is repeated.
public final class TokenRefresh: Sendable {
  /// The new tokens: the one for requests, and the one for the next refresh, or `nil` to keep the old one.
  public typealias Renewed = (token: Token, refresh: Token?)

  private let item: TokenItem?
  private let renew: @Sendable (Token) async throws(APIError) -> Renewed
  let machine = Awaited(RefreshMachine())

  /// Creates a refresh. All clients with copies of the same `TokenSource` share it.
  ///
  /// - Parameters:
  ///   - item: The item of the store that holds the refresh token, or `nil` to refresh the refused token itself.
  ///   - renew: Asks the server for new tokens, given the token of `item`. It must not use a client that refreshes the
  ///     same token. An error with a status from 400 to 499 other than 408 and 429 ends the session. With any other
  ///     error, the requests throw that error, and the session continues.
  public init(item: TokenItem? = nil, _ renew: @escaping @Sendable (Token) async throws(APIError) -> Renewed) {
    self.item = item
    self.renew = renew
  }

  /// Returns how the refresh of a refused token has ended, which this request begins or waits for.
  nonisolated(nonsending) func outcome(
    after token: Token, in source: TokenSource
  ) async throws(APIError) -> RefreshMachine.Outcome {
    while true {
      let number: Int
      switch machine.change({ $0.refused(token) }) {
      case .use(let newest):
        do throws(TokenStoreError) { return try await source.read() == newest ? .renewed(newest) : .changed } catch {
          throw .tokenStore(error)
        }
      case .begin(let begun, let current):
        number = begun
        // The refresh is for all requests and outlives the one that began it, so it cannot run in the task of any of
        // them. It ends when `renew` does, which the timeout of its request limits.
        Task {
          let outcome = await self.refresh(current, source)
          self.machine.change { $0.ended(outcome) }
        }
      case .wait(let begun): number = begun
      }
      guard let outcome = await machine.first({ $0.outcome(number, for: token) }) else { throw .transport(.cancelled) }
      if let outcome { return outcome }
    }
  }

  /// Ends the session of a token that was refused although it is new.
  nonisolated(nonsending) func end(_ token: Token, in source: TokenSource) async throws(TokenStoreError) {
    guard let (item, _) = try await source.find() else { return }
    let spare = try await spare(source)
    if try await source.store.replace(token, with: nil, as: item), let spare, let item = self.item {
      _ = try await source.store.replace(spare, with: nil, as: item)
    }
  }

  private func refresh(_ token: Token, _ source: TokenSource) async -> RefreshMachine.Outcome {
    do throws(TokenStoreError) {
      guard let (item, current) = try await source.find(), current == token else { return .changed }
      let spare = try await spare(source)
      let renewed: Renewed?
      do throws(APIError) {
        // Without a refresh token, there is nothing to ask with.
        if let used = self.item == nil ? token : spare { renewed = try await renew(used) } else { renewed = nil }
      } catch {
        guard error.endsSession else { return .failed(error) }
        renewed = nil
      }
      guard try await source.store.replace(token, with: renewed?.token, as: item) else { return .changed }
      if let item = self.item, let spare, renewed == nil || renewed?.refresh != nil {
        _ = try await source.store.replace(spare, with: renewed?.refresh, as: item)
      }
      return renewed.map { .renewed($0.token) } ?? .ended
    } catch { return .failed(.tokenStore(error)) }
  }

  /// Returns the refresh token.
  nonisolated(nonsending) private func spare(_ source: TokenSource) async throws(TokenStoreError) -> Token? {
    guard let item else { return nil }
    return try await source.store.read(item)
  }
}

extension TokenSource {
  /// Returns the answer to a request, or, if it refuses the token and there is a new one, the answer to the same request
  /// with that.
  ///
  /// - Parameters:
  ///   - head: Returns the head of the response.
  ///   - again: Sends the request with the new token.
  nonisolated(nonsending) func accepted<Answer>(
    _ answer: Answer, to request: HTTPRequest, _ token: Token, head: (Answer) -> HTTPResponse,
    again: nonisolated(nonsending) (Token) async throws(APIError) -> Answer
  ) async throws(APIError) -> Answer {
    // The target of a redirect to another origin doesn't get the token, so it can't refuse it.
    func isRefused(_ answer: Answer) -> Bool { head(answer).status == 401 && head(answer).origin == nil }
    guard let refresh, isRefused(answer) else { return answer }
    switch try await refresh.outcome(after: token, in: self) {
    case .renewed(let new):
      let answer = try await again(new)
      if isRefused(answer) {
        do throws(TokenStoreError) { try await refresh.end(new, in: self) } catch { throw .tokenStore(error) }
      }
      return answer
    case .ended: return answer
    case .changed:
      // The refused token isn't that of the current session, which goes on.
      throw .status(StatusFailure(call: "\(request)", response: head(answer), sentToken: false))
    case .failed(let error): throw error
    }
  }
}

extension APIError {
  /// Whether the answer to a refresh means that the session is over.
  fileprivate var endsSession: Bool {
    switch self {
    case .notSignedIn: true
    case .status(let failure): (400..<500).contains(failure.status) && ![408, 429].contains(failure.status)
    case .tokenStore, .encoding, .form, .transport, .decoding: false
    }
  }
}
