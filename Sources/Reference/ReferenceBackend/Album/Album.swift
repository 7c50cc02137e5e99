import ColmeiaJSON
import ColmeiaServer
import ReferenceEntities

/// The back end of albums: accounts whose token changes with each response, as with devise_token_auth, and photos that
/// are uploaded as multipart forms.
///
/// Each response to a signed-in user contains the header fields for the next request: `access-token`, `client` and
/// `uid`. Requests less than ``AlbumSession/batch`` seconds after the last token change belong to one batch: they get
/// blank fields, and their token stays valid.
struct Album: Sendable {
  enum Target: Sendable { case signIn, signOut, user, photos, publish, picture, change, notice }

  private static let routes = RouteTable<Target, AlbumProblem>([
    (.post, "album/auth/sign_in", .signIn), (.delete, "album/auth/sign_out", .signOut), (.get, "album/user", .user),
    (.get, "album/photos", .photos), (.post, "album/photos", .publish), (.get, "album/photos/{id}", .picture),
    (.patch, "album/photos/{id}", .change), (.get, "album/notice", .notice),
  ])

  /// Handles a request. A request that fails changes nothing except the count of wrong passwords for an email.
  func answer(
    _ request: HTTPRequest, _ segments: [String], _ context: RequestContext, _ state: inout AlbumState
  ) -> HTTPResponse {
    do throws(AlbumProblem) {
      let isHead = request.method == .head
      let (target, values) = try Self.routes.find(isHead ? .get : request.method, segments)
      if target == .signIn { return try signIn(request, context, &state) }
      if target == .picture { return try picture(values[0], state) }
      var (session, user) = try session(of: request, context, state)
      let answer = try perform(target, values, request, context, user, &state)
      if target == .signOut {
        state.end(client: session.client)
        return answer
      }
      let isNew = !isHead && session.renew(context.token, at: context.date)
      if isNew { state.upsert(session) }
      return answer.adding(session.fields(token: isNew ? context.token : nil, of: user))
    } catch { return error.answer }
  }

  private func perform(
    _ target: Target, _ values: [String], _ request: HTTPRequest, _ context: RequestContext, _ user: AlbumUser,
    _ state: inout AlbumState
  ) throws(AlbumProblem) -> HTTPResponse {
    switch target {
    case .user: .json(200, user.json)
    case .photos: try photos(request, user, state)
    case .publish: try publish(request, context, user, &state)
    case .change: try change(values[0], request, user, &state)
    case .signOut, .signIn, .picture: .json(200, ["success": true])
    case .notice:
      .text(200, "Sexta-feira, \(user.name): duas pizzas pelo preço de uma.")
    }
  }
}

// Sessions.
extension Album {
  /// Starts a session if the email and password in a URL-encoded form are correct.
  private func signIn(
    _ request: HTTPRequest, _ context: RequestContext, _ state: inout AlbumState
  ) throws(AlbumProblem) -> HTTPResponse {
    guard let type = request.headers["Content-Type"].flatMap(MediaType.init),
      type.essence == "application/x-www-form-urlencoded", let text = String(validating: request.body, as: UTF8.self),
      let fields = HTTPQueryItem.parse(text)
    else { throw .otherType }
    func field(_ name: String) throws(AlbumProblem) -> String {
      guard let value = fields.first(where: { $0.name == name })?.value else { throw .invalid(name) }
      return value
    }
    let (email, password) = (try field("email"), try field("password"))
    if let wait = state.guesses.wait(for: email, at: context.date) { throw .tooManyGuesses(wait: wait) }
    let user = state.user(email)
    // An unknown email address must take as long as a wrong password.
    let record = user?.password ?? state.users.first?.password ?? .decoy(rounds: 1)
    guard record.isOf(password), let user else {
      state.guesses.record(email, at: context.date)
      throw .wrongPassword
    }
    state.guesses.forget(email)
    let session = AlbumSession(user: user.id, token: context.token, at: context.date)
    state.upsert(session)
    return HTTPResponse.json(200, ["data": user.json]).adding(session.fields(token: context.token, of: user))
  }

  private func session(
    of request: HTTPRequest, _ context: RequestContext, _ state: AlbumState
  ) throws(AlbumProblem) -> (AlbumSession, AlbumUser) {
    guard let token = request.headers["access-token"], let client = request.headers["client"],
      let session = state.session(client), session.accepts(token, at: context.date),
      let user = state.users.first(where: { $0.id == session.user }), request.headers["uid"] == user.email
    else { throw .unauthorized }
    return (session, user)
  }
}

// Photos.
extension Album {
  /// Returns the photos of the user that the query names, or of the caller if it names no email. The order is newest
  /// first unless `order` is `oldest`.
  private func photos(
    _ request: HTTPRequest, _ user: AlbumUser, _ state: AlbumState
  ) throws(AlbumProblem) -> HTTPResponse {
    guard let items = request.queryItems else { throw .invalid("query") }
    guard let origin = request.servedOrigin else { throw .invalidHost }
    let email = items.first { $0.name == "email" }?.value ?? user.email
    guard let owner = state.user(email) else { throw .notFound }
    let photos = state.photos(of: owner.id).map { $0.json(at: origin) }
    let isOldestFirst = items.contains { $0.name == "order" && $0.value == "oldest" }
    return .json(200, .array(isOldestFirst ? photos : photos.reversed()))
  }

  /// Adds a photo to the caller's album. The request is a form with the fields `photo[caption]`, `photo[tags][0]` and
  /// so on, and the file `photo[picture]`.
  private func publish(
    _ request: HTTPRequest, _ context: RequestContext, _ user: AlbumUser, _ state: inout AlbumState
  ) throws(AlbumProblem) -> HTTPResponse {
    guard let form = MultipartForm(request) else { throw .otherType }
    guard let origin = request.servedOrigin else { throw .invalidHost }
    guard let caption = form.text("photo[caption]"), caption.utf8.count <= AlbumPhoto.longestText else {
      throw .invalid("photo[caption]")
    }
    guard let picture = form.file("photo[picture]") else { throw .invalid("photo[picture]") }
    guard ImageType(of: picture)?.isPhoto == true else { throw .noImage }
    if picture.count > AlbumPhoto.largest { throw .tooLarge }
    var tags: [String] = []
    while let tag = form.text("photo[tags][\(tags.count)]") { tags.append(tag) }
    guard form.parts.count(where: { $0.name.hasPrefix("photo[tags]") }) == tags.count else {
      throw .invalid("photo[tags]")
    }
    let photo = PhotoRecord(
      id: state.nextPhoto, user: user.id, caption: caption, tags: tags, date: context.date,
      picture: Blob(picture))
    guard photo.isPossible else { throw .invalid("photo[tags]") }
    guard state.photos(of: user.id).count < AlbumState.photosPerUser else { throw .full }
    state.upsert(photo)
    return .json(201, photo.json(at: origin))
  }

  /// Changes the texts of one of the caller's photos. The request is a JSON merge patch (RFC 7396) with the members
  /// `caption` and `tags`.
  private func change(
    _ id: String, _ request: HTTPRequest, _ user: AlbumUser, _ state: inout AlbumState
  ) throws(AlbumProblem) -> HTTPResponse {
    guard let type = request.headers["Content-Type"].flatMap(MediaType.init),
      type.essence == "application/merge-patch+json"
    else { throw .otherType }
    guard let patch = try? JSON(parsing: request.body) else { throw .malformed }
    guard let members = patch.object else { throw .invalid("caption") }
    guard let origin = request.servedOrigin else { throw .invalidHost }
    guard var photo = state.photos(of: user.id).first(where: { "\($0.id)" == id }) else { throw .notFound }
    if let caption = members["caption"] {
      guard let text = caption.string else { throw .invalid("caption") }
      photo.caption = text
      guard photo.isPossible else { throw .invalid("caption") }
    }
    if let tags = members["tags"] {
      guard let texts = tags.array?.map(\.string), !texts.contains(nil) else { throw .invalid("tags") }
      photo.tags = texts.compactMap(\.self)
    }
    guard photo.isPossible else { throw .invalid("tags") }
    state.upsert(photo)
    return .json(200, photo.json(at: origin))
  }

  /// Returns a picture. It is visible to anyone who knows its address.
  private func picture(_ id: String, _ state: AlbumState) throws(AlbumProblem) -> HTTPResponse {
    guard let number = Int(id), let photo = state.photos.first(where: { $0.id == number }),
      let type = ImageType(of: photo.picture.bytes)?.rawValue
    else { throw .notFound }
    return HTTPResponse(
      200, headers: ["Content-Type": type, "Cache-Control": "public, max-age=604800"], body: photo.picture.bytes)
  }
}
