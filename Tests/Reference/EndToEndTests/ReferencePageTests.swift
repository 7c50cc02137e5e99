import TestSupport
import Testing

@testable import ColmeiaWeb
@testable import ReferenceCommand

/// The page of the reference app.
@Suite(.blocking, .timeLimit(.minutes(10))) struct ReferencePageTests {
  @Test(arguments: ["pt-BR", "en"]) func `Every text of the page is in the catalog`(language: String) {
    let texts = CommandLineApp().texts(in: language)
    for name in WebPage.defaultTexts.keys { #expect(texts[name] != nil, "\(name)") }
    let html = String(decoding: WebWay(app: CommandLineApp()).page().html(in: language), as: UTF8.self)
    #expect(html.contains("<html lang=\"\(language)\">") && html.contains("data-languages=\"pt-BR en\""))
  }
}
