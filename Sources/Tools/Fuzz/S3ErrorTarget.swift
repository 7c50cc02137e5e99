import ReferenceS3

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
    guard let texts = XMLReader.texts(in: bytes, root: "Error") else { return nil }
    let length = texts.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    return length > bytes.count ? "the elements have more text than the document" : nil
  }
}
