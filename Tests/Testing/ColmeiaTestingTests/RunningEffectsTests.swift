import TestSupport
import Testing

@testable import Colmeia
@testable import ColmeiaTesting

@Suite struct RunningEffectsTests {
  @Test func `RunningEffects finds the same entries as a plain array, and the number of gaps is limited`() {
    var random = SplitMix(state: 1)
    var effects = RunningEffects<Int>()
    var model: [(id: RequestID, effect: Int)] = []
    for number in 1..<5_000 as Range<UInt64> {
      let grows = number % 1_000 < 500
      if grows || Int.random(in: 0..<4, using: &random) == 0 {
        let id = RequestID(number: number, slot: 0)
        let effect = Int.random(in: 0..<20, using: &random)
        effects.append(id, effect, line: 1)
        model.append((id, effect))
      }
      if !grows || Int.random(in: 0..<4, using: &random) == 0, let index = model.indices.randomElement(using: &random) {
        let (id, effect) = model[index]
        let skipped = model[..<index].filter { $0.effect == effect }.count
        let found = effects.index(of: effect, skipping: skipped)
        #expect(found == effects.index(of: id))
        if let found { effects.remove(at: found) }
        model.remove(at: index)
        #expect(effects.index(of: id) == nil)
      }
      #expect(effects.count == model.count)
      #expect(effects.entries.count <= 4 * (model.count + 8) + 1)
    }
    #expect(effects.all.map(\.id) == model.map(\.id))
    #expect(effects.index(of: 99, skipping: 0) == nil)
  }
}
