import Testing

@testable import ReferenceS3

@Suite struct SigningKeyTests {
  private let secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
  private let scope = SigningScope(day: "20130524", region: "us-east-1")

  @Test(arguments: [
    (1, "68896419206d6240ad4cd7dc8ba658efbf3b43b53041950083a10833824fcfbb"),
    (2, "0506335cc36b4a971f6beddf0adbd976ee71222cb42c131487e0c12c5c47a025"),
    (3, "05602c14e8b6aad30e7f6dec4b544071f6e4a742934bc5e36415733c47a67d44"),
    (4, "dbb893acc010964918f1fd433add87c70e8b0db6be30c1fbeafefa5ec6ba8378"),
  ])
  func `Each key in the derivation chain matches the published value`(parts: Int, hex: String) {
    #expect(Hexadecimal.text(SigningKey(secret: secret, parts: scope.parts.prefix(parts)).bytes) == hex)
  }

  @Test func `The key of another service matches the published value`() {
    let scope = SigningScope(day: "20120215", region: "us-east-1", service: "iam")
    let key = SigningKey(secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", scope: scope)
    #expect(Hexadecimal.text(key.bytes) == "f4780e2d9f65fa895f9c67b32ce1baf0b0d8a43505a000a1a9e090d414db404d")
  }

  @Test func `Neither the description nor a dump of a key shows it`() {
    let key = SigningKey(secret: secret, scope: scope)
    var text = "\(key) \(String(reflecting: key)) "
    dump(key, to: &text)
    #expect(!text.contains("\(key.bytes[0]), \(key.bytes[1])") && !text.contains(secret) && text.contains("***"))
  }

  @Test func `Only the correct signature is accepted`() {
    let key = SigningKey(secret: secret, scope: scope)
    let signature = key.signature(of: "text")
    #expect(key.isSignature(signature, of: "text"))
    #expect(!key.isSignature(signature, of: "Text"))
    #expect(!key.isSignature(signature.uppercased(), of: "text"))
    #expect(!key.isSignature("", of: "text"))
    #expect(!key.isSignature(signature + "0", of: "text"))
  }
}
