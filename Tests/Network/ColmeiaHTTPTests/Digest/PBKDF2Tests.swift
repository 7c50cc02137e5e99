import ColmeiaHTTP
import Testing

@Suite struct PBKDF2Tests {
  struct Vector: Sendable {
    var password: String
    var salt: String
    var rounds: Int
    var hex: String
  }

  /// The vectors of RFC 7914 §11, and the inputs of RFC 6070 with SHA-256, verified with Python's hashlib.
  @Test(arguments: [
    Vector(
      password: "passwd", salt: "salt", rounds: 1,
      hex: "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
        + "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"),
    Vector(
      password: "password", salt: "salt", rounds: 1,
      hex: "120fb6cffcf8b32c43e7225256c4f837a86548c92ccc35480805987cb70be17b"),
    Vector(
      password: "password", salt: "salt", rounds: 2,
      hex: "ae4d0c95af6b46d32d0adff928f06dd02a303f8ef3c251dfd6e2d85a95474c43"),
    Vector(
      password: "password", salt: "salt", rounds: 4096,
      hex: "c5e478d59288c841aa530db6845c4c8d962893a001ce4e11a4963873aa98134a"),
    Vector(
      password: "passwordPASSWORDpassword", salt: "saltSALTsaltSALTsaltSALTsaltSALTsalt", rounds: 4096,
      hex: "348c89dbcbd32b2f32d814b8116e84cf2b17347ebc1800181c4e2a1fb8dd53e1c635518c7dac47e9"),
    Vector(password: "pass\0word", salt: "sa\0lt", rounds: 4096, hex: "89b69d0516f829893c696226650a8687"),
  ])
  func `PBKDF2 derives the expected keys`(vector: Vector) {
    let key = PBKDF2.key(
      password: vector.password.utf8, salt: vector.salt.utf8, rounds: vector.rounds, length: vector.hex.utf8.count / 2)
    #expect(Hexadecimal.text(key) == vector.hex)
  }

  @Test func `A key of length 0 is empty`() {
    #expect(PBKDF2.key(password: "a".utf8, salt: "b".utf8, rounds: 1, length: 0) == [])
  }
}
