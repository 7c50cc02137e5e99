import ColmeiaClient

/// An API of photo albums, in the style of the services that iOSHelpers is used with: the session is sent in header
/// fields, a group of requests shares parameters, forms contain files, and responses are not strict about types.
public enum AlbumAPI {
  /// Returns the endpoint, below `auth`, that starts a session, which the server sends in the header fields of the response.
  public static func signIn(email: String, password: String) -> Endpoint<AlbumOwner> {
    mapped(.post, "/sign_in", at: "data")
      .sending(["email": .string(email), "password": .string(password)], as: .form)
  }

  /// Returns the endpoint, below `auth`, that ends the session.
  public static func signOut() -> Endpoint<Void> { .delete("/sign_out", token: .required) }

  /// Returns the endpoint for the user who is signed in.
  public static func user() -> Endpoint<AlbumOwner> { mapped(.get, "/user", token: .required) }

  /// Returns the endpoint for the photos of an album, the newest first. The email address of its owner is a parameter
  /// of the client.
  public static func photos() -> Endpoint<[AlbumPhoto]> {
    mapped(.get, "/photos", token: .required).sending(["order": "newest"])
  }

  /// Returns the endpoint that publishes a photo. Its response is the published photo.
  public static func publish(caption: String, tags: [String], picture: FormValue) -> Endpoint<AlbumPhoto> {
    let photo: FormValue = .object([
      FormField("caption", .text(caption)), FormField("tags", .list(tags.map { .text($0) })),
      FormField("picture", picture),
    ])
    var endpoint: Endpoint<AlbumPhoto> = mapped(.post, "/photos", token: .required)
    endpoint.body = .form([FormField("photo", photo)])
    return endpoint
  }

  /// Returns the endpoint that changes the texts of a photo. `nil` leaves a text as it is. The response is the changed
  /// photo.
  public static func change(_ photo: Int, caption: String?, tags: [String]?) -> Endpoint<AlbumPhoto> {
    var values = JSONObject()
    values["caption"] = caption.map(JSON.string)
    values["tags"] = tags.map { .array($0.map(JSON.string)) }
    return mapped(.patch, "/photos/\(photo)", token: .required).sending(RequestParameters(values), as: mergePatch)
  }

  /// An encoder for a JSON merge patch (RFC 7396).
  private static let mergePatch = ParameterEncoder(contentType: "application/merge-patch+json") {
    JSON.object($0.values).bytes()
  }

  /// Returns the endpoint for the service's notice to all users, which may be in any format.
  public static func notice() -> Endpoint<ResponseContent> {
    Endpoint(.get, "/notice", token: .required) { response, _ in ResponseContent(response.body) }
  }

  /// Returns an endpoint whose response is decoded leniently.
  ///
  /// - Parameter place: The path of the value in the response.
  private static func mapped<Value: LenientValue & Sendable>(
    _ method: HTTPMethod, _ path: EndpointPath, token: TokenUse = .none, at location: MappingPath = ""
  ) -> Endpoint<Value> {
    Endpoint(method, path, token: token) { (response, _) throws(JSONError) in
      let mapper = Mapper(try JSON(parsing: response.body))
      do throws(MappingError) { return try mapper.value(location) } catch {
        throw JSONError(
          .mismatch(expected: error.expected, found: error.found), at: JSONPath(error.path.map(JSONPath.Step.key)))
      }
    }
  }
}
