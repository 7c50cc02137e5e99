import TestSupport
import Testing

@testable import ReferenceBackend

@Suite struct TokenTableTests {
  @Test func `A token belongs to one user until it is removed`() {
    var table = TokenTable()
    #expect(table.add("a", of: 1) == true)
    #expect(table.add("a", of: 2) == false)
    #expect(table.add("a", of: 1) == false)
    #expect(table.user(of: "a") == 1)
    #expect(table.users == [1])
    table.remove("b")
    #expect(table.user(of: "a") == 1)
    table.remove("a")
    #expect(table == TokenTable())
    #expect(table.add("a", of: 2) == true)
    #expect(table.user(of: "a") == 2)
  }

  @Test func `A token that is too long belongs to no user`() {
    var table = TokenTable()
    let longest = String(repeating: "a", count: 1_024)
    #expect(table.add(longest, of: 1) == true)
    #expect(table.user(of: longest) == 1)
    #expect(table.add(longest + "a", of: 1) == false)
    #expect(table.user(of: longest + "a") == nil)
  }

  /// The model is a list of users with their tokens, the oldest first.
  @Test func `Additions and removals in any order give the same result as a plain list`() {
    var random = SplitMix(state: 7)
    for _ in 0..<10 {
      var table = TokenTable()
      var model: [(user: Int, token: String)] = []
      for _ in 0..<60 {
        let token = "t\(Int.random(in: 0..<40, using: &random))"
        if Int.random(in: 0..<4, using: &random) == 0 {
          table.remove(token)
          model.removeAll { $0.token == token }
        } else {
          let user = Int.random(in: 1...2, using: &random)
          let isNew = !model.contains { $0.token == token }
          #expect(table.add(token, of: user) == isNew)
          if isNew { model.append((user, token)) }
          if model.count(where: { $0.user == user }) > 10, let oldest = model.firstIndex(where: { $0.user == user }) {
            model.remove(at: oldest)
          }
        }
        #expect(table.users == Set(model.map(\.user)).sorted())
        let owners = (0..<40).map { number in table.user(of: "t\(number)") }
        #expect(owners == (0..<40).map { number in model.first { $0.token == "t\(number)" }?.user })
      }
    }
  }
}
