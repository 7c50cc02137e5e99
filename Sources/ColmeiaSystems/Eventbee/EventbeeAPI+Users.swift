import ColmeiaJSON
import ColmeiaStorage

extension EventbeeAPI {
  /// A user, as everybody sees them.
  public struct User: Sendable, Hashable {
    /// The number.
    public let id: Int
    /// The name.
    public let name: String
    /// The e-mail address; empty where the server does not tell it.
    public let email: String
    /// What they say about themselves; may be empty.
    public let about: String
    /// The key of their photo in the object store, if they have one.
    public let photo: String?
  }

  /// The answer to signing in.
  public struct SignedIn: Sendable, Hashable {
    /// Who is signed in.
    public let user: User
    /// What later calls are made with.
    public let token: Token
  }

  /// An account to be created.
  public struct NewUser: Sendable, Hashable, Encodable {
    /// The name.
    public var name: String
    /// The e-mail address.
    public var email: String
    /// The password.
    public var password: String
    /// What they say about themselves.
    public var about: String?

    /// An account to be created.
    public init(name: String, email: String, password: String, about: String? = nil) {
      self.name = name
      self.email = email
      self.password = password
      self.about = about
    }
  }

  /// What is to change in one's profile; what is `nil` stays.
  public struct UserChange: Sendable, Hashable, Encodable {
    /// The name.
    public var name: String?
    /// What they say about themselves.
    public var about: String?
    /// The key of the photo in the object store.
    public var photo: String?

    /// A change.
    public init(name: String? = nil, about: String? = nil, photo: String? = nil) {
      self.name = name
      self.about = about
      self.photo = photo
    }

    private enum CodingKeys: String, CodingKey {
      case name, about
      case photo = "photo_url"
    }
  }

  /// The answer of a call that only does something.
  public struct Done: Sendable, Hashable {
    /// What the server says: `ok`. Empty where it says nothing.
    public let result: String
  }
}

extension EventbeeAPI.Done: Decodable {
  /// Reads any JSON.
  public init(from decoder: any Decoder) throws { result = try JSON(from: decoder).text("result") }
}

extension EventbeeAPI.User: Decodable {
  /// Reads a user; only the number must be there.
  public init(from decoder: any Decoder) throws {
    let json = try JSON(from: decoder)
    guard let id = json["id"]?.int else { throw JSONError(.missingKey("id")) }
    self.id = id
    name = json.text("name")
    email = json.text("email")
    about = json.text("about")
    photo = json["photo_url"]?.string
  }
}

extension EventbeeAPI.SignedIn: Decodable {
  private enum CodingKeys: CodingKey { case token }

  /// Reads a user and the token, which must be there.
  public init(from decoder: any Decoder) throws {
    user = try EventbeeAPI.User(from: decoder)
    token = Token(try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .token))
  }
}

extension EventbeeAPI.NewUser: CustomStringConvertible, CustomReflectable {
  /// The name; not the password.
  public var description: String { name }
  /// Everything but the password.
  public var customMirror: Mirror {
    Mirror(self, children: ["name": name, "email": email, "password": "***", "about": about as Any])
  }
}
