import ReferencePage
import TestSupport
import Testing

@testable import ColmeiaCLI
@testable import ColmeiaWeb

/// The page of the reference app.
@Suite(.blocking, .timeLimit(.minutes(10))) struct ReferencePageTests {
  private static let script = String(
    decoding: ReferencePage.files.filter { $0.path.hasSuffix(".js") }.flatMap(\.bytes), as: UTF8.self)

  @Test(arguments: ["pt-BR", "en"]) func `Every text of the page is in the catalog`(language: String) {
    let html = String(decoding: WebFrontEnd.page().html(in: language), as: UTF8.self)
    #expect(html.contains("<html lang=\"\(language)\">") && !html.contains("{{"))
    let texts = String(decoding: ReferencePage.html, as: UTF8.self).replacing(/<[^>]*>/, with: " ")
    let own = texts.split(whereSeparator: \.isWhitespace).filter { $0.wholeMatch(of: /{{\w+}}/) == nil }
    #expect(own == ["PT", "EN"])
  }

  @Test func `The token is different each time, unless it is stored in a folder`() async throws {
    let tokens = [try await WebFrontEnd.token(nil).value, try await WebFrontEnd.token(nil).value]
    #expect(tokens[0] != tokens[1] && tokens.allSatisfy { $0.count >= 24 })
    let folder = TemporaryFolder()
    defer { folder.remove() }
    let first = try await WebFrontEnd.token(folder.path).value
    #expect(try await WebFrontEnd.token(folder.path).value == first && !tokens.contains(first))
  }

  @Test func `The script never inserts received text as HTML or code`() {
    #expect(Self.script.contains("textContent"))
    for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "srcdoc"] {
      #expect(!Self.script.contains(word), "\(word)")
    }
    let html = String(decoding: ReferencePage.html, as: UTF8.self)
    // The content security policy allows none of these.
    #expect(!html.contains("style=") && !html.contains("onclick=") && !html.contains("<script>"))
  }

  @Test func `The page only draws screens; its script names no action or place of the app`() {
    for word in ["feed", "events", "members", "profile", "shots", "news"] {
      #expect(!Self.script.contains(word), "\(word)")
    }
  }
}
