/// What the app needs of Facebook's own software on the device (E12, E13): it asks the user, and keeps an access token.
public protocol FacebookAccess: Sendable {
  /// Has the user log in to Facebook; the access token, or `nil` when they gave up.
  func logIn() async -> Secret?
  /// Forgets the access token, if there is one.
  func logOut() async
}

/// A Facebook to which one person is always logged in: for demos and scenarios.
public struct DemoFacebook: FacebookAccess {
  private let token: Secret

  /// The Facebook of the user with this access token.
  public init(token: Secret) { self.token = token }

  /// Returns an access token without asking anybody.
  public func logIn() async -> Secret? { token }
  /// Nothing: it is there the next time.
  public func logOut() async {}
}
