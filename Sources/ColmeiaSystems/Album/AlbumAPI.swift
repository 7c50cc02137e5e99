import ColmeiaClient
import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaUpload

/// The API of albums, as the users of iOSHelpers call theirs: a session that comes in header fields, parameters that a
/// group of calls has in common, forms with files, and answers that are not strict about types.
public enum AlbumAPI {
  /// Begins a session, which comes in the header fields of the answer.
  public static func signIn(email: String, password: String) -> Endpoint<User> {
    mapped(.post, "/auth/sign_in", at: "data")
      .sending(["email": .string(email), "password": .string(password)], as: .form)
  }

  /// Ends the session.
  public static func signOut() -> Endpoint<Void> { Endpoint(.delete, "/auth/sign_out", token: .required) { _ in } }

  /// Who is signed in.
  public static func user() -> Endpoint<User> { mapped(.get, "/user", token: .required) }

  /// The photos of the album whose owner's e-mail is a parameter of the client, the newest first.
  public static func photos() -> Endpoint<[Photo]> {
    mapped(.get, "/photos", token: .required).sending(["order": "newest"])
  }

  /// Publishes a photo; the answer is what became of it.
  public static func publish(caption: String, tags: [String], picture: [UInt8]) -> Endpoint<Photo> {
    let photo: FormValue = .object([
      FormField("caption", .text(caption)), FormField("tags", .list(tags.map(FormValue.text))),
      FormField("picture", .bytes(picture)),
    ])
    var endpoint: Endpoint<Photo> = mapped(.post, "/photos", token: .required)
    endpoint.body = .form([FormField("photo", photo)])
    return endpoint
  }

  /// What the house tells everybody, in whatever form.
  public static func notice() -> Endpoint<AnswerContent> {
    Endpoint(.get, "/notice", token: .required) { AnswerContent($0.body) }
  }

  /// A call whose answer is read leniently.
  ///
  /// - Parameter place: where in the answer the value is.
  private static func mapped<Value: LenientValue & Sendable>(
    _ method: HTTPMethod, _ path: EndpointPath, token: TokenUse = .none, at place: MappingPath = ""
  ) -> Endpoint<Value> {
    Endpoint(method, path, token: token) { (response) throws(JSONError) in
      let mapper = Mapper(try JSON(parsing: response.body))
      do throws(MappingError) { return try mapper.value(place) } catch {
        throw JSONError(
          .mismatch(expected: error.expected, found: error.found), at: JSONPath(error.path.map(JSONPath.Step.key)))
      }
    }
  }
}

extension AlbumAPI {
  /// How texts stand for moments here.
  private static let dates = "yyyy/MM/dd HH:mm:ss"

  /// How large a pizza is.
  public enum PizzaSize: Int, Sendable, Hashable, LenientValue {
    /// From small to large.
    case small, medium, large
  }

  /// A pizza.
  public struct Pizza: Sendable, Hashable, Mappable {
    /// What it is called.
    public let name: String
    /// How large it is.
    public let size: PizzaSize

    /// Reads a pizza.
    public init(_ mapper: Mapper) throws(MappingError) {
      name = try mapper.value("name")
      size = try mapper.value("size")
    }
  }

  /// Somebody with an album.
  public struct User: Sendable, Hashable, Mappable {
    /// The number, which comes as a text.
    public let id: Int
    /// How the user is called.
    public let name: String
    /// The e-mail address.
    public let email: String
    /// Whether the user likes pizza, which comes as a text.
    public let likesPizza: Bool
    /// When the user came.
    public let registered: Moment
    /// The pizza the user likes most, if any.
    public let favorite: Pizza?
    /// What the first pizza is called that the user has ordered, if there is one.
    public let firstOrder: String?

    /// Reads a user.
    public init(_ mapper: Mapper) throws(MappingError) {
      id = try mapper.value("id")
      name = try mapper.value("user_name")
      email = try mapper.value("email")
      likesPizza = try mapper.value("likes_pizza")
      registered = try mapper.dated(AlbumAPI.dates).value("register_date")
      favorite = try mapper.valueIfPresent("favorite_pizza")
      firstOrder = mapper.optional("ordered_pizzas.0.name")
    }
  }

  /// A photo in an album.
  public struct Photo: Sendable, Hashable, Mappable {
    /// The number, which comes as a text.
    public let id: Int
    /// What is written below it.
    public let caption: String
    /// What it shows, in single words.
    public let tags: [String]
    /// When it was published.
    public let taken: Moment
    /// How many bytes it has, which comes as a text.
    public let bytes: Int
    /// Where it is.
    public let address: WebAddress

    /// Reads a photo.
    public init(_ mapper: Mapper) throws(MappingError) {
      id = try mapper.value("id")
      caption = try mapper.value("caption")
      tags = try mapper.value("tags")
      taken = try mapper.dated(AlbumAPI.dates).value("taken")
      bytes = try mapper.value("bytes")
      address = try mapper.value("url")
    }
  }
}
