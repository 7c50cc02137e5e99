import Testing

@testable import Colmeia

/// A list returns the commands that were stored in it, regardless of its internal representation.
@Suite struct EffectListTests {
  enum Small: Equatable, Sendable { case none, number(Int), pair(Int32, Int32) }
  enum Large: Equatable, Sendable { case text(String), numbers(Int, Int) }

  @Test func `A list occupies at most four words, regardless of the effect type`() {
    let sizes = [MemoryLayout<EffectList<Small, Never>>.size, MemoryLayout<EffectList<Large, String>>.size]
    #expect(sizes.allSatisfy { $0 <= 25 }, "three words and a byte")
  }

  @Test(arguments: ["", "a", "load", "of seve", "of eight", "são", "a\0", "\0a", "\u{7f}\u{1}", "a longer name"])
  func `The name of an effect is stored without loss`(name: String) {
    for policy in sequence(first: Policy.concurrent, next: Self.next) {
      let small = EffectList<Small, Never>.run(.number(-1), id: EffectID(name), policy)
      let large = EffectList<Large, Never>.run(.text("x"), id: EffectID(name), policy)
      #expect(small.commands == [EffectCommand(.run(.number(-1), policy, .now), EffectID(name))])
      #expect(large.commands == [EffectCommand(.run(.text("x"), policy, .now), EffectID(name))])
    }
    #expect(ShortText(name).text == name && ShortText(name) == ShortText(name))
  }

  @Test func `An interpolated string is the id of an effect`() {
    let (user, id) = (7, EffectID("draft-7"))
    let list = EffectList<Small, Never>.run(.number(1), id: "draft-\(user)", .replace)
    #expect(list.commands == [EffectCommand(.run(.number(1), .replace, .now), id)])
    #expect(EffectList<Small, Never>.cancel("draft-\(user)").commands == [EffectCommand(.cancel, id)])
  }

  /// Iterates over all policies. Another policy would require another bit in `Policy.bits`.
  private static func next(_ policy: Policy) -> Policy? {
    switch policy {
    case .concurrent: .replace
    case .replace: .keep
    case .keep: .queue
    case .queue: nil
    }
  }

  @Test func `A policy is one byte with four values`() {
    let policies = Array(sequence(first: Policy.concurrent, next: Self.next))
    #expect(policies.map(\.bits) == [0, 1, 2, 3] && policies.map { Policy($0.bits) } == policies)
    #expect(MemoryLayout<Policy>.size == 1)
  }

  @Test func `Short names are stored in one word, and different names have different words`() {
    let names = ["", "a", "b", "aa", "ab", "ba", "load", "loads", "of seve"]
    let words = names.map { if case .short(let word) = ShortText($0) { word } else { UInt64(1) } }
    #expect(words.allSatisfy { $0 & 32_767 == 0 } && Set(words).count == names.count)
    for name in ["of eight", "são", "a\0", "\0"] {
      guard case .long = ShortText(name) else { return #expect(Bool(false), "\(name) does not fit in a word") }
    }
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

  @Test func `An effect that leaves no room for a name is not stored in words`() {
    struct Ten: Sendable { var number = 1, first = UInt8(2), second = UInt8(3) }
    struct Wide: Sendable { var number = 1, more = 2 }
    let fits = [Bits.canHold(Small.self), Bits.canHold(Int.self), Bits.canHold(Void.self)]
    let doNot = [Bits.canHold(Large.self), Bits.canHold(Ten.self), Bits.canHold(Wide.self), Bits.canHold(String.self)]
    #expect(fits.allSatisfy { $0 } && !doNot.contains(true))
  }
}
