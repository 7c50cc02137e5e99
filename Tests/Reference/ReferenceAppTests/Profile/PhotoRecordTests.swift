import TestSupport
import Testing

@testable import ReferenceApp

/// The reducer and the handler of the profile together, against the API and the object store: an upload that was cut
/// goes on or says so, and the photo is always one that the user has chosen and not replaced since.
@Suite(.timeLimit(.minutes(5))) struct PhotoRecordTests {
  @Test(arguments: 0..<16) func `A photo is saved or a failure shown, and the picture is never a wrong one`(seed: Int)
    async throws
  {
    var random = SplitMix(state: UInt64(seed))
    let world = try await PhotoWorld(seed: UInt64(seed))
    for step in 1...80 {
      switch random.below(12) {
      case 0...1:
        await world.chooseAnother()
        await world.save()
      case 2: await world.chooseAnother()
      case 3...4: await world.save()
      case 5: await world.discard()
      case 6: await world.load()
      case 7: await world.openAgain()
      case 8: try await world.restart()
      default:
        if world.form?.photo == nil { await world.chooseAnother() }
        try await world.save(
          holding: random.below(3), isHandled: random.below(2) == 0, random.pick(PhotoWorld.Interruption.allCases))
      }
      await world.check()
      if step.isMultiple(of: 20) { await world.settle() }
    }
    #expect(world.saved > 5 && world.chosen > 10)
    await world.end()
  }
}
