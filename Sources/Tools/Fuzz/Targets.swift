import ColmeiaJSON
import ColmeiaScenario
import ReferenceBackend

extension FuzzTarget {
  /// All targets, sorted by name.
  static let all = [
    backendData, cable, cacheFile, cassette, events, frames, http, httpAnswer, json, link, mapping, news, pattern,
    s3Error, scenario, server, shots, url, variables, web,
  ]

  private static let documents = [
    #"{"id":7,"tags":["a","ã","\u00e9\n"],"score":-1.5e3,"home":{"x":null,"y":true}}"#, "[[],{},[[1,2],[3]]]",
    #""\ud83d\ude00""#,
    "18446744073709551615",
  ]

  static let json = FuzzTarget(name: "json", summary: "JSON text", samples: documents) { bytes in
    do throws(JSONError) {
      let value = try JSON(parsing: bytes)
      for layout in [JSONLayout.compact, .pretty] {
        guard let again = try? JSON(parsing: value.bytes(layout)), again == value else {
          return "the value changes when it is printed and parsed again"
        }
      }
      return nil
    } catch {
      guard let offset = error.offset, offset <= bytes.count, error.line != nil else {
        return "the error has no valid position: \(error)"
      }
      return nil
    }
  }

  static let http = FuzzTarget(
    name: "http", summary: "requests to the server, split into pieces",
    samples: [
      "GET /feed?category=husky HTTP/1.1\r\nHost: h\r\nAuthorization: t\r\n\r\n",
      "POST /users HTTP/1.1\r\nHost: h\r\nContent-Length: 12\r\n\r\n{\"a\":\"\r\n\r\n\"}",
      "PUT /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab\r\nc\r\n3;e\r\n123\r\n0\r\nT: 1\r\n\r\n",
    ]
  ) { bytes in
    let (whole, cut) = (parse(bytes, pieces: bytes.count + 1), parse(bytes, pieces: 3))
    if whole.arrivals != cut.arrivals { return "splitting the input changes the requests" }
    return whole.refusal == cut.refusal ? nil : "splitting the input changes the rejection"
  }

  private static func parse(
    _ bytes: [UInt8], pieces: Int
  ) -> (arrivals: [HTTPRequestParser.Arrival], refusal: RequestRefusal?) {
    var parser = HTTPRequestParser()
    var (arrivals, rest): ([HTTPRequestParser.Arrival], ArraySlice<UInt8>) = ([], bytes[...])
    do throws(RequestRefusal) {
      while !rest.isEmpty {
        parser.feed(rest.prefix(pieces))
        rest = rest.dropFirst(pieces)
        while let arrival = try parser.next() { arrivals.append(arrival) }
      }
      return (arrivals, nil)
    } catch { return (arrivals, error) }
  }

  static let scenario = FuzzTarget(
    name: "scenario", summary: "scenario files",
    samples: [
      """
      scenario "story"
      stores ann bob
      var email = "ann@example.org"
      always "x": state a == null implies state b == 1
      == one
      ann: dispatch auth.signUp { "email": "{{email}}", "n": [1, {{seed}}] }
      bob: await state session.email == "{{email}}" within 5s
      expect http "GET /feed" last query "category" == "husky"
      fault delay 200ms..1s 2 times on "GET /feed" for 1s
      request POST "/users" with "Token: {{email}}" {"a": 1}
      capture x = answer body users[?id == 7].name count
      cleanup
      ann: restart
      """
    ]
  ) { bytes in
    let source = SourceText(name: "fuzz", bytes: bytes)
    for diagnostic in ScenarioFile(source).diagnostics {
      if diagnostic.range.lowerBound < 0 || diagnostic.range.lowerBound > bytes.count {
        return "a diagnostic's position is outside the text"
      }
      if source.rendered(diagnostic).isEmpty { return "a diagnostic has no text" }
    }
    return nil
  }

  static let url = FuzzTarget(
    name: "url", summary: "URLs",
    samples: ["https://example.org:8080/a%20b?c=d#e", "http://[::1]/", "HTTP://H"]
  ) { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    guard let address = WebAddress(rawValue: text) else { return nil }
    let again = address.origin + address.path + (address.query.map { "?\($0)" } ?? "")
    return WebAddress(rawValue: again)?.origin == address.origin ? nil : "the origin changes when the URL is rebuilt"
  }

  private static let demo = (try? BackendData.write(.demo)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  /// The data file without its checksum, so that mutations get past that check.
  private static let unchecked = demo.replacing(/"checksum":"[0-9a-f]*",/, with: "")

  static let backendData = FuzzTarget(
    name: "backend-data", summary: "the back end's data file",
    samples: [
      demo, unchecked,
      unchecked.replacing(
        #""objects":[]"#, with: #""objects":[{"key":"k","date":1,"fields":[],"body":"\#(digestOfEmpty)"}]"#),
    ]
  ) { bytes in
    guard let state = readBackend(bytes) else { return nil }
    guard let written = try? BackendData.write(state), let again = readBackend(written) else {
      return "the state can't be written and read back"
    }
    return again == state ? served(state) : "the state changes when it is written and read back"
  }

  /// The SHA-256 of no bytes.
  private static let digestOfEmpty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

  /// Reads a back end's data whose objects and photos are all empty.
  static func readBackend(_ bytes: [UInt8]) -> Backend.State? { try? BackendData.read(bytes) { _ in [] } }

  /// Checks that a state that was accepted can serve all requests.
  private static func served(_ state: Backend.State) -> String? {
    var state = state
    let context = RequestContext(date: .max, token: "t", salt: [])
    for path in ["/v1/shots", "/events", "/users/1", "/newspapers", "/news", "/colmeia-photos/k"] {
      let headers: HTTPHeaders = ["Host": "localhost", "Authorization": "Bearer colmeia-demo"]
      let answer = state.handle(HTTPRequest(.get, path: path, headers: headers), context)
      if answer.status >= 500 { return "GET \(path) returns \(answer.status)" }
    }
    return nil
  }
}
