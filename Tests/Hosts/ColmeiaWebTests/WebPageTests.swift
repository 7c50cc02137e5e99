import Testing

@testable import ColmeiaWeb

/// The default page.
@Suite struct WebPageTests {
  private static func text(_ names: String...) -> String {
    String(decoding: names.flatMap { WebPage.defaultFiles[$0] ?? [] }, as: UTF8.self)
  }

  private static let html = text("index.html")
  private static let script = text("page.js", "session.js")

  @Test func `All texts of the page are the app's, or the page's own in English`() {
    let page = WebPage(languages: []) { _ in ["name": "Door", "loading": "Wait"] }
    let html = String(decoding: page.html(in: page.language(chosen: [], spoken: ["fr"])), as: UTF8.self)
    #expect(html.contains("<html lang=\"en\">") && html.contains("data-languages=\"\"") && !html.contains("{{"))
    #expect(html.contains("<title>Door</title>") && html.contains("\"Wait\"") && html.contains("Skip to content"))
    let texts = Self.html.replacing(/<[^>]*>/, with: " ").split(whereSeparator: \.isWhitespace)
    #expect(texts.filter { $0.wholeMatch(of: /{{\w+}}/) == nil } == [])
  }

  @Test func `The script never inserts received text as HTML or code`() {
    #expect(Self.script.contains("textContent"))
    for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "srcdoc"] {
      #expect(!Self.script.contains(word), "\(word)")
    }
    // The content security policy allows none of these.
    #expect(!Self.html.contains("style=") && !Self.html.contains("onclick=") && !Self.html.contains("<script>"))
  }

  @Test func `The page only draws screens; its script names no action or place of an app`() {
    for word in ["feed", "events", "members", "profile", "shots", "news"] {
      #expect(!Self.script.contains(word), "\(word)")
    }
  }
}
