import Foundation
import Testing

@testable import ColmeiaSecrets

/// Tests of what is masked and what is not.
@Suite struct MaskerTests {
  @Test(
    arguments: [
      // Members of JSON: complete, in lines, malformed, in strings, as objects.
      (#"{"password":"abc","n":1}"#, #"{"password":"***","n":1}"#),
      (#"{"user":{"Senha" : "a\"b", "otp": 123456}}"#, #"{"user":{"Senha" : "***", "otp": ***}}"#),
      ("{\"token\":\"x\"}\n{\"token\":\"y\"}\n", "{\"token\":\"***\"}\n{\"token\":\"***\"}\n"),
      (#"{"a":1,"token":"never ends"#, #"{"a":1,"token":"***"#),
      ("{\"token\":\"never ends\n\"a\":1", "{\"token\":\"***\n\"a\":1"),
      (#"{"data":"{\"token\":\"ab\"}"}"#, #"{"data":"{\"token\":\"***\"}"}"#),
      (
        #"data: {"jwt": "a.b.c", "sid": "s", "access_key": "k"}"#,
        #"data: {"jwt": "***", "sid": "***", "access_key": "***"}"#
      ),
      (#"{"token":{"value":"v","list":["w"]},"b":"c"}"#, #"{"token":{"value":"***","list":["***"]},"b":"c"}"#),
      (#"{"token": null, "password": "", "secret": true}"#, #"{"token": null, "password": "", "secret": true}"#),
      (#"{"code":"NotFound"} {"code":404} {"code":"a1b2"}"#, #"{"code":"NotFound"} {"code":404} {"code":"***"}"#),
      // Queries, forms and URLs.
      ("/a?x=1&X-Amz-Signature=ab&y=2", "/a?x=1&X-Amz-Signature=***&y=2"),
      ("X-Amz-Credential=A%2FB&X-Amz-Security-Token=t%3D", "X-Amz-Credential=***&X-Amz-Security-Token=***"),
      ("user[password]=a+b&user%5Bpassword%5D=c", "user[password]=***&user%5Bpassword%5D=***"),
      ("next=http%3A%2F%2Fh%2F%3Ftoken%3Dab%26c%3Dd", "next=http%3A%2F%2Fh%2F%3Ftoken%3D***%26c%3Dd"),
      ("see https://ann:pass@h:8/x and http://h/", "see https://***:***@h:8/x and http://h/"),
      (#"https:\/\/ann:pass@h\/x"#, #"https:\/\/***:***@h\/x"#),
      ("a=b&=c&token=&%zz=1", "a=b&=c&token=&%zz=1"),
      // XML.
      (
        "<R><SecretAccessKey>a/b</SecretAccessKey><Code>NoSuchKey</Code></R>",
        "<R><SecretAccessKey>***</SecretAccessKey><Code>NoSuchKey</Code></R>"
      ),
      ("<ns:SessionToken a=\"1\"> t </ns:SessionToken>", "<ns:SessionToken a=\"1\"> *** </ns:SessionToken>"),
      ("<token><![CDATA[t]]></token><a token=\"u\"/>", "<token><![CDATA[***]]></token><a token=\"***\"/>"),
      ("<token><![CDATA[a<b]c&]]]></token>", "<token><![CDATA[***]]></token>"),
      ("<token><![CDATA[ab", "<token><![CDATA[***"),
      // Header fields.
      (
        "Authorization: Token token=\"ab\", nonce=\"c\"\nx=\"y\"",
        "Authorization: Token token=\"***\", nonce=\"***\"\nx=\"y\""
      ),
      (
        "Authorization: Digest user=\"u\", nc=1, response=\"r\" said=\"x\"",
        "Authorization: Digest user=\"***\", nc=1, response=\"***\" said=\"x\""
      ),
      (#"{"a":"Authorization: Digest user=\"u\", b=c"}"#, #"{"a":"Authorization: Digest user=\"***\", b=c"}"#),
      ("Authorization: Bearer abc", "Authorization: Bearer ***"), ("token:abc1\nhost:h", "token:***\nhost:h"),
      ("Cookie: a=b; c=d\nx", "Cookie: ***\nx"), ("Cookie: a=\"b\"; c=d\nx", "Cookie: ***\nx"),
      (#"{"a":["Cookie: b=\"c\"; d=e","f"]}"#, #"{"a":["Cookie: ***","f"]}"#),
      (#"{"a":["Cookie: b=\"c\"","f"]}"#, #"{"a":["Cookie: ***","f"]}"#),
      (#"{\"a\":[\"Cookie: b=c\",\"f\"]}"#, #"{\"a\":[\"Cookie: ***\",\"f\"]}"#),
      (#"{"a":["Cookie: b=","f"]}"#, #"{"a":["Cookie: ***","f"]}"#),
      ("-----BEGIN EC PRIVATE KEY-----\nabc\n-----END EC PRIVATE KEY-----", "***-----END EC PRIVATE KEY-----"),
      ("-----BEGIN CERTIFICATE-----\nabc", "-----BEGIN CERTIFICATE-----\nabc"),
      ("with \"access-token: abc1\" here", "with \"access-token: ***\" here"),
      // Lines of a scenario.
      ("dispatch members.typedPassword \"ab\"", "dispatch members.typedPassword \"***\""),
      ("logIn(email: \"a\", password: \"b\")", "logIn(email: \"a\", password: \"***\")"),
      ("dispatch a.password {\"no\": [\"b\"]}", "dispatch a.password {\"no\": [\"***\"]}"),
      ("secret password = \"ab", "secret password = \"***"), ("expect var token == \"x\"", "expect var token == \"x\""),
      ("the token: a text is needed; password: missing", "the token: a text is needed; password: missing"),
      // Masked values are unchanged.
      (
        "{\"token\":\"***\"} <token 1> x=<token 1>&token=<token 1>",
        "{\"token\":\"***\"} <token 1> x=<token 1>&token=<token 1>"
      ),
      // The placeholder for a text is not a secret.
      (#"{"edit":{"typedPassword":"{{text}}"}}"#, #"{"edit":{"typedPassword":"{{text}}"}}"#),
    ]) func `A value whose name identifies it as a secret is masked in its index`(text: String, masked: String)
  {
    #expect(Masker()(text) == masked)
    if let json = try? JSON(parsing: text), let maskedJSON = try? JSON(parsing: masked) {
      #expect(Masker()(json) == maskedJSON)
    }
  }

  @Test func `A field that was set as a secret is masked everywhere, unless its name makes it a local one`() {
    var headers = HTTPHeaders()
    headers.setSecret("ana@example.org", for: "uid")
    headers.setSecret("s3cr3t", for: "X-Key")
    var masker = Masker()
    masker.learn(headers)
    #expect(masker(headers) == ["uid": "***", "X-Key": "***"])
    #expect(masker("ana@example.org has s3cr3t") == "ana@example.org has ***")
  }

  @Test func `Nested values without texts are searched once, not again from each of them`() {
    let text = String(repeating: "token [", count: 3)
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      var scanner = SecretScanner(bytes, [])
      for index in [6, 13, 20] { #expect(scanner.nested(index, .token) == nil) }
    }
    #expect(Masker()(text + "\"abc\"") == text + "\"***\"")
  }

  /// A secret whose characters are escaped in nearly every format.
  static let secret = "s3/cr+t é\"<1>"

  /// The forms in which a secret is searched for.
  static func forms(_ secret: String) -> [String] {
    let json = JSON.string(secret).text().dropFirst().dropLast()
    let percent = PercentEncoding.encode(secret)
    let plain = [
      secret, String(json), String(JSON.string(String(json)).text().dropFirst().dropLast()), percent,
      percent.lowercased(),
      percent.replacing("%20", with: "+"), PercentEncoding.encode(percent), secret.replacing("/", with: "\\/"),
      secret.replacing("é", with: "\\u00e9"), secret.uppercased(), secret.lowercased(),
      secret.replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing("\"", with: "&quot;"),
    ]
    let encoded = ["", "a", "ab"].flatMap { before in
      let text = Data((before + secret + "zz").utf8).base64EncodedString()
      return [text, text.replacing("+", with: "-").replacing("/", with: "_")]
    }
    return plain + encoded
  }

  @Test(arguments: forms(secret)) func `A known secret is masked in every form`(form: String) {
    var masker = Masker()
    let isHidden = masker.hide(Self.secret)
    let masked = masker("x \(form) y")
    #expect(isHidden && masked.hasPrefix("x ") && masked.hasSuffix(" y") && masked.contains("***"))
    // In Base64, digits before and after the secret may remain.
    #expect(masked.utf8.count <= "x ".utf8.count + 3 + 6 + " y".utf8.count, "\(masked)")
  }

  @Test func `Secrets learned from a request and its response are masked everywhere, in any form`() {
    var masker = Masker()
    var request = HTTPRequest(.post, origin: "http://u:pa55word@h", path: "/a", query: "code=c0de-1&b=plain")
    request.headers = [
      "Authorization": "Basic \(Data("ann:ba5ic-1".utf8).base64EncodedString())", "Cookie": "s=c00kie",
    ]
    request.body = Array("name=ann&senha=f0rm-1".utf8)
    masker.learn(request)
    let answer = HTTPResponse(
      200, headers: ["access-token": "t0ken-1", "Location": "http://h/?X-Amz-Signature=5ign"],
      body: Array(#"{"session":{"tokens":{"access":"4ccess"}},"name":"ann"}"#.utf8))
    masker.learn(answer)
    for secret in ["pa55word", "c0de-1", "ba5ic-1", "c00kie", "f0rm-1", "t0ken-1", "4ccess"] {
      #expect(masker("is \(secret.uppercased())!") == "is ***!", "\(secret)")
    }
    #expect(masker("plain ann 5ign") == "plain ann 5ign")
    #expect(masker(answer.headers)["Location"] == "http://h/?X-Amz-Signature=***")
  }

  @Test(arguments: ["", "\u{feff}"]) func `Secrets are learned from JSON, also behind a byte order mark`(mark: String) {
    var masker = Masker()
    masker.learn(body: Array((mark + #"{"session":{"\u0074okens":{"access":"4ccess"}}}"#).utf8))
    #expect(masker("is 4ccess!") == "is ***!")
  }

  @Test(arguments: [
    ("X-Pass", "correct horse battery", ["correct horse battery", "horse battery"]),
    ("X-Auth-Code", "swordfish", ["swordfish"]), ("X-Key", "Desk tok-81", ["tok-81", "Desk tok-81"]),
    ("X-Key", "tok-82 ", ["tok-82 "]),
  ])
  func `A header field that is set as a secret is masked, whatever its name`(
    name: String, value: String, texts: [String]
  ) {
    var masker = Masker()
    var request = HTTPRequest(.get, origin: "http://h", path: "/a")
    request.headers.setSecret(value, for: name)
    #expect(!"\(request.headers)".contains(value))
    masker.learn(request)
    #expect(masker(request.headers)[name] == "***")
    for text in texts { #expect(masker("is \(text)!") == "is ***!", "\(text)") }
  }

  @Test func `A secret that the user types shows only the placeholder`() throws {
    let secrets = ["pa55word", "", Secret.placeholder].map { Secret($0) }
    #expect(secrets.map { "\($0)" } == ["***", "", "***"])
    #expect(try JSON(encoding: secrets) == ["***", "", .string(Secret.placeholder)])
    #expect(try (["a"] as JSON).decode([Secret].self).first?.value == "a")
    #expect(Mirror(reflecting: secrets[0]).children.isEmpty)
  }

  @Test func `The parts of a hidden JSON value are masked, and so is a list that spells one`() {
    var masker = Masker()
    let isHidden = masker.hide(["name": "annabel", "pin": 987654, "n": 1] as JSON)
    #expect(isHidden && masker("annabel 987654 1") == "*** *** 1")
    #expect(masker(["a": 987654, "b": 9876540] as JSON) == ["a": "***", "b": 9876540])
    #expect(masker(.array("annabel".map { .string(String($0)) })) == ["***"])
    #expect(masker.hide([true, "ab"] as JSON) == false || masker("ab") == "ab")
  }

  @Test func `A long user info of an address is masked`() {
    let token = String(repeating: "a", count: 2_000)
    #expect(Masker()("https://x:\(token)@h/") == "https://***:***@h/")
  }

  @Test func `The token in a scheme's parameters and a proxy's password are masked everywhere`() {
    var masker = Masker()
    masker.learn(["Authorization": "Token token=\"abc123def\"", "Proxy-Authorization": "Basic  YW5uOnBhc3N3MHJk"])
    #expect(masker("abc123def passw0rd") == "*** ***")
  }

  @Test(arguments: [
    "rock'n\"&roll", "rock'n&quot;&amp;roll", "rock&#39;n&quot;&amp;roll", "rock&apos;n&quot;&amp;roll",
    "rock&#39;n&#34;&amp;roll", "rock'n\"&amp;roll",
  ])
  func `A known secret is masked however quotation marks are escaped in XML`(form: String) {
    var masker = Masker()
    masker.hide("rock'n\"&roll")
    #expect(masker("<a>\(form)</a>") == "<a>***</a>")
    var learning = Masker()
    learning.learn("<password>\(form.contains("&amp;") ? form : "rock'n\"&amp;roll")</password>")
    #expect(learning("rock'n\"&roll") == "***")
  }

  @Test func `A secret with the same characters but other bytes is masked, too`() {
    var masker = Masker()
    masker.hide("caf\u{E9}-1")
    #expect(masker("cafe\u{301}-1") == "***")
    let isHidden = masker.hide("cafe\u{301}-1")
    #expect(isHidden)
    #expect(masker("caf\u{E9}-1 cafe\u{301}-1") == "*** ***")
  }

  @Test func `Members of a secret object are shown only if they describe it`() {
    let json: JSON = [
      "tokens": [
        "chat": "d4e5f6", "pat": "ghp_1", "type": "bearer", "token_type": "bearer", "createdAt": "today", "iat": "1",
        "expires": "soon", "scope": "all",
      ]
    ]
    let masked = Masker()(json)["tokens"]
    #expect(masked?["chat"] == "***" && masked?["pat"] == "***")
    for name in ["type", "token_type", "createdAt", "iat", "expires", "scope"] {
      #expect(masked?[name] == json["tokens"]?[name], "\(name)")
    }
  }

  @Test(.timeLimit(.minutes(10))) func `Many equal masked names, and many empty parameters, take linear time`() {
    var (object, masker) = (JSONObject(), Masker())
    masker.hide("k3y-0")
    for number in 0..<20_000 { object["k3y-0 \(String(repeating: "k3y-0", count: number % 2))token=\(number)"] = 1 }
    #expect(masker(.object(object)).object?.members.count == 20_000)
    let line = String(repeating: "authorization: token x=\"\" ", count: 40_000)
    #expect(Masker()(line) == line)
  }

  @Test func `Members whose names are secrets keep their values`() {
    var masker = Masker()
    for name in ["token-aaaa", "token-bbbb", "token-cccc"] { masker.hide(name) }
    #expect(masker(["token-aaaa": 1, "token-bbbb": 2, "token-cccc": 3]) == ["***": 1, "*** 2": 2, "*** 3": 3])
  }

  @Test func `A short secret or a common word is masked only in its place`() {
    var masker = Masker()
    masker.learn(#"{"password":"abc","token":"missing","secret":"true"}"#)
    #expect(masker("abc missing true") == "abc missing true")
    #expect(
      [masker.hide("abc"), masker.hide("true"), masker.hide("***"), masker.hide("<token 1>")] == [
        false, false, false, true,
      ])
  }

  @Test func `Placeholders are stable, and an encoded form has a different one`() {
    var masker = Masker(.placeholders, changing: ["client_id"])
    masker.learn(#"{"token":"first-one","b":{"token":"second-one"},"client_id":"chance"}"#)
    masker.learn(#"token=first-one"#)
    #expect(masker("second-one first-one SECOND-ONE chance") == "<token 2> <token 1> <token 2> <client_id 1>")
    #expect(masker(Data("first-one".utf8).base64EncodedString()) == "<token-encoded 1>")
    #expect(masker(#"{"token":"third"}"#) == #"{"token":"<token>"}"#)
  }

  @Test func `Secrets beyond the limits are masked only in their place`() {
    var masker = Masker()
    var refused = masker.hide(String(repeating: "a", count: Masker.longest + 1))
    #expect(!refused)
    for number in 0..<Masker.limit { masker.hide("se-\(number + 10_000)") }
    refused = masker.hide("one-more")
    masker.prepare()
    #expect(!refused && masker("one-more se-10000 token=one-more") == "one-more *** token=***")
  }

  @Test func `Secrets beyond the limit of the search are not masked everywhere, and not reported as masked`() {
    var masker = Masker()
    masker.search.limit /= 16
    let ends = String(repeating: "&\"'<>", count: 190)
    var hidden = 0
    while masker.hide("\(hidden)-\(ends)") { hidden += 1 }
    #expect((12..<60).contains(hidden), "\(hidden)")
    #expect(masker("0-\(ends)") == "***" && masker("\(hidden)-\(ends)") != "***")
  }

  @Test func `A long secret is masked completely, although only its beginning is searched for`() {
    let secret = String(repeating: "0123456789abcdef", count: 1_000)
    var masker = Masker()
    masker.hide(secret)
    #expect(masker("(\(secret)) and so on") == "(***) and so on")
    #expect(masker("\"\(secret.prefix(2_000))\", and so on") == "\"***\", and so on")
  }

  @Test func `A long secret with line breaks is masked completely, in any form`() throws {
    func key(_ end: Character) -> String {
      (0..<26).map { _ in String(repeating: "Ab3/", count: 16) + "\n" }.joined() + String(repeating: end, count: 300)
        + "\n\(end)\(end)"
    }
    var masker = Masker()
    masker.hide(key("x"))
    masker.hide(key("y") + "z, and more")
    for secret in [key("x"), key("x").lowercased(), key("y") + "z, and more"] {
      #expect(masker("a \(secret) b") == "a *** b")
      #expect(masker(JSON.string("a \(secret) b").text()) == "\"a *** b\"")
    }
  }

  @Test(arguments: ["password_", "Token-", "api_key_", "_pin_"])
  func `A name that ends with a separator identifies a secret`(name: String) {
    #expect(Masker()("{\"\(name)\":\"1234\"}") == "{\"\(name)\":\"***\"}")
  }

  @Test func `All texts of a secret value are masked at any depth`() {
    let deep = (0..<Masker.depth + 2).reduce(JSON.array(["hunter22"])) { inner, _ in [inner] }
    let masker = Masker()
    #expect(!masker(["password": deep]).text().contains("hunter22"))
    var learned = Masker()
    learned.learn(["password": deep])
    #expect(learned("is hunter22") == "is ***")
  }

  @Test func `The JSON that a person sees keeps what the person wrote, except known secrets`() throws {
    var masker = Masker()
    masker.hide("k3y-of-the-command-line")
    let json: JSON = [
      "about": "password: 1234", "inner": #"{"token": "abcdef"}"#, "password": "hunter2",
      "key": "k3y-of-the-command-line", "session": ["token": "t0ken"], "password=hunter2": 1,
      "k3y-of-the-command-line": 2, "letters": ["p", "i", "n", "=", "1", "2", "3", "4"],
    ]
    #expect(
      masker.ignoringTexts(json) == [
        "about": "password: 1234", "inner": #"{"token": "abcdef"}"#, "password": "***", "key": "***",
        "session": ["token": "***"], "password=hunter2": 1,
        "***": 2, "letters": ["p", "i", "n", "=", "1", "2", "3", "4"],
      ])
    #expect(masker(json)["about"] == "password: ***")
  }
}
