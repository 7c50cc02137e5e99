import Colmeia
import Synchronization

/// Rows for an action without effects. Each row sends its actions where the types are known, because a generic helper
/// would be measured as well.
func actions() -> [Row] {
  @Sendable func app(hasSheets: Bool = false, wasOpen: Bool = false) -> Row.Body {
    let store = App.store(hasSheets: hasSheets, wasOpen: wasOpen)
    return { n in for _ in 0..<n { store.send(.increment) } }
  }
  @Sendable func child(hasSheets: Bool = false, wasOpen: Bool = false) -> Row.Body {
    let store = App.store(hasSheets: hasSheets, wasOpen: wasOpen)
    return { n in for _ in 0..<n { store.send(.events(.increment)) } }
  }
  @Sendable func typing(wasOpen: Bool) -> Row.Body {
    let store = App.store(wasOpen: wasOpen)
    let texts = [longText(6), longText(7)]
    return { n in
      for index in 0..<n {
        store.send(.events(.typed(texts[index & 1])))
        store.send(.news(.typed(texts[index & 1])))
      }
    }
  }
  return [
    Row("one", "one action, no subscriber", .mutex(2)) {
      let store = Store(Page.State(), Page(), PageHandler())
      return { n in for _ in 0..<n { store.send(.increment) } }
    },
    Row("nine.own", "nine features, three of them absent: an action of the app itself", .mutex(2, limit: 2.2)) {
      app()
    },
    Row("nine.child", "the same, an action of a child", .mutex(3)) { child() },
    Row("closed.own", "with ten sheets that were never open; beside nine.own", .beside(1.1)) {
      app(hasSheets: true)
    } beside: {
      app()
    },
    Row("closed.child", "the same, an action of a child; beside nine.child", .beside(1.1)) {
      child(hasSheets: true)
    } beside: {
      child()
    },
    Row("opened.own", "with ten sheets that were open once; beside nine.own", .beside(1.1)) {
      app(hasSheets: true, wasOpen: true)
    } beside: {
      app()
    },
    Row("opened.child", "the same, an action of a child; beside nine.child", .beside(1.1)) {
      child(hasSheets: true, wasOpen: true)
    } beside: {
      child()
    },
    // Missed. Of the 5.2 mutexes, the mutex is one, the second look at the inbox half of one, and retaining and releasing
    // the text in the reducer and in the client, which the same by hand does too, two.
    Row("typed", "a text typed in two of nine features in turn, each", .mutex(3.6, limit: 9), per: 2) {
      typing(wasOpen: false)
    },
    Row("typed.opened", "the same after all were open once", .mutex(3.6, limit: 9), per: 2) { typing(wasOpen: true) },
    Row("array", "changing one of 100,000 strings of an array; beside an array and a mutex", .beside(3)) {
      let store = Store(Page.State(items: hundredThousand), Page(), PageHandler())
      let names = [longText(1), longText(2)]
      return { n in for index in 0..<n { store.send(.rename(index % 100_000, names[index & 1])) } }
    } beside: {
      let page = Shared(Page.State(items: hundredThousand))
      let names = [longText(1), longText(2)]
      return { n in for index in 0..<n { page.value.withLock { $0.items[index % 100_000] = names[index & 1] } } }
    },
    Row(
      "threads", "two threads that send at once, per thread; beside two threads and a mutex", .beside(2, limit: 9),
      changesThreads: true
    ) {
      let store = Store(Page.State(), Page(), PageHandler())
      return { n in await onTwoThreads(n) { store.send(.increment) } }
    } beside: {
      let page = Shared(Page.State())
      return { n in await onTwoThreads(n) { page.value.withLock { $0.count &+= 1 } } }
    },
  ]
}

private var hundredThousand: [String] { Array(repeating: longText(1), count: 100_000) }

/// A value that is protected by a mutex.
final class Shared<Value: Sendable>: Sendable {
  let value: Mutex<Value>
  init(_ value: Value) { self.value = Mutex(value) }
}

/// Makes half of `n` calls on each of two threads.
private func onTwoThreads(_ n: Int, _ body: @escaping @Sendable () -> Void) async {
  await withTaskGroup(of: Void.self) { group in
    for _ in 0..<2 { group.addTask { for _ in 0..<n / 2 { body() } } }
  }
}
