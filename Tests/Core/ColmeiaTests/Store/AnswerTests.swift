import ColmeiaTesting
import TestSupport
import Testing

@testable import Colmeia

/// Work that returns its last action: the action and the end of the effect are one step.
@Suite struct AnswerTests {
  /// Loads one page after the other.
  struct Pages: Reducer {
    struct State: Equatable, Sendable {
      var pages = 0
      var isLoading = false
      var log: [String] = []
    }
    enum Action: Equatable, Sendable { case more, loaded, progressed(Int), failed(String), cancel }
    enum Effect: Equatable, Sendable { case load }
    enum ID: String { case load }

    func reduce(into state: inout State, action: Action) -> Effects {
      state.log.append("\(action)")
      switch action {
      case .more:
        state.isLoading = true
        return .run(.load, id: ID.load, .keep)
      case .loaded:
        state.isLoading = false
        state.pages += 1
      case .failed: state.isLoading = false
      case .progressed: break
      case .cancel: return .cancel(ID.load)
      }
      return .none
    }
  }

  struct Loader: EffectHandler {
    let load: @Sendable () -> Work<Pages.Action>
    func work(for effect: Pages.Effect) -> Work<Pages.Action> { load() }
  }

  let executor = ManualExecutor()

  private func store(_ load: @escaping @Sendable () -> Work<Pages.Action>) -> Store<Pages> {
    Store(Pages.State(), Pages(), Loader(load: load), executor: executor)
  }

  private struct Failure: Error {}

  @Test func `Whoever sees the answer can start the effect again with keep`() {
    let store = store {
      .answer {
        await Task.yield()
        return .loaded
      }
    }
    store.subscribe(to: \.pages) { if $0 < 5 { store.send(.more) } }
    store.send(.more)
    executor.run()
    #expect(store.state.pages == 5)
    #expect(!store.state.isLoading)
    #expect(store.engine.core.withLock { $0.tasks.isEmpty })
  }

  @Test func `Work that sends actions may throw, and its error becomes the last action`() {
    let store = store {
      .answer { send in
        send(.progressed(50))
        throw Failure()
      } catch: {
        .failed("\($0)")
      }
    }
    store.send(.more)
    executor.run()
    #expect(store.state.log == ["more", "progressed(50)", #"failed("Failure()")"#] && !store.state.isLoading)
  }

  @Test func `The task of an effect that has stopped after its cancellation is released`() {
    let store = store {
      .answer {
        while !Task.isCancelled { await Task.yield() }
        return nil
      }
    }
    store.send(.more)
    store.send(.cancel)
    executor.run()
    #expect(store.engine.core.withLock { $0.tasks.isEmpty })
  }

  @Test func `A trace contains one end of work that has sent its last action itself`() {
    let steps = Log<String>()
    let store = Store(
      Pages.State(), Pages(), Loader { .answer { send in .loaded } }, executor: executor,
      trace: { event, _ in
        guard case .step(let step) = event else { return }
        switch step.input {
        case .answer: steps.append("answer")
        case .finish: steps.append("finish")
        default: break
        }
      })
    store.send(.more)
    executor.run()
    #expect(steps.elements == ["answer"])
  }

  @Test func `An effect that sends its last action still occupies its id until its work has returned`() {
    let store = store {
      .async { send in
        await Task.yield()
        send(.loaded)
      }
    }
    store.subscribe(to: \.pages) { if $0 < 5 { store.send(.more) } }
    store.send(.more)
    executor.run()
    #expect(store.state.pages == 1)
    #expect(store.state.isLoading)
  }

  @Test func `Work can send actions before its last one`() async {
    let store = store {
      .answer { send in
        send(.progressed(1))
        await Task.yield()
        send(.progressed(2))
        return .loaded
      }
    }
    let sent = store.send(.more)
    executor.run()
    await sent.finish()
    #expect(store.state.log == ["more", "progressed(1)", "progressed(2)", "loaded"])
    store.send(.more)
    executor.run()
    #expect(store.state.pages == 2)
  }

  @Test func `Without a last action, the effect just ends`() async {
    let store = store { .answer { nil } }
    await store.send(.more).finish()
    await store.send(.more).finish()
    #expect(store.state.log == ["more", "more"])
    #expect(store.inspect { $0.pending } == 0)
  }

  @Test func `An error becomes the last action, and a cancellation none`() {
    let failing = store {
      .answer {
        throw Failure()
      } catch: {
        .failed("\(type(of: $0))")
      }
    }
    failing.send(.more)
    executor.run()
    #expect(failing.state.log == ["more", "failed(\"Failure\")"])
    let cancelled = store {
      .answer {
        throw CancellationError()
      } catch: {
        .failed("\($0)")
      }
    }
    cancelled.send(.more)
    executor.run()
    #expect(cancelled.state.log == ["more"])
    #expect(cancelled.inspect { $0.pending } == 0)
  }

  @Test func `The answer of a cancelled effect is discarded`() {
    let store = store {
      .answer {
        await Task.yield()
        return .loaded
      }
    }
    store.send(.more)
    store.send(.cancel)
    store.send(.more)
    executor.run()
    #expect(store.state.log == ["more", "cancel", "more", "loaded"])
    #expect(store.inspect { $0.pending } == 0)
  }

  @Test func `A child's work is embedded in that of its parent`() async {
    let work = Work<Int>.answer { send in
      send(1)
      return 2
    }
    let sent = Log<String>()
    await work.map { "child \($0)" }.run(Send { sent.append($0) })
    await Work<Int>.answer { 3 }.map { "child \($0)" }.run(Send { sent.append($0) })
    #expect(sent.elements == ["child 1", "child 2", "child 3"])
  }
}
