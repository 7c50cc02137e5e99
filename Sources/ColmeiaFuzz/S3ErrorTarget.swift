import ColmeiaS3

extension FuzzTarget {
  static let s3Error = FuzzTarget(
    name: "s3-error", summary: "error documents of object stores",
    samples: [
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <Error><Code>NoSuchKey</Code><Message>a &lt;b&gt; &#x26; &#233;</Message><RequestId>1</RequestId></Error>
      """,
      """
      <Error xmlns='u' a="&quot;"><!-- c --><Code><![CDATA[SignatureDoesNotMatch]]></Code><HostId/>
      <CanonicalRequest>PUT&#10;/k&#10;a=1&amp;X-Amz-Security-Token=s3cr3t&#10;token:s3cr3t</CanonicalRequest>
      <StringToSign>AWS4-HMAC-SHA256\r\n</StringToSign></Error>
      """,
    ]
  ) { bytes in
    do throws(XMLError) {
      return try wrongEvents(bytes)
    } catch {
      guard (0...bytes.count).contains(error.offset) else { return "the error's position is outside the text" }
      return (try? S3ErrorDocument(bytes)) == nil ? nil : "an invalid document was accepted"
    }
  }

  /// Returns what is wrong with the events of a document, or `nil` if nothing is.
  private static func wrongEvents(_ bytes: [UInt8]) throws(XMLError) -> String? {
    var reader = try XMLReader(bytes)
    var (open, length): ([String], Int) = ([], 0)
    while let event = try reader.next() {
      switch event {
      case .start(let name):
        open.append(name)
        length += name.utf8.count
      case .text(let text): length += text.utf8.count
      case .end(let name):
        if open.popLast() != name { return "an end tag has no matching start tag" }
      }
      if open.count > XMLLimits().depth || open.count != reader.depth { return "the depth is wrong" }
      if length > bytes.count { return "the events have more text than the document" }
    }
    return open.isEmpty ? nil : "an element was not closed"
  }
}
