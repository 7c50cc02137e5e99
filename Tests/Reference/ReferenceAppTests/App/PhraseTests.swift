import Testing

@testable import ReferenceApp

@Suite struct PhraseTests {
  private let requests: [RequestFailure] = [
    .offline, .unreachable, .timedOut, .status(503), .undecodable(at: "list[3]"),
    .tokenUnreadable(.denied),
  ]
  private let links: [FeedLinkFailure] = [
    .notTheFeed("/cats"), .unknownBreed("cat"), .repeated("id"), .emptyID, .badEncoding("%"),
  ]
  private var phrases: [Phrase] {
    let labels: [Phrase] = [
      .email, .signUp, .profile, .feed, .signOut, .retry, .cancel, .timeMistyped, .emailInvalid, .emailRefused,
      .sessionExpired,
      .noImages, .imageNotFound,
    ]
    let store = TokenStoreFailure.allCases.flatMap {
      [Phrase.couldNotStore($0), .couldNotRestore($0), .couldNotForget($0)]
    }
    let ages = [0, 60, 7_200, 86_400].map { Phrase.showingCached(age: $0) } + [.showingCached(age: 5, .offline)]
    return labels + ages + requests.map(Phrase.requestFailed) + store + links.map(Phrase.linkRefused)
  }

  @Test func `The Portuguese labels are those of the original`() {
    let labels = [Phrase.email, .signUp, .profile, .feed, .signOut].map { $0.text(.portuguese) }
    #expect(labels == ["E-mail", "Entrar", "Perfil", "Feed", "Sair"])
  }

  @Test(arguments: Language.allCases)
  func `Every phrase has a unique text in every language`(language: Language) {
    let texts = phrases.map { $0.text(language) }
    #expect(!texts.contains(""))
    #expect(Set(texts).count == texts.count)
  }

  @Test func `A failure's details appear in its text, but not the place in a response`() {
    #expect(Phrase.requestFailed(.status(503)).text(.english).contains("503"))
    #expect(
      Phrase.requestFailed(.undecodable(at: "list[3]")).text(.portuguese)
        == "Resposta inesperada do servidor. Tente de novo mais tarde.")
    #expect(
      Phrase.couldNotRestore(.damaged).text(.portuguese)
        == "Não foi possível recuperar sua sessão: o arquivo está danificado. Entre de novo.")
  }

  @Test(
    arguments: [
      (-1, "agora há pouco", "just now"), (59, "agora há pouco", "just now"), (60, "há 1 minuto", "1 minute ago"),
      (7_199, "há 1 hora", "1 hour ago"), (7_200, "há 2 horas", "2 hours ago"), (86_400, "há 1 dia", "1 day ago"),
      (200_000, "há 2 dias", "2 days ago"),
    ])
  func `The message about cached images includes their age`(seconds: Int, portuguese: String, english: String) {
    let phrase = Phrase.showingCached(age: seconds)
    #expect(phrase.text(.portuguese) == "Salvo neste aparelho \(portuguese). Atualizando…")
    #expect(phrase.text(.english) == "Saved on this device \(english). Refreshing…")
  }

  @Test func `The form's message describes its error`() {
    #expect(SignUpForm(typed: " ").message == nil)
    #expect(SignUpForm(typed: "a@b.c").message == nil)
    #expect(SignUpForm(typed: "a").message == nil)
    #expect(SignUpForm(typed: "a", failure: .emailInvalid).message == .emailInvalid)
    #expect(SignUpForm(typed: "a@b.c", failure: .emailRefused).message == .emailRefused)
    #expect(SignUpForm(failure: .request(.offline)).message == .requestFailed(.offline))
    #expect(SignUpForm(failure: .tokenNotStored(.full)).message == .couldNotStore(.full))
  }

  @Test func `The session's message describes its failure, with the token store taking precedence`() {
    #expect(Auth.State().message == nil)
    #expect(Auth.State(session: .signedOut(.byUser)).message == nil)
    #expect(Auth.State(session: .signedOut(.expired)).message == .sessionExpired)
    #expect(Auth.State(storeFailure: .couldNotRestore(.damaged)).message == .couldNotRestore(.damaged))
    let both = Auth.State(session: .signedOut(.expired), storeFailure: .couldNotForget(.full))
    #expect(both.message == .couldNotForget(.full))
  }

  @Test func `The feed's message says why no image is shown`() throws {
    #expect(Feed.State().message == nil)
    #expect(Feed.State(phase: .loading).message == nil)
    #expect(Feed.State(phase: .failed(.timedOut)).message == .requestFailed(.timedOut))
    #expect(Feed.State(phase: .loaded([])).message == .noImages)
    #expect(Feed.State(phase: .loaded(try Example.images(.pug))).message == nil)
    let missing = ImageReference(rawValue: "n9")
    #expect(Feed.State(phase: .loaded([]), selection: missing).message == .imageNotFound)
  }
}
