import ColmeiaCassette

extension FuzzTarget {
  static let cassette = FuzzTarget(
    name: "cassette", summary: "recordings of network traffic",
    samples: [
      """
      {"colmeia":"cassette","version":1}
      {"scenario":"story","file":"a.scn","date":7,"origin":"http://h"}
      {"n":1,"device":"ana","request":"POST /users?x=1","headers":["Token: <token 1>"],"json":{"password":"<password 1>"}}
      {"n":2,"request":"PUT /photo","origin":"http://i","bytes":3,"sha256":\
      "039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81"}
      {"n":1,"status":201,"headers":["ETag: \\"1\\""],"json":{"id":7,"token":"<token 1>"}}
      {"n":2,"error":{"timedOut":{"after":[0,1],"origin":"http://h"}}}
      {"leftOut":3}
      """,
      """
      {"colmeia":"cassette","version":1}
      {"scenario":""}
      {"n":1,"ms":5,"socket":"/cable","subprotocols":["a","b"]}
      {"n":1,"ms":6,"opened":"a"}
      {"n":1,"ms":7,"sent":"message","text":"hi <token 1>"}
      {"n":1,"ms":8,"received":"message","base64":"AAEC"}
      {"n":1,"ms":9,"closed":1006,"reason":"gone"}
      {"n":2,"socket":"/cable"}
      {"n":2,"refused":{"status":403}}
      """,
      """
      {"colmeia":"cassette","version":1}
      {"scenario":"news","origin":"http://h"}
      {"n":1,"ms":5,"device":"ana","stream":"GET /news?of=a","headers":["Accept: text/event-stream"]}
      {"n":1,"ms":6,"head":200,"headers":["Content-Type: text/event-stream"]}
      {"n":1,"ms":7,"received":"chunk","text":"data: a\\n\\n"}
      {"n":1,"ms":8,"received":"chunk","base64":"w6k="}
      {"n":1,"ms":9,"end":"stream"}
      {"n":2,"stream":"GET /news"}
      {"n":2,"head":200}
      {"n":2,"received":"chunk","text":"id: <token 1>"}
      {"n":2,"error":"cancelled"}
      """,
    ]
  ) { bytes in
    do throws(CassetteError) {
      let cassette = try Cassette(parsing: bytes)
      guard let again = try? Cassette(parsing: Array(cassette.text.utf8)) else {
        return "the written cassette can't be read"
      }
      return again == cassette ? nil : "the cassette changes when it is written and read back"
    } catch {
      let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
      return (1...lines).contains(error.line) && error.column > 0
        ? nil : "the error's position is outside the text: \(error)"
    }
  }
}
