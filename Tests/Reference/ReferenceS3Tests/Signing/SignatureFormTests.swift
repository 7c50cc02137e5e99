import Testing

@testable import ReferenceS3

@Suite struct SignatureFormTests {
  private let credential = SigningCredential(
    accessKey: "AK", scope: SigningScope(day: "20130524", region: "us-east-1"))

  @Test(arguments: ["", "/", "AK", "AK/20130524/us-east-1/s3", "/20130524/us-east-1/s3/aws4_request", "AK/a/b/s3/aws4"])
  func `Text that isn't a credential is refused`(text: String) {
    #expect(SigningCredential(text) == nil)
  }

  @Test(arguments: [
    "AWS4-HMAC-SHA256 Credential=AK/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;x-amz-date,Signature=00ff",
    "AWS4-HMAC-SHA256 Credential=AK/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-date, Signature=00ff",
    "AWS4-HMAC-SHA256   Signature=00ff ,SignedHeaders=Host;X-Amz-Date,Credential=AK/20130524/us-east-1/s3/aws4_request",
  ])
  func `The Authorization field is parsed with or without spaces and in any order`(text: String) throws {
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
  func `The error for an incomplete field names the missing part`(text: String, error: SigningFormError) {
    #expect(throws: error) { try SignedAuthorization(text) }
  }
}
