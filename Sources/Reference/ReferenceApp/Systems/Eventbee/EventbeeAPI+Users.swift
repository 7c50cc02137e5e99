import ColmeiaJSON
import ColmeiaStorage

extension EventbeeAPI {
  /// The response to a log-in.
  public struct SignedIn: Sendable, Hashable {
    /// The user who is signed in.
    public let user: Member
    /// The token for subsequent requests.
    public let token: Token
  }

  /// An account to create.
  public struct NewUser: Sendable, Hashable, Encodable {
    /// The name of the user.
    public var name: String
    /// The email address.
    public var email: String
    /// The password.
    public var password: String
    /// The user's self-description.
    public var about: String?
  }

  /// Changes to the user's own profile. `nil` fields are left unchanged.
  public struct UserChange: Sendable, Hashable, Encodable {
    /// The name of the user.
    public var name: String?
    /// The user's self-description.
    public var about: String?
    /// The key of the user's photo in the object store.
    public var photo: String?

    private enum CodingKeys: String, CodingKey {
      case name, about
      case photo = "photo_url"
    }
  }

  /// The response to a request that performs an operation and returns no data.
  public struct Done: Sendable, Hashable {
    /// The server's result, which is normally `ok`, or empty if there is none.
    public let result: String
  }
}

extension EventbeeAPI.Done: Decodable {
  /// Decodes any JSON value.
  public init(from decoder: any Decoder) throws { result = try JSON(from: decoder).text("result") }
}

extension EventbeeAPI.SignedIn: Decodable {
  private enum CodingKeys: CodingKey { case token }

  /// Decodes a user and the token, which is required.
  public init(from decoder: any Decoder) throws {
    user = try Member(response: decoder)
    token = Token(try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .token))
  }
}

extension EventbeeAPI.NewUser: CustomStringConvertible, CustomReflectable {
  /// The name, without the password.
  public var description: String { name }
  /// A mirror that masks the password.
  public var customMirror: Mirror {
    Mirror(self, children: ["name": name, "email": email, "password": "***", "about": about as Any])
  }
}
