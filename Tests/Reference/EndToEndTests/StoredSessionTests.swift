import Foundation
import ReferenceApp
import TestSupport
import Testing

/// Tests what the app stores of a session on the disk, and what it does with a damaged file.
@Suite(.blocking, .timeLimit(.minutes(10))) struct StoredSessionTests {
  @Test func `One account is stored at a time, for this user only; a damaged file is reported and replaced`()
    async throws
  {
    let backend = try LocalBackend()
    let folder = Folder()
    defer { folder.remove() }
    let base = try BaseURL(backend.server.origin)
    func start() -> Store<AppReducer> {
      let environment = AppEnvironment(
        iddog: base, eventbee: base, canillita: base, transport: backend.transport,
        tokens: FileTokenStore(folder: folder.path), random: { 0 })
      return Store(AppReducer.State(), AppReducer(), AppHandler(environment))
    }
    func signUp(_ email: String, _ store: Store<AppReducer>) async {
      store.send(.auth(.typed(email)))
      await store.send(.auth(.submit)).finish()
      #expect(store.state.auth.session == .signedIn(Account(email: email)))
    }
    let files = FileManager.default
    func attributes(_ path: String) throws -> Int? {
      try files.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    let tokens = FileTokenStore(folder: folder.path)
    try await tokens.write(Token("an-old-token"), as: TokenItem(service: "iddog", account: "old@example.org"))
    let first = start()
    await signUp("ann@example.org", first)
    #expect(try await tokens.accounts(of: "iddog") == ["ann@example.org"])
    #expect(try await tokens.read(TokenItem(service: "iddog", account: "ann@example.org"))?.value.isEmpty == false)
    await first.shutdown()
    let names = try files.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".token") }
    let name = try #require(names.count == 1 ? names.first : nil, "\(names)")
    #expect(try attributes(folder.path) == 0o700 && attributes("\(folder.path)/\(name)") == 0o600)

    try Data("damaged".utf8).write(to: URL(filePath: "\(folder.path)/\(name)"))
    let second = start()
    await second.send(.auth(.restore)).finish()
    #expect(second.state.auth.session == .signedOut(nil))
    #expect(second.state.auth.storeFailure == .couldNotRestore(.damaged))
    #expect(
      second.state.screen(.portuguese).messages.first?.text.hasPrefix("Não foi possível recuperar sua sessão") == true)
    await signUp("bea@example.org", second)
    await second.shutdown()

    let third = start()
    await third.send(.auth(.restore)).finish()
    #expect(third.state.auth.session == .signedIn(Account(email: "bea@example.org")))
    await third.send(.auth(.signOut)).finish()
    #expect(try await tokens.accounts(of: "iddog").isEmpty)
    // To remove what isn't there is fine.
    await third.send(.auth(.signOut)).finish()
    #expect(third.state.auth.storeFailure == nil)
    await third.shutdown()
    await backend.close()
  }
}
