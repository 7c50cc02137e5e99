import ColmeiaHTTP
import Testing

@Suite struct WebLinkTests {
  private static func link(_ target: String, _ relations: String...) -> WebLink {
    WebLink(target: target, relations: relations)
  }

  private static let fields: [(String, [WebLink])] = [
    ("", []), (" , ,", []), ("<a>", [link("a")]), (#"<a>; rel="next""#, [link("a", "next")]),
    ("<a>;rel=next", [link("a", "next")]), ("<a> ; REL = Next ;", [link("a", "next")]),
    (#"<a>; rel="next", <b>; rel="prev""#, [link("a", "next"), link("b", "prev")]),
    (#"<a?x=1,2;3>; rel="next last""#, [link("a?x=1,2;3", "next", "last")]),
    (#"<a>; title="x, <b>; rel=\"prev\""; rel=next"#, [link("a", "next")]),
    (#"<a>; rel=next; rel=prev"#, [link("a", "next")]),
    (#"<a>; rel"#, [link("a")]), (#"<a>; rel=; x"#, [link("a")]),
    (#"<a>; anchor="/b"; rel=next, <c>; rel=prev"#, [link("c", "prev")]),
    (#"<a>; rel="next"#, [link("a", "next")]), (#"<a>; rel="next\"#, [link("a", "next")]),
    ("<>; rel=next", [link("", "next")]), (#"<é>; rel="até""#, [link("é", "até")]),
    // Parsing stops at anything that is not a link.
    ("a; rel=next", []), ("<a; rel=next", []),
    ("<a>; rel=next x, <b>; rel=prev", [link("a", "next", "x"), link("b", "prev")]),
    ("<a>; rel=next, b, <c>; rel=prev", [link("a", "next")]),
  ]

  @Test(arguments: fields) func `A Link field is parsed as RFC 8288 specifies`(field: String, links: [WebLink]) {
    #expect(WebLink.links(in: ["Link": field]) == links)
  }

  @Test func `Links of several fields form one list`() {
    let headers: HTTPHeaders = ["link": "<a>; rel=next", "X": "<x>", "LINK": "<b>; rel=prev"]
    #expect(WebLink.links(in: headers) == [Self.link("a", "next"), Self.link("b", "prev")])
    #expect(WebLink.links(in: [:]) == [])
  }

  @Test func `Links beyond the maximum number are not read`() {
    let field = Array(repeating: "<a>; rel=next", count: WebLink.maximumLinkCount).joined(separator: ", ")
    #expect(WebLink.links(in: ["Link": field + ", <b>"]).count == WebLink.maximumLinkCount)
    let twice = HTTPHeaders([.init("Link", field), .init("Link", field)])
    #expect(WebLink.links(in: twice).count == WebLink.maximumLinkCount)
  }
}
