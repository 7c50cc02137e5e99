import ColmeiaTesting
import TestSupport
import Testing

@testable import Colmeia

/// What tools need of a store: to hold it, to replace its state, to see what runs and where an action comes from.
@Suite struct StoreToolTests {
  @Test func `A held store reduces, and performs what it was asked for when it is resumed`() {
    let bench = Bench()
    bench.store.hold(true)
    bench.store.send(.start("a"))
    bench.store.send(.many(["b"]))
    bench.store.send(.add(1))
    #expect(bench.store.state.count == 1 && bench.store.state.received == [] && bench.gates.log == [])
    bench.store.hold(false)
    #expect(bench.gates.log == ["a begins"] && bench.store.state.received == ["a 1", "b"])
  }

  @Test func `The state of a held or stopped store can be replaced, and subscribers of a held one are told`() {
    let (bench, seen) = (Bench(), Log<Int>())
    bench.store.subscribe(to: \.count) { seen.append($0) }
    bench.store.hold(true)
    bench.store.replaceState(Probe.State(count: 7))
    bench.store.hold(false)
    bench.store.send(.add(1))
    #expect(seen.elements == [0, 7, 8])
    bench.store.stop()
    bench.store.replaceState(Probe.State(count: 1))
    #expect(bench.store.state.count == 1 && seen.elements == [0, 7, 8])
  }

  @Test func `What waits or runs under an id can be observed like a value`() {
    let (bench, seen) = (Bench(), Log<Bool>())
    let subscription = bench.store.subscribe(toRunning: "work") { seen.append($0) }
    #expect(seen.elements == [false])
    bench.store.send(.start("a"))
    bench.store.send(.start("b"))
    #expect(seen.elements == [false, true])
    bench.open("a")
    #expect(seen.elements == [false, true])
    bench.open("b")
    #expect(seen.elements == [false, true, false])
    bench.store.send(.later("c", .after(.seconds(1))))
    bench.store.send(.cancel)
    #expect(seen.elements == [false, true, false, true, false])
    subscription.cancel()
    bench.store.send(.start("d"))
    #expect(seen.elements.count == 5)
  }

  @Test func `A traced step names where its action was sent, also if it waited, or the effect that has sent it`() {
    let causes = Log<String>()
    let bench = Bench { event, _ in
      guard case .step(let step) = event else { return }
      switch step.input {
      case .resolve(let id, _), .answer(let id, _): causes.append("\(id) \(step.site == nil)")
      default: causes.append(step.site?.description ?? "nowhere")
      }
    }
    let line = #line
    bench.store.send(.add(1))
    bench.store.withState { _ in _ = bench.store.send(.add(1)) }
    bench.executor.run()
    bench.store.scope(\.count) { (number: Int) in Probe.Action.add(number) }.send(1)
    bench.store.send(.many(["a"]))
    #expect(
      causes.elements == [
        "\(#fileID):\(line + 1)", "\(#fileID):\(line + 2)", "\(#fileID):\(line + 4)", "\(#fileID):\(line + 5)",
        "#1 true",
      ])
  }
}
