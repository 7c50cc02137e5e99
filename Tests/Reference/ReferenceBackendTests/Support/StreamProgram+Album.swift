import ColmeiaJSON
import TestSupport

@testable import ReferenceBackend

extension StreamProgram {
  /// A device on which a user is signed in to the albums.
  struct AlbumDevice {
    var user: Int
    var client: String
    /// The tokens that it received, the newest last.
    var tokens: [String]
    /// The time at which it received the newest token.
    var date: Int
  }

  static let albumUsers = ["ana", "bruno"].enumerated().map { index, name in
    AlbumUser(
      id: index + 1, email: "\(name)@bee.example", name: name,
      password: PasswordRecord("\(name)-123", salt: [7], rounds: 1), registered: 1)
  }
  private static let picture: [UInt8] = [0xFF, 0xD8, 0xFF]

  mutating func callAlbums() {
    let call = random.pick([
      "sign in", "sign in", "sign in", "sign out", "user", "head", "photos", "publish", "change", "picture",
    ])
    if call == "sign in" { return signInToAlbum() }
    if call == "picture" { return lookAtPicture() }
    guard let position = devices.indices.randomElement(using: &random) else { return }
    let (device, index) = (devices[position], Int.random(in: 0..<8, using: &random))
    let token = index < device.tokens.count ? device.tokens[device.tokens.count - 1 - index] : device.tokens.last ?? ""
    let isGood = device.tokens.suffix(2).contains(token)
    switch call {
    case "sign out":
      let response = exchange(signed("DELETE album/auth/sign_out", device, token))
      record("album out", response.status, wanted: isGood ? 200 : 401)
      if isGood { devices.remove(at: position) }
    case "head":
      let response = exchange(signed("HEAD album/user", device, token))
      record("album head", response.status, wanted: isGood ? 200 : 401)
      if isGood, response.headers["access-token"] != " " { problems.append("a token is given that is not kept") }
    case "user":
      let response = exchange(signed("GET album/user", device, token))
      record("album user", response.status, wanted: isGood ? 200 : 401)
      let name = (try? JSON(parsing: response.body))?["user_name"]?.string
      if isGood, name != Self.albumUsers[device.user - 1].name { problems.append("the user differs") }
      if isGood { adopt(response, position) }
    case "photos":
      let response = showPhotos(signed("GET album/photos", device, token), isGood)
      if isGood { adopt(response, position) }
    case "change":
      let (response, isTaken) = change(device, token, isGood)
      if isTaken { adopt(response, position) }
    default:
      let (response, isTaken) = publish(signed("POST album/photos", device, token), device.user, isGood)
      if isTaken { adopt(response, position) }
    }
  }

  private func signed(_ line: String, _ device: AlbumDevice, _ token: String) -> HTTPRequest {
    var request = HTTPRequest(line)
    request.headers["access-token"] = token
    request.headers["client"] = device.client
    request.headers["uid"] = Self.albumUsers[device.user - 1].email
    return request
  }

  /// Adopts the token of a response. A response within a batch must not contain one.
  private mutating func adopt(_ response: HTTPResponse, _ position: Int) {
    let now = World.start + world.count
    let token = response.headers["access-token"]
    if now < devices[position].date + AlbumSession.batch {
      if token != " " { problems.append("a response within a batch contains a token") }
      return
    }
    if token == nil || token == " " || devices[position].tokens.contains(token ?? "") {
      problems.append("the response contains no new token")
    }
    devices[position].tokens.append(token ?? "")
    devices[position].date = now
    reached.insert("album token")
  }

  private mutating func signInToAlbum() {
    let user = chance(7, of: 8) ? Self.albumUsers[0] : Self.albumUsers[1]
    let isGood = !chance(1, of: 8)
    var request = HTTPRequest("POST album/auth/sign_in")
    request.headers["Content-Type"] = "application/x-www-form-urlencoded"
    request.body = Array("email=\(user.email)&password=\(user.name)-\(isGood ? "123" : "124")".utf8)
    let response = exchange(request)
    record("album in", response.status, wanted: isGood ? 200 : 401)
    guard isGood else { return }
    let (token, client) = (response.headers["access-token"] ?? "", response.headers["client"] ?? "")
    if token.isEmpty || client.isEmpty || devices.contains(where: { $0.client == client }) {
      problems.append("no new session was created")
    }
    devices.append(AlbumDevice(user: user.id, client: client, tokens: [token], date: World.start + world.count))
    if devices.count(where: { $0.user == user.id }) > AlbumState.sessionsPerUser,
      let oldest = devices.firstIndex(where: { $0.user == user.id })
    {
      let ended = devices.remove(at: oldest)
      record("album ended", exchange(signed("GET album/user", ended, ended.tokens.last ?? "")).status, wanted: 401)
    }
  }

  private mutating func showPhotos(_ request: HTTPRequest, _ isGood: Bool) -> HTTPResponse {
    var request = request
    let (user, isOldestFirst) = (random.pick(Self.albumUsers), chance(1, of: 2))
    request.query = "email=\(user.email)" + (isOldestFirst ? "&order=oldest" : "")
    let response = exchange(request)
    record("album photos", response.status, wanted: isGood ? 200 : 401)
    let own = photos.enumerated().filter { $0.element.user == user.id }.map { "\($0.offset + 1) \($0.element.caption)" }
    let shown = ((try? JSON(parsing: response.body))?.array ?? []).map {
      "\($0["id"]?.string ?? "") \($0["caption"]?.string ?? "")"
    }
    if isGood, shown != (isOldestFirst ? own : own.reversed()) { problems.append("the photos differ") }
    return response
  }

  /// Publishes a photo. Returns the response, and whether the photo should have been accepted.
  private mutating func publish(_ request: HTTPRequest, _ user: Int, _ isGood: Bool) -> (HTTPResponse, Bool) {
    let caption = random.pick(["Rex", "É ele", ""])
    let isPicture = !chance(1, of: 4)
    let content = isPicture ? Self.picture : [1, 2, 3]
    var request = request
    request.headers["Content-Type"] = PhotoForm.type
    request.body = PhotoForm.body(caption, [], content)
    let response = exchange(request)
    let isFull = photos.count(where: { $0.user == user }) == AlbumState.photosPerUser
    let isTaken = isGood && isPicture && !isFull
    record("album publish", response.status, wanted: !isGood ? 401 : isTaken ? 201 : 422)
    if isTaken { photos.append((user, caption)) }
    return (response, isTaken)
  }

  /// Changes the caption of a photo. Returns the response, and whether the change should have been accepted.
  private mutating func change(_ device: AlbumDevice, _ token: String, _ isGood: Bool) -> (HTTPResponse, Bool) {
    let id = Int.random(in: 0...photos.count + 1, using: &random)
    let caption = random.pick(["Max", ""])
    var request = signed("PATCH album/photos/\(id)", device, token)
    request.headers["Content-Type"] = "application/merge-patch+json"
    request.body = Array(#"{"caption":"\#(caption)"}"#.utf8)
    let response = exchange(request)
    let isOwn = photos.indices.contains(id - 1) && photos[id - 1].user == device.user
    record("album change", response.status, wanted: !isGood ? 401 : isOwn ? 200 : 404)
    if isGood, isOwn { photos[id - 1].caption = caption }
    return (response, isGood && isOwn)
  }

  private mutating func lookAtPicture() {
    let id = Int.random(in: 0...photos.count + 1, using: &random)
    let isThere = id > 0 && id <= photos.count
    let response = exchange(HTTPRequest("GET album/photos/\(id)"))
    record("album picture", response.status, wanted: isThere ? 200 : 404)
    if isThere, response.body != Self.picture { problems.append("the picture differs") }
  }
}
