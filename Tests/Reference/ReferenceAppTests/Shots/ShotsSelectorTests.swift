import Testing

@testable import ReferenceApp

/// Tests the properties of the list that a front end displays: the presenter's contract (M9) as functions of the state.
@Suite struct ShotsSelectorTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var state: Shots.State
    var spinner = false
    var list = false
    var empty = false
    var error: ShotsFailure?
    var message: Phrase?
  }

  private static let one = Example.shots([1])
  private static let offline = ShotsFailure.undefined(.offline)

  private static let rows: [Row] = [
    Row(testDescription: "nothing requested", state: Shots.State()),
    Row(testDescription: "loading", state: Shots.State(loading: 1), spinner: true),
    Row(testDescription: "success", state: Shots.State(shots: one, shown: .fresh), list: true),
    Row(
      testDescription: "success, but empty", state: Shots.State(shown: .fresh), empty: true, message: .noShots),
    Row(
      testDescription: "failure", state: Shots.State(failure: .init(page: 1, reason: offline)), empty: true,
      error: offline,
      message: .shotsFailed(offline)),
    Row(
      testDescription: "failure that was read",
      state: Shots.State(failure: .init(page: 1, reason: offline, isRead: true)),
      empty: true),
    Row(
      testDescription: "loading again", state: Shots.State(shots: one, shown: .fresh, loading: 1), spinner: true,
      list: true),
    Row(testDescription: "empty, loading again", state: Shots.State(shown: .fresh, loading: 1), spinner: true),
    Row(
      testDescription: "a further page failed",
      state: Shots.State(shots: one, shown: .fresh, next: 2, failure: .init(page: 2, reason: .unauthorized)),
      list: true,
      error: .unauthorized, message: .shotsFailed(.unauthorized)),
    Row(
      testDescription: "a cached list while the fresh one is loading",
      state: Shots.State(shots: one, shown: .cached, cachedCount: 1, loading: 1), spinner: true, list: true),
    Row(
      testDescription: "a cached empty list while the fresh one is loading",
      state: Shots.State(shown: .cached, loading: 1),
      spinner: true),
  ]

  @Test(arguments: rows) func `Activity indicator, list, empty view and message follow from the state`(row: Row) {
    #expect(row.state.isLoading == row.spinner)
    #expect(row.state.shots.isEmpty != row.list)
    #expect(row.state.showsEmpty == row.empty)
    #expect(row.state.error == row.error)
    #expect(row.state.message == row.message)
    #expect(!(!row.state.shots.isEmpty && row.state.showsEmpty))
  }

  @Test(arguments: [
    (ShotsFailure.unauthorized, "Não autorizado", "Not authorized"),
    (.jsonMapping(at: "[3]"), "Não foi possível Mapear o JSON", "The server's response could not be read"),
    (
      .undefined(.status(429)), "Ops! Algo deu errado. O servidor respondeu com o erro 429. Tente de novo mais tarde.",
      "Oops! Something went wrong. The server responded with error 429. Try again later."
    ),
    (
      .undefined(.unreachable), "Ops! Algo deu errado. Não foi possível conectar ao servidor. Tente de novo.",
      "Oops! Something went wrong. The server could not be reached. Try again."
    ),
    (
      .undefined(.offline), "Ops! Algo deu errado. Você está sem conexão. Verifique sua conexão e tente de novo.",
      "Oops! Something went wrong. You are offline. Check your connection and try again."
    ),
    (
      .undefined(.timedOut), "Ops! Algo deu errado. O servidor demorou demais para responder. Tente de novo.",
      "Oops! Something went wrong. The server took too long to respond. Try again."
    ),
    (
      .undefined(.undecodable(at: "")),
      "Ops! Algo deu errado. Resposta inesperada do servidor. Tente de novo mais tarde.",
      "Oops! Something went wrong. Unexpected response from the server. Try again later."
    ),
  ])
  func `A failure is described in the original's words, then with its reason`(
    failure: ShotsFailure, portuguese: String, english: String
  ) {
    #expect(Phrase.shotsFailed(failure).text(.portuguese) == portuguese)
    #expect(Phrase.shotsFailed(failure).text(.english) == english)
  }

  @Test(arguments: [
    ("", ""), ("plain", "plain"), ("<p>One.</p><p>Two.</p>", "One. Two."), ("a<br />b<br>c", "a b c"),
    ("<a href=\"x\">link</a>s", "links"), ("1 < 2 > 1", "1 < 2 > 1"), ("<3", "<3"), ("<b", "<b"),
    ("a<!-- b -->c", "ac"),
    ("&lt;b&gt; &amp;&quot;&#39;&nbsp;", "<b> &\"'"), ("&amp;lt;", "&lt;"), ("&unknown; &", "&unknown; &"),
    ("  a \n\t b ", "a b"), ("é<p>ã", "é ã"),
  ])
  func `A description is shown without its tags`(html: String, text: String) {
    #expect(Shot(id: 1, description: html).plainDescription == text)
  }
}
