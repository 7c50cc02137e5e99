import ReferenceApp

@testable import ColmeiaClient
@testable import ReferenceBackend

extension BackendModel {
  /// Returns a back end with the albums of Ana, who has one photo, and of Bia.
  static func albums() -> BackendModel {
    var server = BackendModel(.init())
    for (index, name) in ["ana", "bia"].enumerated() {
      server.state.album.users.append(
        AlbumUser(
          id: index + 1, email: "\(name)@colmeia.example", name: name,
          password: PasswordRecord("\(name)-123", salt: [7], rounds: 1), registered: 1))
    }
    server.state.album.upsert(
      PhotoRecord(id: 1, user: 1, caption: "old", tags: [], date: 1, picture: Blob(picture)))
    return server
  }

  /// The shortest content that the back end accepts as a picture.
  static let picture: [UInt8] = [0xFF, 0xD8, 0xFF]

  /// Sends a request to the albums, three seconds after the previous one, and applies its changes. Every second
  /// response contains a new token.
  mutating func callAlbum<Answer>(
    _ endpoint: Endpoint<Answer>, of email: String? = nil, at path: String = "album"
  ) -> Result<Answer, APIError> {
    do throws(APIError) {
      let base: BaseURL
      do throws(BaseURLError) { base = try BaseURL("http://bees.example/\(path)") } catch { throw .notSignedIn }
      var request = try endpoint.request(
        to: base, headers: ["Host": "bees.example"], parameters: email.map { ["email": .string($0)] } ?? [:])
      if let form = try endpoint.multipart(SystemFileSystem(), boundary: { "B\($0)" }) {
        request.headers["Content-Type"] = form.contentType
        request.body = (try? UploadBody(form).bytes()) ?? []
      }
      if endpoint.token == .required {
        if session.isEmpty { throw .notSignedIn }
        for (name, value) in session { request.headers[name] = value }
      }
      date += 3
      tokens += 1
      let response = answer(request)
      for name in ["access-token", "client", "uid"] {
        if let value = response.headers[name], value != " " { session[name] = value }
      }
      return .success(try Self.read(response, request, endpoint))
    } catch { return .failure(error) }
  }
}

extension BackendModel {
  /// Whether the device has a session that the back end knows.
  var isAlbumOpen: Bool { session["client"].flatMap(state.album.session) != nil }

  /// Ends a session. Returns whether it existed.
  mutating func endAlbumSession(_ client: String) -> Bool {
    defer { state.album.end(client: client) }
    return state.album.session(client) != nil
  }

  /// Returns the numbers of the photos in an album, the newest first.
  func photoIDs(of email: String) -> [Int] {
    state.album.user(email).map { state.album.photos(of: $0.id).reversed().map(\.id) } ?? []
  }
}
