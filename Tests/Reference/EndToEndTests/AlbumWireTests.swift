import ColmeiaServer
import Testing

/// Tests what the album sends, byte by byte, and what it makes of the answers. The back end gets the requests of the
/// whole app, driven by a scenario, over either transport.
@Suite(.blocking, .timeLimit(.minutes(10))) struct AlbumWireTests {
  private static let signIn = """
    dispatch select "album"
    await    state album.session == "signedOut"
    dispatch album.typed ["email", "beto@colmeia.example"]
    dispatch album.typedPassword "beto-123"
    dispatch album.signIn
    await    state album.photos == []
    await    state album.isLoading == false
    await    state album.notice present

    """

  /// Runs a scenario against a recorded back end, and expects it to pass.
  private static func record(_ text: String, _ transport: String) async throws -> RecordedBackend {
    let backend = try RecordedBackend()
    let (code, output) = try await runScenario(
      text, ["--origin", "server=\(backend.server.origin)", "--transport", transport])
    #expect(code == .success, "\(output)")
    await backend.server.stop()
    return backend
  }

  @Test(arguments: ["session", "links"])
  func `Parameters are in the query of a GET, percent-encoded, and else in the body as each call encodes it`(
    transport: String
  ) async throws {
    let backend = try await Self.record(
      """
      dispatch select "album"
      await    state album.session == "signedOut"
      dispatch album.typed ["email", "beto@colmeia.example"]
      dispatch album.typedPassword "a b(c)&=+$,/?:;@ã"
      dispatch album.signIn
      await    state album.failure == "wrongCredentials"

      """
        + Self.signIn.split(separator: "\n").dropFirst(2).joined(separator: "\n") + """

          dispatch album.compose
          dispatch album.typed ["file", "sample:pug"]
          dispatch album.typed ["caption", "Pug"]
          dispatch album.publish
          await    state album.draft isNull
          dispatch album.edit 1
          dispatch album.typed ["caption", "Bob & Rex"]
          dispatch album.publish
          await    state album.draft isNull
          """, transport)
    let entrance = try #require(backend.requests(.post, "/album/auth/sign_in").first)
    #expect(entrance.headers["Content-Type"] == "application/x-www-form-urlencoded")
    #expect(
      String(decoding: entrance.body, as: UTF8.self)
        == "email=beto%40colmeia.example&password=a%20b%28c%29%26%3D%2B%24%2C%2F%3F%3A%3B%40%C3%A3")
    let list = try #require(backend.requests(.get, "/album/photos").first)
    #expect(list.query == "email=beto%40colmeia.example&order=newest")
    #expect(list.body.isEmpty && list.headers["Content-Type"] == nil)
    let change = try #require(backend.requests(.patch, "/album/photos/1").first)
    #expect(change.query == nil)
    #expect(change.headers["Content-Type"] == "application/merge-patch+json")
    #expect(String(decoding: change.body, as: UTF8.self) == #"{"caption":"Bob & Rex"}"#)
  }

  @Test(arguments: ["session", "links"])
  func `A photo with its texts is one multipart form, with flattened names and the type of the file's first byte`(
    transport: String
  ) async throws {
    let backend = try await Self.record(
      Self.signIn + """
        dispatch album.compose
        dispatch album.typed ["file", "sample:husky"]
        dispatch album.typed ["caption", "Rex & Bob"]
        dispatch album.typed ["tags", "cão, neve"]
        dispatch album.publish
        await    state album.draft isNull
        expect   state album.photos[0].tags == ["cão", "neve"]
        """, transport)
    let request = try #require(backend.requests(.post, "/album/photos").first)
    #expect(request.query == "email=beto%40colmeia.example")
    let type = try #require(request.headers["Content-Type"])
    let match = try #require(
      type.wholeMatch(of: /multipart\/form-data; charset=utf-8; boundary=(__X_API_BOUNDARY__\d+__)/), "\(type)")
    let line = "\r\n--\(match.output.1)"
    // The bytes of the picture aren't text.
    let start = [UInt8](
      (line + "\r\nContent-Disposition: form-data; name=\"photo[caption]\"\r\n\r\nRex & Bob" + line
        + "\r\nContent-Disposition: form-data; name=\"photo[tags][0]\"\r\n\r\ncão" + line
        + "\r\nContent-Disposition: form-data; name=\"photo[tags][1]\"\r\n\r\nneve" + line
        + "\r\nContent-Disposition: form-data; name=\"photo[picture]\"; filename=\"").utf8)
    #expect(request.body.starts(with: start), "\(String(decoding: request.body.prefix(800), as: UTF8.self))")
    let rest = request.body.dropFirst(start.count)
    let head = try #require(
      String(decoding: rest.prefix(80), as: UTF8.self)
        .prefixMatch(of: /[^"]+\.png"\r\nContent-Type: image\/png\r\n\r\n/),
      "\(String(decoding: rest.prefix(80), as: UTF8.self))")
    let end = [UInt8]((line + "--").utf8)
    #expect(rest.dropFirst(head.output.utf8.count).starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(Array(rest.suffix(end.count)) == end)
  }

  @Test(arguments: ["session", "links"])
  func `Each status up to 299 is success; an answer of no agreed type is an object, a text, or nothing to show`(
    transport: String
  ) async throws {
    _ = try await Self.record(
      Self.signIn + """
        expect   state album.notice == "Sexta-feira, beto: duas pizzas pelo preço de uma."
        fault    status 299 [] 1 times on "GET /album/photos"
        dispatch album.use "fresh"
        await    state album.isLoading == false
        expect   state album.failure isNull
        fault    status 300 {"error": "Há várias listas."} 1 times on "GET /album/photos"
        dispatch album.load
        await    state album.isLoading == false
        expect   state album.failure == {"refused": {"message": "Há várias listas."}}
        fault    status 200 {"notice": "Fechado hoje."} 1 times on "GET /album/notice"
        restart
        dispatch select "album"
        await    state album.notice == "Fechado hoje."
        await    state album.isLoading == false
        fault    status 200 "um texto" 1 times on "GET /album/notice"
        restart
        dispatch select "album"
        await    state album.notice == "\\"um texto\\""
        await    state album.isLoading == false
        fault    status 200 ["notice"] 1 times on "GET /album/notice"
        restart
        dispatch select "album"
        await    http "GET /album/notice" count == 4
        await    state album.isLoading == false
        settle
        expect   state album.notice isNull
        expect   state album.failure isNull
        """, transport)
  }

  @Test func `Values of other types are converted where the original converts them, and else refused`() async throws {
    let user = #""user_name": 77, "email": "beto@colmeia.example", "register_date": "2015/08/21 15:45:45""#
    let rows: [(json: String, expected: String)] = [
      // A fraction is cut off, a number is text, 1 is true, and a missing pizza is the first one ordered.
      (
        #"{"id": 12.9, \#(user), "likes_pizza": 1, "ordered_pizzas": [{"name": "Calabresa"}]}"#,
        #"state album.session.signedIn == {"email": "beto@colmeia.example", "name": "77", "registered": 1440171945, "pizza": "Calabresa"}"#
      ),
      (
        #"{"id": "-3", \#(user), "likes_pizza": "TRUE", "favorite_pizza": {"name": "Portuguesa", "size": 2}, "ordered_pizzas": []}"#,
        #"state album.session.signedIn.pizza == "Portuguesa""#
      ),
      // A negative number is false, and a path that leads nowhere is nothing.
      (
        #"{"id": "7", \#(user), "likes_pizza": -1, "ordered_pizzas": [{"name": "Calabresa"}]}"#,
        #"state album.session.signedIn.pizza isNull"#
      ),
      (
        #"{"id": "7", \#(user), "likes_pizza": "0", "ordered_pizzas": {}}"#,
        #"state album.session.signedIn.pizza isNull"#
      ),
      (#"{"id": "12.5", \#(user), "likes_pizza": true}"#, Self.refused("id")),
      (#"{"id": 1, \#(user), "likes_pizza": "maybe"}"#, Self.refused("likes_pizza")),
      (
        #"{"id": 1, \#(user), "likes_pizza": true, "favorite_pizza": {"name": "x", "size": "1"}}"#,
        Self.refused("favorite_pizza.size")
      ),
      (
        #"{"id": 1, \#(user), "likes_pizza": true, "favorite_pizza": {"name": "x", "size": 3}}"#,
        Self.refused("favorite_pizza.size")
      ),
      (
        #"{"id": 1, \#(user.replacing("2015/08/21", with: "2015-08-21")), "likes_pizza": true}"#,
        Self.refused("register_date")
      ),
      (#"{"id": 1, \#(user.replacing("77", with: "null")), "likes_pizza": true}"#, Self.refused("user_name")),
    ]
    // The app asks for the notice and the photos at once. The back end, for which ten seconds lie between them, would
    // change the token twice each time, and refuse the app if they arrived in the other order.
    let steps = rows.map { row in
      """
      settle
      fault    status 200 \(row.json) 1 times on "GET /album/user"
      fault    status 200 {"notice": "x"} 1 times on "GET /album/notice"
      restart
      dispatch select "album"
      await    \(row.expected)
      expect   token.album present

      """
    }
    _ = try await Self.record(Self.signIn + steps.joined(), "session")
  }

  private static func refused(_ path: String) -> String {
    #"state album.failure == {"request": {"undecodable": {"at": "\#(path)"}}}"#
  }

  @Test func `A cached list answers alone, is skipped, or comes before the server's; each answer is cached`()
    async throws
  {
    let (ann, bob) = ("here", "there")
    let both = [ann, bob].map { device in
      Self.signIn.split(separator: "\n").map { "\(device): \($0)\n" }.joined()
    }.joined()
    _ = try await Self.record(
      "stores   \(ann) \(bob)\n" + both + """
        here:  capture asked = http "GET /album/photos" count
        == another device publishes, which the cached list doesn't know
        there: dispatch album.compose
        there: dispatch album.typed ["file", "sample:pug"]
        there: dispatch album.typed ["caption", "Pug"]
        there: dispatch album.publish
        there: await state album.draft isNull
        here:  dispatch album.use "kept"
        here:  await state album.isLoading == false
        here:  expect state album.photos == []
        here:  expect state album.isCopy == true
        here:  expect http "GET /album/photos" count == {{asked}}
        == both: first the cached list, then the server's
        here:  fault delay 2s on "GET /album/photos"
        here:  dispatch album.use "both"
        here:  await state album.isCopy == true
        here:  expect state album.isLoading == true
        here:  expect state album.photos == []
        here:  await state album.isLoading == false
        here:  expect state album.photos count == 1
        here:  expect state album.isCopy == false
        == network only: the cached list isn't shown, but what the server answers is cached
        there: dispatch album.edit 1
        there: dispatch album.typed ["caption", "Bob"]
        there: dispatch album.publish
        there: await state album.draft isNull
        here:  dispatch album.use "fresh"
        here:  await state album.isLoading == false
        here:  expect state album.photos[0].caption == "Bob"
        here:  capture asked = http "GET /album/photos" count
        here:  restart
        here:  fault offline on "GET /album/photos"
        here:  dispatch select "album"
        here:  await state album.isCopy == true
        here:  expect state album.photos[0].caption == "Bob"
        """, "session")
  }
}
