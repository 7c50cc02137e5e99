import ColmeiaHTTP
import Testing

@testable import ColmeiaBackend

@Suite struct SessionTests {
  private let login = #"{"email":"ana@bee.example","password":"ana-123"}"#

  @Test func `A login's token is its user's until it logs off; other tokens stay`() {
    var world = World.eventbee
    _ = world.ask("POST users/login", login)
    _ = world.ask("POST users/login", login)
    #expect(world.ask("PUT users/1", token: "token-1", "{}").status == 200)
    #expect(world.ask("GET users/logoff", token: "token-1").text == #"{"result":"ok"}"#)
    #expect("\(world.ask("GET users/logoff", token: "token-1"))" == Refusal.ability)
    #expect("\(world.ask("GET users", token: "token-1"))" == Refusal.ability)
    #expect(world.ask("PUT users/1", token: "token-2", "{}").status == 200)
    #expect(world.ask("PUT users/1", token: "ana", "{}").status == 200)
  }

  @Test func `A user's ten newest tokens are good`() {
    var world = World.eventbee
    for _ in 1...10 { _ = world.ask("POST users/login", login) }
    #expect("\(world.ask("GET users", token: "ana"))" == Refusal.ability)
    #expect(world.ask("GET users", token: "token-1").status == 200)
    _ = world.ask("GET users/logoff", token: "token-1")
    _ = world.ask("POST users/login", login)
    #expect(world.ask("GET users", token: "token-2").status == 200)
    #expect(world.ask("GET users", token: "bruno").status == 200)
  }

  @Test func `Whom only Facebook knows becomes one user, who has no password`() {
    var world = World.eventbee
    let body = #"{"facebook_token":"fb-davi"}"#
    let first = world.ask("POST users/login_facebook", body)
    let second = world.ask("POST users/login_facebook", body)
    #expect(first.text.replacing("token-1", with: "token-2") == second.text)
    #expect(world.state.eventbee.users.rows.count == 4)
    #expect(world.ask("PUT users/4", token: "token-1", "{}").status == 200)
    for password in ["", "davi", "null"] {
      let reply = world.ask("POST users/login", #"{"email":"davi@bee.example","password":"\#(password)"}"#)
      #expect("\(reply)" == Refusal.wrongPassword)
    }
  }

  @Test func `A token that somebody has logs nobody in, and the operator hears of it`() {
    var world = World.eventbee
    _ = world.state.eventbee.sessions.add("token-1", of: 2)
    let before = world.state
    for body in [login, #"{"facebook_token":"fb-davi"}"#] {
      world.count = 0
      let path = body == login ? "login" : "login_facebook"
      let reply = world.ask("POST users/\(path)", body)
      #expect("\(reply)" == #"500 {"result":"Erro: Falha ao processar"}"#)
      #expect(world.warnings == [.usedToken])
      #expect(world.state == before)
    }
  }

  @Test func `The header's name is found in any case; an empty one is nobody's`() {
    for name in ["Token", "token", "TOKEN", "tOkEn"] {
      var world = World.eventbee
      var request = HTTPRequest("GET users")
      request.headers[name] = "ana"
      #expect(world.ask(request).status == 200)
      request.headers[name] = ""
      #expect("\(world.ask(request))" == Refusal.ability)
    }
  }
}
