import Testing

@testable import Colmeia

/// A list returns the commands that were stored in it, regardless of its internal representation.
@Suite struct EffectListTests {
  enum Small: Equatable, Sendable { case none, number(Int), pair(Int32, Int32) }
  enum Large: Equatable, Sendable { case text(String), numbers(Int, Int) }

  @Test func `A list occupies one word, regardless of the effect type`() {
    let sizes = [MemoryLayout<EffectList<Small, Never>>.size, MemoryLayout<EffectList<Large, String>>.size]
    #expect(sizes == [8, 8])
  }

  @Test(arguments: ["", "a", "load", "of seve", "of eight", "são", "a\0", "\0a", "\u{7f}\u{1}", "a longer name"])
  func `The name of an effect is stored without loss`(name: String) {
    for policy in Policy.allCases {
      let small = EffectList<Small, Never>.run(.number(-1), id: EffectID(name), policy)
      let large = EffectList<Large, Never>.run(.text("x"), id: EffectID(name), policy)
      #expect(small.commands == [EffectCommand(.run(.number(-1), policy, .now), EffectID(name))])
      #expect(large.commands == [EffectCommand(.run(.text("x"), policy, .now), EffectID(name))])
    }
  }

  @Test func `An interpolated string is the id of an effect`() {
    let (user, id) = (7, EffectID("draft-7"))
    let list = EffectList<Small, Never>.run(.number(1), id: "draft-\(user)", .replace)
    #expect(list.commands == [EffectCommand(.run(.number(1), .replace, .now), id)])
    #expect(EffectList<Small, Never>.cancel("draft-\(user)").commands == [EffectCommand(.cancel, id)])
  }

  @Test(arguments: [Small.none, .number(.min), .number(.max), .pair(-1, 2)])
  func `A small effect is stored without loss, and lists of it are compared by value`(effect: Small) {
    let list = EffectList<Small, Never>.run(effect)
    #expect(list.commands == [EffectCommand(.run(effect, .concurrent, .now), "")])
    #expect(list == .run(effect) && list == EffectList(list.commands))
    #expect(list != .run(.number(5)) && list != .run(effect, id: "a") && list != .run(effect, id: "", .keep))
    #expect(list + list == [list, list] && list + .none == list && .none + list == list)
    #expect(EffectList<Small, Never>.run(effect, after: .seconds(1)) != list)
  }

}
