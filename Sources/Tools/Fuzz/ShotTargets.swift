import ReferenceApp

extension FuzzTarget {
  static let link = FuzzTarget(
    name: "link", summary: "the values of Link header fields",
    samples: [
      #"<http://h/v1/shots?page=2&per_page=12>; rel="next", <http://h/v1/shots?page=1>; rel="prev first""#,
      ##"<a>; title="x, \"y\""; rel=next; anchor="#b" , <?page=3> ;REL = "Last""##,
    ]
  ) { bytes in
    let field = String(decoding: bytes, as: UTF8.self)
    let links = WebLink.links(in: ["Link": field])
    if links.count > WebLink.maximumLinkCount { return "there are more links than the limit" }
    if links.contains(where: { !field.contains("<\($0.target)>") }) {
      return "a link target is not in the header field"
    }
    // Targets must stay the same when they are written in plain form and read again.
    let plain = links.map { "<\($0.target)>" }.joined(separator: ", ")
    return WebLink.links(in: ["Link": plain]).map(\.target) == links.map(\.target)
      ? nil : "the targets change when they are written and read back"
  }

  static let shots = FuzzTarget(
    name: "shots", summary: "responses with shots",
    samples: [
      #"[{"id":1,"title":"a","images":{"hidpi":null,"normal":"http://h/a.png"},"views_count":7,"user":{"id":2}}]"#,
      #"[{},{"id":1.5,"title":null,"images":[],"user":"x"}]"#, #"{"message":"Not found."}"#,
    ]
  ) { bytes in
    let answer = HTTPResponse(200, body: bytes)
    guard let page = try? DribbbleAPI.shots(page: 3, perPage: 2).decoding(answer, .standard) else { return nil }
    if page.shots.count > 2 { return "there are more shots than requested" }
    let next = page.shots.count == 2 ? 4 : nil
    return page.next == next ? nil : "the next page is wrong: \(page.next ?? 0)"
  }
}
