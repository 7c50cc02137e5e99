import ColmeiaClient
import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaStorage

/// The API of the dog feed: signing up with an e-mail address alone, and pictures by breed.
public enum IddogAPI {
  /// The host that the app was written for, and the name of the service that its token is kept under.
  public static let service = "iddog-nrizncxqba-uc.a.run.app"
  /// The token stands alone, without a scheme before it.
  public static let tokenHeader = TokenHeader("Authorization")

  /// Signs up or signs in the user with this address: the call is the same.
  public static func signUp(email: String) -> Endpoint<SignUp> {
    .post("/signup", .json(["email": .string(email)] as JSON))
  }

  /// The pictures of a category.
  public static func feed(_ category: Category) -> Endpoint<Feed> {
    .get("/feed", query: ["category": category.rawValue], token: .required)
  }
}

extension IddogAPI {
  /// What the feed can show.
  public enum Category: String, Sendable, Codable, CaseIterable {
    /// The first, and the default.
    case husky
    /// The second.
    case hound
    /// The third.
    case pug
    /// The fourth.
    case labrador
  }

  /// The answer to a sign-up. The e-mail address is the server's, and must be there.
  public struct SignUp: Sendable, Hashable, Decodable {
    /// Who signed up.
    public let user: User

    /// Who signed up.
    public struct User: Sendable, Hashable {
      /// The address, as the server writes it.
      public let email: String
      /// What later calls are made with.
      public let token: Token
    }
  }

  /// The answer to a feed. One unknown category or one address that is none makes all of it undecodable.
  public struct Feed: Sendable, Hashable, Codable {
    /// Of what.
    public let category: Category
    /// Where the pictures are.
    public let list: [WebAddress]
  }
}

extension IddogAPI.SignUp.User: Decodable {
  private enum CodingKeys: CodingKey { case email, token }

  /// Reads address and token; both must be there.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    email = try container.decode(String.self, forKey: .email)
    token = Token(try container.decode(String.self, forKey: .token))
  }
}
