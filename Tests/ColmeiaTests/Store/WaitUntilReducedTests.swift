import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Colmeia

/// Tests that a front end that sends while another thread is reducing processes the waiting actions, up to its own.
@Suite(.blocking, .timeLimit(.minutes(10))) struct WaitUntilReducedTests {
  /// A store whose reducing thread is blocked in a subscriber of `count` until `end()` is called.
  final class Busy: Sendable {
    let bench: Bench
    private let hasBegun = DispatchSemaphore(value: 0)
    private let mayEnd = DispatchSemaphore(value: 0)
    private let hasEnded = DispatchSemaphore(value: 0)

    init(trace: Trace<Probe>? = nil, also subscribe: (Store<Probe>) -> Void = { _ in }) {
      bench = Bench(trace: trace)
      bench.store.source.store.prepareToWait()
      bench.store.subscribe(to: \.count) { [hasBegun, mayEnd] count in
        guard count == 1 else { return }
        hasBegun.signal()
        mayEnd.wait()
      }
      subscribe(bench.store)
      Thread.detachNewThread { [bench, hasEnded] in
        bench.store.send(.add(1))
        hasEnded.signal()
      }
      hasBegun.wait()
    }

    func end() {
      mayEnd.signal()
      hasEnded.wait()
    }
  }

  @Test func `An action that waits behind a busy subscriber is reduced by the thread that waits for it`() {
    let busy = Busy()
    let store = busy.bench.store
    let sent = store.send(.note("a"))
    #expect(store.state.received == [])
    #expect(sent.waitUntilReduced())
    #expect(store.state.received == ["a"])
    busy.end()
    #expect(store.state.received == ["a"])
  }

  @Test func `Earlier actions are reduced first, and later ones stay in the queue`() {
    let busy = Busy()
    let store = busy.bench.store
    store.send(.note("a"))
    let sent = store.send(.note("b"))
    store.send(.note("c"))
    #expect(sent.waitUntilReduced())
    #expect(store.state.received == ["a", "b"])
    #expect(sent.waitUntilReduced())
    #expect(store.state.received == ["a", "b"])
    busy.end()
    #expect(store.state.received == ["a", "b", "c"])
  }

  @Test func `Subscribers and requests are left to the reducing thread`() {
    let busy = Busy()
    let store = busy.bench.store
    let notified = Log<[String]>()
    let here = pthread_self()
    let subscription = store.subscribe(to: \.received) { received in
      #expect(pthread_equal(pthread_self(), here) == 0)
      notified.append(received)
    }
    store.send(.start("x"))
    let sent = store.send(.note("a"))
    #expect(sent.waitUntilReduced())
    #expect(notified.elements == [])
    #expect(busy.bench.gates.log == [])
    busy.end()
    #expect(busy.bench.gates.log == ["x begins"])
    #expect(notified.elements.last == ["a", "x 1"])
    subscription.cancel()
    busy.bench.open("x")
  }

  @Test func `A task that waits for a send is resumed, even if another thread has reduced the action`() async {
    let busy = Busy()
    let store = busy.bench.store
    let sent = store.send(.many(["a", "b"]))
    #expect(sent.waitUntilReduced())
    async let finished: Void = sent.finish()
    busy.end()
    await finished
    #expect(store.state.received == ["a", "b"])
  }

  @Test func `A trace receives each step in order, with its own requests and state`() {
    let steps = Log<String>()
    let busy = Busy { event, state in
      guard case .step(let step) = event else { return }
      steps.append("\(step.sequence): \(step.requests.count) \(state.received)")
    }
    let store = busy.bench.store
    store.send(.start("x"))
    store.send(.note("a"))
    #expect(store.send(.start("y", .replace)).waitUntilReduced())
    #expect(steps.elements == ["1: 0 []", "2: 1 []", "3: 0 [\"a\"]", "4: 2 [\"a\"]"])
    busy.end()
    #expect(steps.elements.count >= 6)
    busy.bench.open("x")
    busy.bench.open("y")
  }

  @Test func `Inside a subscriber, an effect or a reader of the store, the wait reduces nothing and returns early`() {
    let bench = Bench()
    let store = bench.store
    store.source.store.prepareToWait()
    let reduced = Log<Bool>()
    store.subscribe(to: \.count) { count in
      if count == 1 { reduced.append(store.send(.note("a")).waitUntilReduced()) }
    }
    store.send(.add(1))
    store.withState { _ in reduced.append(store.send(.note("b")).waitUntilReduced()) }
    #expect(reduced.elements == [false, false])
    #expect(store.state.received == ["a", "b"])
  }

  @Test func `Inside the trace, a thread that reduces in the drainer's place reduces nothing more and does not wait`() {
    let store = Slot<Store<Probe>>()
    let reduced = Log<Bool>()
    let busy = Busy { event, _ in
      guard case .step(let step) = event, case .send(.note("a")) = step.input else { return }
      reduced.append(store.value?.send(.note("b")).waitUntilReduced() ?? true)
    }
    store.value = busy.bench.store
    #expect(busy.bench.store.send(.note("a")).waitUntilReduced())
    #expect(reduced.elements == [false])
    busy.end()
    #expect(busy.bench.store.state.received == ["a", "b"])
    store.value = nil
  }

  @Test func `A subscriber sees one consistent state while other threads reduce, and the next one after it`() {
    let notified = Log<Int>()
    let busy = Busy(also: { store in
      store.subscribe {
        $0.count * 10 + $0.received.count
      } receive: {
        notified.append($0)
      }
    })
    let store = busy.bench.store
    #expect(store.send(.note("a")).waitUntilReduced())
    #expect(store.send(.note("b")).waitUntilReduced())
    busy.end()
    #expect(notified.elements == [0, 10, 12])
  }

  @Test func `While another thread reads, waiting for an action waits for the reader`() {
    let busy = Busy()
    let store = busy.bench.store
    let hasBegun = DispatchSemaphore(value: 0)
    let hasEnded = Atomic<Bool>(false)
    Thread.detachNewThread {
      store.withState { _ in
        hasBegun.signal()
        for _ in 0..<100 { sched_yield() }
        hasEnded.store(true, ordering: .relaxed)
      }
    }
    hasBegun.wait()
    #expect(store.send(.note("a")).waitUntilReduced())
    let isOver = hasEnded.load(ordering: .relaxed)
    #expect(isOver)
    busy.end()
  }

  @Test func `A store that was not prepared reduces nothing, and the wait returns immediately`() {
    let bench = Bench()
    let hasBegun = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    let hasEnded = DispatchSemaphore(value: 0)
    bench.store.subscribe(to: \.count) { count in
      guard count == 1 else { return }
      hasBegun.signal()
      mayEnd.wait()
    }
    Thread.detachNewThread { [bench] in
      bench.store.send(.add(1))
      hasEnded.signal()
    }
    hasBegun.wait()
    bench.store.source.store.prepareToWait()  // is processed after the subscriber
    #expect(!bench.store.send(.note("a")).waitUntilReduced())
    mayEnd.signal()
    hasEnded.wait()
    #expect(bench.store.state.received == ["a"])
  }

  @Test func `A stopped or refused action has nothing to wait for`() {
    let bench = Bench(queueLimit: 0)
    bench.store.withState { _ in #expect(bench.store.send(.add(1)).waitUntilReduced()) }
    bench.store.stop()
    #expect(bench.store.send(.add(1)).waitUntilReduced())
  }

  @Test func `If the store is stopped while another thread is busy, a waiting action is processed and discarded`() {
    let busy = Busy()
    let sent = busy.bench.store.send(.note("a"))
    busy.bench.store.stop()
    #expect(sent.waitUntilReduced())
    #expect(busy.bench.store.state.received == [])
    busy.end()
  }

  @Test(arguments: [false, true]) func `Threads that wait for their sends read them, in the common order`(
    isTraced: Bool
  ) async {
    let trace: Trace<Probe> = { _, _ in }
    let store = Store(Probe.State(), Probe(), ProbeHandler(gates: Gates()), trace: isTraced ? trace : nil)
    store.source.store.prepareToWait()
    let notified = Atomic<Int>(0)
    store.subscribe(to: \.count) { count in
      let before = notified.exchange(count, ordering: .relaxed)
      #expect(before <= count)
    }
    await withTaskGroup { group in
      for thread in 0..<4 {
        group.addTask {
          for number in 0..<500 {
            switch thread {
            case 0: store.send(.chain(3))
            case 1: store.send(.many(["x"]))
            default:
              let sent = store.send(.write(thread * 1_000 + number))
              if sent.waitUntilReduced() {
                store.withState { #expect($0.list.last { $0 / 1_000 == thread } == thread * 1_000 + number) }
              }
            }
          }
        }
      }
    }
    // The store's own task may still be reducing.
    await poll(for: "2,000 links of 500 chains") { store.state.count == 2_000 }
    await poll(for: "500 answers") { store.state.received.count == 500 }
    #expect(store.state.list.count == 1_000)
    await store.shutdown()
  }
}
