import ColmeiaClient

/// The API of the dog feed: signing up with only an email address, and pictures by breed.
public enum IddogAPI {
  /// The header field for the token, which is sent without an authentication scheme.
  public static let tokenHeader = TokenHeader("Authorization")

  /// Returns the endpoint that signs the user with this address up or in, which is the same request.
  public static func signUp(email: String) -> Endpoint<SignUp> {
    .post("/signup").sending(["email": .string(email)])
  }

  /// Returns the endpoint for the pictures of a breed.
  public static func feed(_ breed: Breed) -> Endpoint<DogFeed> {
    .get("/feed", query: ["category": breed.rawValue], token: .required)
  }
}

extension IddogAPI {
  /// The response to a sign-up. The email address comes from the server and is required.
  public struct SignUp: Sendable, Hashable, Decodable {
    /// The user who signed up.
    public let user: User

    /// The user who signed up, with the session token.
    public struct User: Sendable, Hashable {
      /// The email address as the server returned it.
      public let email: String
      /// The token for subsequent requests.
      public let token: Token
    }
  }
}

extension IddogAPI.SignUp.User: Decodable {
  private enum CodingKeys: CodingKey { case email, token }

  /// Decodes the email address and the token, which are both required.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    email = try container.decode(String.self, forKey: .email)
    token = Token(try container.decode(String.self, forKey: .token))
  }
}
