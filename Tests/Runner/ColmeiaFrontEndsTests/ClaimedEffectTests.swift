import ColmeiaBase
import ColmeiaJSON
import ColmeiaSecrets
import ColmeiaWorld
import Testing

@testable import ColmeiaFrontEnds

@Suite struct ClaimedEffectTests {
  private enum Effect: Equatable, Codable, Sendable {
    case logIn(email: String, password: Secret)
    case weigh(Double)
  }

  /// Ends each effect that it is asked to carry out.
  private final class Host: MessageCarrier {
    let content = Guarded((texts: [String](), claimed: ClaimedEffects<Effect, Int>?.none))

    func takesNews() -> Bool { true }
    func send(_ text: String, _ kind: MessageDelivery) {
      let claimed = content.withLock { content in
        content.texts.append(text)
        return content.claimed
      }
      if case .request(let number) = kind { try? claimed?.end(number) }
    }
  }

  private static func messages(_ effect: Effect) async -> [String] {
    let host = Host()
    let claimed = ClaimedEffects<Effect, Int>(["logIn", "weigh"], host)
    host.content.withLock { $0.claimed = claimed }
    await claimed.carryOut(effect, Send { (_: Int) in })
    return host.content.withLock { content in
      content.claimed = nil
      return content.texts
    }
  }

  @Test func `A host that carries out an effect gets the password that nobody else sees`() async throws {
    let effect = Effect.logIn(email: "a@b.org", password: Secret("pass-word"))
    #expect(
      await Self.messages(effect) == [
        #"{"perform":{"effect":{"logIn":{"email":"a@b.org","password":"pass-word"}},"number":1}}"#
      ])
    #expect(try JSON(encoding: effect).text() == #"{"logIn":{"email":"a@b.org","password":"***"}}"#)
  }

  @Test func `A claimed effect that can't be encoded ends with an error`() async {
    let messages = await Self.messages(.weigh(.infinity))
    #expect(messages.count == 1)
    #expect(messages.first?.contains("the effect 'weigh") == true, "\(messages)")
    #expect(messages.first?.contains("inf cannot be represented in JSON") == true)
  }
}
