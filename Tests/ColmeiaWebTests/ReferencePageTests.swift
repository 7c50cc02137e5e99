import ReferencePage
import Testing

@testable import ColmeiaCLI
@testable import ColmeiaWeb

/// The page of the reference app.
@Suite struct ReferencePageTests {
  private static let script = String(
    decoding: ReferencePage.files.first { $0.path == "/page.js" }?.bytes ?? [], as: UTF8.self)

  @Test(arguments: ["pt-BR", "en"]) func `Each text of the page is in the catalogue`(language: String) {
    let html = String(decoding: WebFrontEnd.page.html(in: language), as: UTF8.self)
    #expect(html.contains("<html lang=\"\(language)\">") && !html.contains("{{"))
  }

  @Test func `What comes from outside never becomes HTML or a program`() {
    #expect(Self.script.contains("textContent"))
    for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "srcdoc"] {
      #expect(!Self.script.contains(word), "\(word)")
    }
    let html = String(decoding: ReferencePage.html, as: UTF8.self)
    // The content policy allows neither.
    #expect(!html.contains("style=") && !html.contains("onclick=") && !html.contains("<script>"))
  }

  @Test func `The page draws nothing but screens: it names no action and no place of the app`() {
    for word in ["feed", "events", "members", "profile", "shots", "news"] {
      #expect(!Self.script.contains(word), "\(word)")
    }
  }
}
