import ColmeiaSecrets

/// The part of the Facebook SDK that the app uses (E12, E13). It asks the user to log in, and holds an access token.
public protocol FacebookAccess: Sendable {
  /// Asks the user to log in to Facebook, and returns the access token, or `nil` if the user cancelled.
  func logIn() async -> Secret?
  /// Discards the access token, if there is one.
  func logOut() async
}

/// A stand-in for Facebook in demos and scenarios, to which one user is always logged in.
public struct DemoFacebook: FacebookAccess {
  private let token: Secret

  /// Creates a stand-in with the access token of its user.
  public init(token: Secret) { self.token = token }

  /// Returns the access token without asking the user.
  public func logIn() async -> Secret? { token }
  /// Does nothing. The token remains available.
  public func logOut() async {}
}
