import Testing

@testable import ColmeiaSecrets

/// The table of places where a secret is masked, and of their neighbors, which stay readable.
@Suite struct SecretTableTests {
  private static let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"
  private static let digits = "0123456789abcdefghijABCDEFGHIJ012345"

  /// In each text, `@` stands for the secret.
  private static let masked: [(String, secret: String)] = [
    // Members, by words.
    (#"{"pass":"@"}"#, "hunter"), (#"{"password1":"@"}"#, "hunter"), (#"{"password_new":"@"}"#, "hunter"),
    (#"{"newPassword2":"@"}"#, "hunter"), (#"{"passwordConfirmation":"@"}"#, "hunter"),
    (#"{"password-confirm":"@"}"#, "hunter"), (#"{"db_pass":"@"}"#, "hunter"), (#"{"X-Passwd":"@"}"#, "hunter"),
    (#"{"access_tokens":{"web":"@"}}"#, "abc"), (#"{"refreshTokens":["@"]}"#, "abc"), (#"{"auth":"@"}"#, "a1b2c3"),
    (#"{"api_keys":["@"]}"#, "abc"), (#"{"clientSecrets":["@"]}"#, "abc"), (#"{"csrf":"@"}"#, "abc"),
    (#"{"_csrf_token":"@"}"#, "abc"), (#"{"tokenValue":"@"}"#, "abc"), (#"{"password_hash":"@"}"#, "abc"),
    (#"{"user":{"nova_senha":"@"}}"#, "abc"), (#"{"encryptionKey":"@"}"#, "abc"), (#"{"userPwd":"@"}"#, "abc"),
    (#"{"secret2":"@"}"#, "abc"), (#"{"passwords":["@"]}"#, "abc"),
    // Names that are values.
    (#"{"op":"replace","path":"/password","value":"@"}"#, "hunter"),
    (#"{"op":"add","path":"/users/0/tokens/0","value":"@"}"#, "hunter"),
    (#"{"value":"@","path":"/user/newPassword"}"#, "hunter"), (#"{"name":"password","value":"@"}"#, "hunter"),
    (#"{"value":"@","name":"api_key"}"#, "hunter"), (#"[{"key":"Authorization","value":"@"}]"#, "Bearer x1"),
    (#"{"name":"Cookie","value":"@"}"#, "a=b1"), (#"{"a":1,"name":"password","value":"@"#, "never ends"),
    (#"{"name":"token","values":["@"]}"#, "abc"),
    (#"<input type="hidden" name="csrf_token" value="@">"#, "abc"),
    (#"<input value='@' type='hidden' name='authenticity_token'/>"#, "abc"),
    (#"<meta name="csrf-token" content="@"/>"#, "abc"), (#"<input name="_csrf" value="@"/>"#, "abc"),
    // Header fields.
    ("X-Auth: @", "a1b2c3"), ("Auth: @", "a1b2c3"), ("Authentication: @", "a1b2c3"), ("X-Session: @", "a1b2c3"),
    ("X-CSRF: @", "a1b2c3"), ("X-Api-Key: @", "a1b2c3"), ("Proxy-Authorization: Basic @", "dXNlcjpwYXNz"),
    ("Ocp-Apim-Subscription-Key: @", "a1b2c3"), ("Set-Cookie: @", "a=b"), ("X-Auth-Token: @", "a1b2c3"),
    // Forms of bodies and queries.
    ("a=b&pass=@&c=d", "hunter"), ("user[password_new]=@", "hunter"), ("/a?access_token=@#x", "abc"),
    ("/a?auth=@", "a1b2c3"), ("/feed?@", "5f1c9e0b77aa41d2"), ("/feed?page=2&@", "5f1c9e0b77aa41d2"),
    // Paths.
    ("GET /reset/@", "a1b2c3d4"), ("https://h/password/reset/@?x=1", "Xk29fQz7"),
    ("/users/confirm-email/@/done", "a1b2c3"),
    ("/invitations/@", "f3b1c9e07a"), ("/magic-link/@", "A1b2C3d4"), ("/api/token/@", "1a2b3c4d"),
    ("/unlock/@", "9f8e7d6c"),
    // Known forms, under any name.
    (#"{"x":"@"}"#, jwt), ("curl -d '@' http://h", jwt), ("/a?x=@", "AIza" + digits.dropLast()),
    ("id=@ region", "AKIAIOSFODNN7EXAMPLE"), ("remote: @.", "ghp_" + digits), ("a%20@", "github_pat_" + digits),
    (#"{"x":"line\n@"}"#, "glpat-" + digits), ("say xoxb @", "xoxb-123456789012"), ("(@)", "sk_live_" + digits),
    ("X-Auth-Key: @", "abcdef123456"), ("use @!", "sk-proj-" + digits), ("@", "npm_" + digits), ("(@)", "hf_" + digits),
    ("key: @", "AIza" + digits.dropLast()), ("/hooks/@", "ghs_" + digits),
  ]

  @Test(arguments: masked) func `A secret is masked by the word or by its form`(text: String, secret: String) {
    let text = text.replacing("@", with: secret)
    let shown = Masker()(text)
    #expect(!shown.contains(secret) && shown.contains("***"), "\(shown)")
    if let json = try? JSON(parsing: text) {
      #expect(!Masker()(json).text().contains(secret))
      var masker = Masker()
      masker.learn(json)
      if masker.canHide(secret) { #expect(!masker("It is \(secret).").contains(secret)) }
    }
  }

  private static let readable: [String] = [
    #"{"passenger":"Ana"}"#, #"{"passengers":["Ana"]}"#, #"{"author":"Ana"}"#, #"{"authors":["Ana2"]}"#,
    #"{"authored_by":"ana1"}"#, #"{"authority":"h1:80"}"#, #"{"tokenizer":"bpe2"}"#, #"{"tokenized":"a1"}"#,
    #"{"token_type":"bearer1"}"#, #"{"tokenCount":"12"}"#, #"{"max_tokens":"4096"}"#, #"{"totalTokens":4096}"#,
    #"{"monkey":"Koko"}"#, #"{"keyboard":"abnt2"}"#, #"{"key":"a1"}"#, #"{"primary_key":"id7"}"#,
    #"{"public_key":"a1b2"}"#, #"{"sort_key":"a1"}"#, #"{"turkey":"a1"}"#, #"{"compass":"n1"}"#, #"{"bypass":"b1"}"#,
    #"{"passed":"12"}"#, #"{"passport":"none1"}"#, #"{"boarding_pass":"A1"}"#, #"{"password_policy":"min 8"}"#,
    #"{"password_changed_at":"2024"}"#, #"{"password_length":8}"#, #"{"secretary":"Ana1"}"#, #"{"secret_santa":"Ana"}"#,
    #"{"session":"open1"}"#, #"{"session_count":3}"#, #"{"sessions":[{"id":"a1"}]}"#, #"{"pinned":"a1"}"#,
    #"{"spin":"a1"}"#, #"{"opinion":"b2"}"#, #"{"zip_code":"12345"}"#, #"{"country_code":"BR1"}"#,
    #"{"signature_count":"3"}"#, #"{"design":"a1"}"#, #"{"laptop":"m1"}"#, #"{"oauth2":"yes1"}"#,
    #"{"author_id":"a7"}"#,
    #"{"auth":{"user":"ana1","typed":"ana2@h"}}"#, #"{"auth":"signOut"}"#, #"{"authentication":"none"}"#,
    #"{"name":"passenger","value":"Ana1"}"#, #"{"path":"/author","value":"Ana1"}"#, #"{"name":"password","hint":"a1"}"#,
    #"[{"name":"password"},{"value":"Ana1"}]"#, #"<input name="author" value="Ana1">"#,
    #"<input name="password"><input value="Ana1">"#, "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "see a94a8fe5ccb19ba61c4c0873d391e987982fbbd3.", "id 123e4567-e89b-12d3-a456-426614174000",
    "/users/123/reset", "/reset/password", "/auth/login", "/token/refresh", "/verify/email", "/invitations/123456",
    "/sessions/new", "/presets/a1b2c3d4", "/authors/a1b2c3d4", "/pages?next", "/pages?sort-by-date2-descending",
    "/a?x=1&amp;y=2", "X-Author: Ana1", "X-Request-Id: a1b2c3", "X-Passenger: a1", "eyJ is not a token",
    "eyJhbGciOiJIUzI1NiJ9", "AKIA is a prefix", "XAKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLELONGER", "ghp_short1",
    "a.b.c", "version 1.2.3-beta4", "photo AIzaShort1.png", "sk_live_x", "sk-learn-and-more", "---BEGIN a list",
    "passengers=3&author=ana1", "a1=b2&monkey=c3",
  ]

  @Test(arguments: readable) func `A neighbor of a secret stays readable`(text: String) {
    #expect(Masker()(text) == text)
    if let json = try? JSON(parsing: text) { #expect(Masker()(json) == json) }
    var masker = Masker()
    masker.learn(text)
    #expect(masker(text) == text)
  }

  @Test func `The table has at least 60 secrets and 60 neighbors`() {
    #expect(Self.masked.count >= 60 && Self.readable.count >= 60)
  }
}
