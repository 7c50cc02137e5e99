import ColmeiaExplorer
import TestSupport
import Testing

@Suite(.long) struct PlantedMistakeTests {
  func report<R>(_ explorer: Explorer<R, NoServer>) -> String? { explorer.run(seeds: 0..<10_000).counterexample?.story }

  @Test func `A spinner that does not stop after a failure is shrunk to two steps`() {
    let expected = """
      Feed: "the spinner ends" does not hold at the end
      1. action  load(husky)
      2. effect  #1 fetch(husky) answers failed
         state   State(breed: husky, images: [], selection: nil, isLoading: true)
      """
    #expect(report(Feed.explorer(.spinnerStays)) == expected)
  }

  @Test func `A late answer to an earlier request is shrunk to two loads and the answer`() {
    let expected = """
      Feed: "the images are of the breed" does not hold
      1. action  load(husky)
      2. action  load(beagle)
      3. end     #1 fetch(husky) answers loaded(husky, ["husky/1", "husky/2"])
         state   State(breed: beagle, images: ["husky/1", "husky/2"], selection: nil, isLoading: false)
      """
    #expect(report(Feed.explorer(.lateAnswerWins)) == expected)
  }

  @Test func `State that survives signing out is found by a rule about each step`() {
    let expected = """
      Feed: "signing out clears the state" does not hold
      1. action  load(husky)
      2. effect  #1 fetch(husky) answers loaded(husky, ["husky/1", "husky/2"])
      3. action  select("husky/1")
      4. action  signOut
         state   State(breed: nil, images: [], selection: "husky/1", isLoading: false)
      """
    #expect(report(Feed.explorer(.selectionSurvivesSignOut)) == expected)
  }

  @Test func `A load that survives signing out is found when its answer arrives`() {
    let expected = """
      Feed: "the images are of the breed" does not hold
      1. action  load(husky)
      2. action  signOut
      3. end     #1 fetch(husky) answers loaded(husky, ["husky/1", "husky/2"])
         state   State(breed: nil, images: ["husky/1", "husky/2"], selection: nil, isLoading: false)
      """
    #expect(report(Feed.explorer(.loadSurvivesSignOut)) == expected)
  }

  @Test func `A debounce timer that is not cancelled fires for an empty field`() {
    let expected = """
      Search: "an empty field has no hits" does not hold
      1. action  type("h")
      2. action  clear
      3. end     timer #1 fires after 300 ms
      4. end     #2 find("h") answers found(["h"])
         state   State(text: "", hits: ["h"])
      """
    #expect(report(Search.explorer(forgetsTimer: true)) == expected)
  }

  @Test func `A child that its parent does not store is reported as a problem`() {
    let expected = """
      ForgetfulKennel: 'detail' isn't a stored property of `ForgetfulKennel`, so its removal can't be detected, \
      and its long-lived effects don't run. Declare it there with `let`.
      """
    #expect(report(Kennel.explorer(ForgetfulKennel()))?.hasPrefix(expected) == true)
  }

  @Test func `Two concurrent writes leave the older value on the disk`() {
    let expected = """
      Session: "the disk has the newest token" does not hold at the end
      1. action  renew
      2. action  renew
      3. effect  #2 write(2) answers written(2)
      4. end     #1 write(1) answers written(1)
         state   State(token: 2, disk: 1)
      """
    #expect(report(Session.explorer(.concurrent)) == expected)
  }

  @Test func `An answer between two actions of another effect is found`() {
    let expected = """
      Import: "no row is lost" does not hold
      1. action  flush
      2. action  start
      3. effect  #2 rows sends opened
      4. end     #1 flush answers flushed
         state   State(isOpen: true, lost: 1)
      """
    #expect(report(Import.explorer(checksTable: false)) == expected)
  }

  @Test func `A spinner that does not stop after the fourth failure in a row is found`() {
    let expected = """
      Retry: "the spinner ends" does not hold at the end
      1. action  load
      2. effect  #1 fetch answers failed
      3. time    timer #2 fires after 2 s
      4. effect  #3 fetch answers failed
      5. time    timer #4 fires after 4 s
      6. effect  #5 fetch answers failed
      7. time    timer #6 fires after 8 s
      8. effect  #7 fetch answers failed
         state   State(failures: 4, isLoading: true)
      """
    #expect(report(Retry.explorer(givesUp: false)) == expected)
  }
}
