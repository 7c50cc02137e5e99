import Testing

@testable import ReferenceS3

@Suite struct S3ErrorDocumentTests {
  private func document(_ text: String) -> S3Failure {
    S3Failure(call: "", HTTPResponse(400, body: Array(text.utf8)))
  }

  @Test func `The code, the message and the request ID are read, whatever surrounds them`() {
    let read = document(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <Error xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Resource>/b/k</Resource>
        <Code>NoSuchKey</Code> <Message>No &quot;k&quot;<!-- x --> here<b>not this</b></Message><Code>Second</Code>
        <Details><Code>Inner</Code></Details><RequestId>4442587FB7D0A2F9</RequestId><HostId/></Error>
      """)
    #expect(read.code == .noSuchKey)
    #expect(read.message == "No \"k\" here")
    #expect(read.requestID == "4442587FB7D0A2F9")
  }

  @Test(arguments: ["NoSuchKey", "SignatureDoesNotMatch", "RequestTimeTooSkewed", "SomethingNew", "é"])
  func `Every code is preserved`(code: String) {
    let read = document("<Error><Code>\(code)</Code></Error>")
    #expect(read.code?.rawValue == code)
    #expect("\(S3ErrorCode(rawValue: code))" == code)
  }

  @Test(arguments: ["<Error/>", "<Error><Code/></Error>", "<Error>NoSuchKey</Error>", "<Error><Code></Code></Error>"])
  func `A document without a code has none`(text: String) {
    #expect(document(text).code == nil)
  }

  @Test(arguments: [
    "<html><Code>NoSuchKey</Code></html>", "<error><Code>NoSuchKey</Code></error>", "<Error><Code>NoSuchKey</Code>",
    "NoSuchKey",
  ])
  func `Another document is ignored`(text: String) { #expect(document(text).code == nil) }

  @Test(arguments: [
    (
      418, "<Error><Code>New</Code><Message>Brew.</Message></Error>",
      "GET /b/k was refused with New (status 418). The server says: Brew."
    ),
    (502, "<html/>", "GET /b/k was refused with status 502. Look up the reason in the server's documentation."),
  ])
  func `A refusal states what to do`(status: Int, body: String, text: String) {
    let failure = S3Failure(call: "GET /b/k", HTTPResponse(status, body: Array(body.utf8)))
    #expect("\(ObjectStoreError.refused(failure))" == text)
  }
}
