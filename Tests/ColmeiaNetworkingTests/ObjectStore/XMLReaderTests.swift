import Testing

@testable import ColmeiaS3

@Suite struct XMLReaderTests {
  private func events(_ text: String, _ limits: XMLLimits = XMLLimits()) throws(XMLError) -> [XMLReader.Event] {
    try events(Array(text.utf8), limits)
  }

  private func events(_ bytes: [UInt8], _ limits: XMLLimits = XMLLimits()) throws(XMLError) -> [XMLReader.Event] {
    var reader = try XMLReader(bytes, limits: limits)
    var events: [XMLReader.Event] = []
    while let event = try reader.next() { events.append(event) }
    #expect(reader.depth == 0)
    return events
  }

  @Test(arguments: [
    ("<a/>", [XMLReader.Event.start("a"), .end("a")]),
    ("<a></a >\n ", [.start("a"), .end("a")]),
    ("\u{FEFF}<?xml version=\"1.0\"?>\n<!-- <b> --><a>x</a>", [.start("a"), .text("x"), .end("a")]),
    (
      "<a><b>1</b>2<c/></a>",
      [
        .start("a"), .start("b"), .text("1"), .end("b"), .text("2"), .start("c"), .end("c"), .end("a"),
      ]
    ),
    ("<n:a x='1' y = \"&lt;'>\"\n/>", [.start("n:a"), .end("n:a")]),
    (
      "<a>1 &lt; 2 &amp;&amp; &quot;3&quot; &gt; &apos;&#52;&#x1F41d;</a>",
      [
        .start("a"), .text("1 < 2 && \"3\" > '4🐝"), .end("a"),
      ]
    ),
    ("<a><![CDATA[<b>&amp;]] >]]></a>", [.start("a"), .text("<b>&amp;]] >"), .end("a")]),
    ("<a>1\r\n2\r3\n&#13;</a>", [.start("a"), .text("1\n2\n3\n\r"), .end("a")]),
    ("<ação>é</ação>", [.start("ação"), .text("é"), .end("ação")]),
    ("<a><?php x ?>1<!--2-->3</a>", [.start("a"), .text("1"), .text("3"), .end("a")]),
  ])
  func `A document is parsed into its events`(text: String, expected: [XMLReader.Event]) throws {
    #expect(try events(text) == expected)
  }

  @Test(arguments: [
    ("", XMLError.Reason.unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("<a>", .unexpectedEnd, 3),
    ("<a", .malformedTag, 2), ("<", .unexpectedEnd, 1), ("<a><b></a></b>", .otherEndTag, 8), ("</a>", .otherEndTag, 2),
    ("x", .outsideOfElement, 0), ("<a/>x", .outsideOfElement, 4), ("<a/><b/>", .outsideOfElement, 5),
    ("<![CDATA[x]]><a/>", .outsideOfElement, 9), ("<a/>&amp;", .outsideOfElement, 4), ("< a/>", .malformedTag, 1),
    ("<1/>", .malformedTag, 1), ("<a b/>", .malformedTag, 4), ("<a b=c/>", .malformedTag, 5),
    ("<a b='1'c='2'/>", .malformedTag, 8), ("<a b='<'/>", .malformedTag, 6), ("<a b='1/>", .unexpectedEnd, 9),
    ("<a></a b>", .malformedTag, 7), ("<!-- x", .unexpectedEnd, 6), ("<?xml", .unexpectedEnd, 5),
    ("<a><![CDATA[x]]</a>", .unexpectedEnd, 19), ("<!DOCTYPE a><a/>", .documentType, 0),
    ("<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///x\">]><a>&b;</a>", .documentType, 0),
    ("<!ENTITY b \"x\"><a/>", .documentType, 0), ("<a>&b;</a>", .unknownReference, 3),
    ("<a>&</a>", .unknownReference, 3),
    ("<a>&amp</a>", .unknownReference, 3), ("<a>&AMP;</a>", .unknownReference, 3),
    ("<a>&#0;</a>", .unknownReference, 3),
    ("<a>&#xD800;</a>", .unknownReference, 3), ("<a>&#;</a>", .unknownReference, 3),
    ("<a>&#-1;</a>", .unknownReference, 3),
    ("<a>&#x110000;</a>", .unknownReference, 3), ("<a>&#99999999999;</a>", .unknownReference, 3),
    ("<a>&#xFFFE;</a>", .unknownReference, 3), ("<a b='&c;'/>", .unknownReference, 6),
    ("<a>\u{0}</a>", .forbiddenCharacter, 3), ("<a>\u{1B}</a>", .forbiddenCharacter, 3),
  ])
  func `An invalid document is rejected with reason and offset`(text: String, reason: XMLError.Reason, offset: Int) {
    #expect(throws: XMLError(reason, at: offset)) { try events(text) }
  }

  @Test func `Bytes that are not UTF-8 are rejected`() {
    for bytes: [UInt8] in [[0x3C, 0x61, 0x2F, 0x3E, 0xFF], [0xFF, 0xFE, 0x3C, 0], [0x3C, 0xC0, 0xAF, 0x3E]] {
      #expect(throws: XMLError(.notUTF8, at: 0)) { try events(bytes) }
    }
  }

  @Test func `Each limit is exact`() throws {
    var limits = XMLLimits()
    (limits.bytes, limits.depth, limits.attributes, limits.references) = (60, 2, 2, 2)
    #expect(try events("<a><b/></a>", limits).count == 4)
    #expect(throws: XMLError(.tooDeep(2), at: 7)) { try events("<a><b><c/></b></a>", limits) }
    #expect(try events("<a b='1' c='2'/>", limits).count == 2)
    #expect(throws: XMLError(.tooManyAttributes(2), at: 15)) { try events("<a b='1' c='2' d='3'/>", limits) }
    #expect(try events("<a>&lt;&gt;</a>", limits).count == 3)
    #expect(throws: XMLError(.tooManyReferences(2), at: 11)) { try events("<a>&lt;&gt;&lt;</a>", limits) }
    #expect(throws: XMLError(.tooManyReferences(2), at: 14)) { try events("<a b='&lt;&gt;&lt;'/>", limits) }
    let text = "<a>" + String(repeating: "x", count: 53) + "</a>"
    #expect(try events(text, limits).count == 3)
    #expect(throws: XMLError(.tooLong(60), at: 60)) { try events(text + " ", limits) }
  }

  @Test func `A reader that failed fails again`() throws {
    var reader = try XMLReader(Array("<a>&b;</a>".utf8))
    #expect(try reader.next() == .start("a"))
    for _ in 0..<2 { #expect(throws: XMLError.self) { try reader.next() } }
  }

  @Test func `Each error states the position and the problem`() {
    #expect("\(XMLError(.documentType, at: 7))" == "byte 7: a document type is declared, which is not supported")
    #expect("\(XMLError(.tooDeep(8), at: 7))" == "byte 7: elements are nested more than 8 deep")
  }
}
