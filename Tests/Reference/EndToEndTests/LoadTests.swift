import ColmeiaServer
import Foundation
import ReferenceApp
import TestSupport
import Testing

/// Sends many requests with the whole app. Each test runs in its own process, so that its resources can be counted.
/// `COLMEIA_REQUESTS` is the number of sequential requests; `.ci/long` runs 20,000 in a release build.
@Suite(.blocking, .timeLimit(.minutes(10))) struct LoadTests {
  @Test func `A thousand users sign up at the same time, and no resources are leaked`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      DescriptorLimit.raise()
      // Foundation opens some descriptors once per process.
      let first = try LocalBackend()
      try await LoadTests.signUp("first@example.org", try first.makeStore())
      await first.close()
      let descriptors = ThisProcess.descriptorCount

      let backend = try LocalBackend(connections: 64)
      let stores = try (0..<1_000).map { _ in try backend.makeStore() }
      let start = ContinuousClock.now
      // All requests are sent before the first answer is awaited.
      let sent = stores.enumerated().map { number, store in
        store.send(.auth(.typed("user-\(number)@example.org")))
        return store.send(.auth(.submit))
      }
      for sent in sent { await sent.finish() }
      print("1,000 people at once in \(ContinuousClock.now - start), \(ThisProcess.descriptorCount) descriptors")
      for (number, store) in stores.enumerated() {
        #expect(store.state.auth.session.account?.email == "user-\(number)@example.org")
        #expect(store.state.feed?.images.isEmpty == false)
      }
      // Each user has signed up and loaded a feed.
      #expect(await backend.server.withHandler { $0.count } == 2_000)
      for store in stores { await store.shutdown() }
      await backend.close()
      await ThisProcess.descriptorsFall(to: descriptors)
    }
    print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
  }

  @Test func `Thousands of sequential requests leak no descriptors, tasks or memory`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let backend = try LocalBackend()
      let store = try backend.makeStore()
      try await LoadTests.signUp("ann@example.org", store)
      try await LoadTests.load(1_000, store)
      let (memory, descriptors) = (ThisProcess.residentSize, ThisProcess.descriptorCount)
      let count = ThisProcess.number("COLMEIA_REQUESTS", otherwise: 1_500)
      let start = ContinuousClock.now
      try await LoadTests.load(count, store)
      let time = ContinuousClock.now - start
      let growth = ThisProcess.residentSize - memory
      print("\(count) requests in \(time), \(growth >> 10) KiB more than \(memory >> 10) KiB")
      #expect(growth < 5 << 20)
      #expect(ThisProcess.descriptorCount == descriptors)
      #expect(await backend.server.withHandler { $0.backend.pending } == 0)
      #expect(await backend.server.withHandler { $0.count } == count + 1_002)
      await store.shutdown()
      await backend.close()
      await ThisProcess.descriptorsFall(to: descriptors - 1)
    }
    print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
  }

  /// Signs up and waits for the feed that is loaded afterwards.
  static func signUp(_ email: String, _ store: Store<AppReducer>) async throws {
    store.send(.auth(.typed(email)))
    await store.send(.auth(.submit)).finish()
    try #require(store.state.auth.session.account?.email == email)
    try #require(store.state.feed?.images.isEmpty == false)
  }

  static func load(_ count: Int, _ store: Store<AppReducer>) async throws {
    for number in 0..<count {
      let breed = Breed.allCases[number % Breed.allCases.count]
      await store.send(.feed(.load(breed))).finish()
      let feed = try #require(store.state.feed)
      try #require(feed.breed == breed && !feed.images.isEmpty, "request \(number): \(feed.phase)")
    }
  }
}
