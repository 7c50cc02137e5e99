import ColmeiaJSON

/// iddog's calls (protocols of the challenge, 2018–2020): sign up, and the feed of one breed.
public enum IddogAPI {
  /// The header field of the token, which stands there bare.
  public static let tokenField = "Authorization"

  /// What a sign-up answers.
  public struct SignUpAnswer: Sendable, Codable, Equatable {
    /// The user.
    public struct User: Sendable, Codable, Equatable {
      /// The e-mail address, as the server has it.
      public var email: String
      /// The session's token.
      public var token: String
    }
    /// The user.
    public var user: User
  }

  /// What the feed answers.
  public struct FeedAnswer: Sendable, Codable, Equatable {
    /// The breed.
    public var category: String
    /// The addresses of its images.
    public var list: [String]
  }

  /// Signs up, and in: the same call does both.
  public static func signUp(email: String) -> Endpoint<SignUpAnswer> {
    .post("signup", body: ["email": .string(email)])
  }

  /// The images of a breed.
  public static func feed(category: String) -> Endpoint<FeedAnswer> {
    .get("feed", query: ["category": category], token: .required)
  }
}
