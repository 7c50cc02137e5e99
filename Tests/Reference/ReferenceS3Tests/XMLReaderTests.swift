import Testing

@testable import ReferenceS3

@Suite struct XMLReaderTests {
  private func texts(_ text: String) -> [String: String]? { XMLReader.texts(in: Array(text.utf8), root: "r") }

  @Test(arguments: [
    ("<r/>", [:]), ("<r></r >\n ", [:]), ("<r>x</r>", [:]), ("<r><a/><b></b></r>", [:]),
    ("\u{FEFF}<?xml version=\"1.0\"?>\n<!-- <b> --><r><a>x</a></r>", ["a": "x"]),
    ("<r><a>1</a>2<b>3</b><a>4</a></r>", ["a": "1", "b": "3"]), ("<r><a/><a>1</a></r>", ["a": "1"]),
    ("<r><a>1<b>2<c>3</c></b>4</a></r>", ["a": "14"]),
    ("<r x='1' y = \"&lt;'>\"\n><n:a z=''>1</n:a></r>", ["n:a": "1"]),
    ("<r><a>1 &lt; 2 &amp;&amp; &quot;3&quot; &gt; &apos;&#52;&#x1F41d;</a></r>", ["a": "1 < 2 && \"3\" > '4🐝"]),
    ("<r><a><![CDATA[<b>&amp;]] >]]></a></r>", ["a": "<b>&amp;]] >"]), ("<r><ação>é</ação></r>", ["ação": "é"]),
    ("<r><a>1\r\n2\r3\n&#13;</a></r>", ["a": "1\n2\n3\n\r"]), ("<r><a><?php x ?>1<!--2-->3</a></r>", ["a": "13"]),
  ])
  func `The texts of the root's children are read`(text: String, expected: [String: String]) {
    #expect(texts(text) == expected)
  }

  @Test(arguments: [
    "", "  ", "<r>", "<r", "<", "<r><b></r></b>", "</r>", "x", "<r/>x", "<r/><r/>", "<![CDATA[x]]><r/>",
    "<![CDATA[ ]]><r/>", "<r/>&amp;", "< r/>", "<1/>", "<s/>", "<r b/>", "<r b=c/>", "<r b='1'c='2'/>", "<r b='1/>",
    "<r></r b>", "<!-- x", "<?xml", "<r><![CDATA[x]]</r>", "<!DOCTYPE r><r/>",
    "<!DOCTYPE r [<!ENTITY b SYSTEM \"file:///x\">]><r>&b;</r>",
    "<!ENTITY b \"x\"><r/>", "<r>&b;</r>", "<r>&</r>", "<r>&amp</r>", "<r>&AMP;</r>", "<r>&#0;</r>", "<r>&#xD800;</r>",
    "<r>&#;</r>", "<r>&#-1;</r>", "<r>&#+65;</r>", "<r>&#4A;</r>", "<r>&#x110000;</r>", "<r>&#99999999999;</r>",
    "<r>\u{0}</r>", "<r>\u{1B}</r>",
  ])
  func `A document that is malformed or not supported is refused`(text: String) {
    #expect(texts(text) == nil)
  }

  @Test func `Bytes that are not UTF-8 are refused`() {
    for bytes: [UInt8] in [[0x3C, 0x72, 0x2F, 0x3E, 0xFF], [0xFF, 0xFE, 0x3C, 0], [0x3C, 0xC0, 0xAF, 0x3E]] {
      #expect(XMLReader.texts(in: bytes, root: "r") == nil)
    }
  }

  @Test func `The limit of the length is exact`() {
    let text = "<r>" + String(repeating: "x", count: XMLReader.limit - 7) + "</r>"
    #expect(texts(text) == [:])
    #expect(texts(text + " ") == nil)
  }
}
