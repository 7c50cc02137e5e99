import ColmeiaHTTP
import Testing

@testable import ColmeiaSigning

@Suite struct SignatureFormTests {
  private let credential = SigningCredential(
    accessKey: "AK", scope: SigningScope(day: "20130524", region: "us-east-1"))

  @Test(arguments: ["", "/", "AK", "AK/20130524/us-east-1/s3", "/20130524/us-east-1/s3/aws4_request", "AK/a/b/s3/aws4"])
  func `Another text is no credential`(text: String) {
    #expect(SigningCredential(text) == nil)
  }

  @Test(arguments: [
    "AWS4-HMAC-SHA256 Credential=AK/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;x-amz-date,Signature=00ff",
    "AWS4-HMAC-SHA256 Credential=AK/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-date, Signature=00ff",
    "AWS4-HMAC-SHA256   Signature=00ff ,SignedHeaders=Host;X-Amz-Date,Credential=AK/20130524/us-east-1/s3/aws4_request",
  ])
  func `The field is read with and without spaces, in any order`(text: String) throws {
    let read = try SignedAuthorization(text)
    #expect(read.credential == credential)
    #expect(read.signedHeaders == ["host", "x-amz-date"])
    #expect(read.signature == "00ff")
    #expect(try SignedAuthorization(read.text) == read)
    #expect("\(read)" == "AK/20130524/us-east-1/s3/aws4_request")
  }

  @Test(arguments: [
    ("", SigningFormError.otherAlgorithm), ("Bearer x", .otherAlgorithm), ("AWS4-HMAC-SHA256", .otherAlgorithm),
    ("AWS4-HMAC-SHA256 ", .missing("Credential")), ("AWS4-HMAC-SHA256 Credential=AK", .missing("SignedHeaders")),
    ("AWS4-HMAC-SHA256 Credential=AK,SignedHeaders=", .missing("SignedHeaders")),
    ("AWS4-HMAC-SHA256 Credential=AK,SignedHeaders=host", .missing("Signature")),
    ("AWS4-HMAC-SHA256 Credential=AK,SignedHeaders=host,Signature=0", .invalid("Credential")),
    ("AWS4-HMAC-SHA256 Signature=0,Signature=0", .invalid("Signature")),
  ])
  func `A field that is not whole says what is missing`(text: String, error: SigningFormError) {
    #expect(throws: error) { try SignedAuthorization(text) }
  }

  @Test func `A presigned query is read as it was written`() throws {
    for token in [nil, "a+b/c="] {
      let query = PresignedQuery(
        credential: credential, time: SigningTime(seconds: 1_369_353_600), expires: 60, signedHeaders: ["host"],
        securityToken: token)
      let key = SigningKey(secret: "secret", scope: credential.scope)
      let request = query.sign(HTTPRequest(.get, origin: "http://h", path: "/k", query: "x=1"), key)
      let items = try #require(request.queryItems)
      let read = try PresignedQuery.read(items)
      #expect(read.query == query)
      #expect(items.first == HTTPQueryItem("x", "1") && items.last?.name == "X-Amz-Signature")
      let canonical = CanonicalRequest(request, signing: ["host"], payload: .unsigned)
      #expect(key.isSignature(read.signature, of: canonical.stringToSign(at: query.time, credential.scope)))
      #expect(!"\(query)".contains("a+b"))
    }
  }

  @Test(arguments: [
    ("X-Amz-Algorithm", "", SigningFormError.missing("X-Amz-Algorithm")),
    ("X-Amz-Algorithm", "AWS4-ECDSA-P256-SHA256", .otherAlgorithm),
    ("X-Amz-Credential", "AK", .invalid("X-Amz-Credential")), ("X-Amz-Credential", "", .missing("X-Amz-Credential")),
    ("X-Amz-Date", "yesterday", .invalid("X-Amz-Date")), ("X-Amz-Expires", "1h", .invalid("X-Amz-Expires")),
    ("X-Amz-Expires", "99999999999999999999", .invalid("X-Amz-Expires")),
    ("X-Amz-SignedHeaders", "", .missing("X-Amz-SignedHeaders")), ("X-Amz-Signature", "", .missing("X-Amz-Signature")),
  ])
  func `A presigned query that is not whole says what is missing`(name: String, value: String, error: SigningFormError)
  {
    let query = PresignedQuery(
      credential: credential, time: SigningTime(seconds: 0), expires: 60, signedHeaders: ["host"])
    let whole = query.items + [HTTPQueryItem("X-Amz-Signature", "0")]
    #expect(PresignedQuery.isIn(whole))
    let items = whole.map { $0.name == name ? HTTPQueryItem(name, value) : $0 }
    #expect(throws: error) { try PresignedQuery.read(items).query }
    #expect(throws: SigningFormError.missing(name)) { try PresignedQuery.read(whole.filter { $0.name != name }).query }
    let twice = whole + whole.filter { $0.name == name }
    #expect(throws: SigningFormError.invalid(name)) { try PresignedQuery.read(twice).query }
  }
}
