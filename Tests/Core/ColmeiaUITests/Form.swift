import ColmeiaBase
import ColmeiaTable
import Foundation
import Observation
import Synchronization
import TestSupport
import Testing

/// A feature with everything that a view store can show.
struct Form: Reducer {
  struct Dog: Equatable, Identifiable, Sendable {
    var id: Int
    var name = ""
    var mark = Measured()
    var copied: Measured { mark }
  }
  enum DogAction: Sendable { case named(String) }

  enum Destination: Equatable, Sendable {
    case edit(Dog)
    case alert(String)
    var edit: Dog? { if case .edit(let dog) = self { dog } else { nil } }
    var alert: String? { if case .alert(let text) = self { text } else { nil } }
  }
  enum DestinationAction: Sendable { case edit(DogAction), alertRead }

  struct State: Equatable, Sendable {
    var text = ""
    var other = 0
    var measured = Measured()
    var inner = Inner()
    var egg: Inner?
    var destination: Destination?
    var dogs = EntityTable<Dog>()
    var copied: Measured { measured }
  }
  struct Inner: Equatable, Sendable {
    var count = 0
    var measured = Measured()
    var copied: Measured { measured }
  }

  enum Action: Sendable {
    case typed(String), append(String), other(Int), measure(Int), inner(Int), egg(Inner?), inEgg(Int)
    case destination(Destination?), inDestination(DestinationAction)
    case dog(Int, DogAction), add(Dog), replace(Dog), remove(Int), left([Int]), answerLater(Int), answerAtOnce(String)
  }
  enum Effect: Equatable, Sendable { case later(Int), atOnce(String) }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .typed(let text): state.text = text
    case .append(let text): state.text += text
    case .other(let number): state.other = number
    case .measure(let number): state.measured.number = number
    case .inner(let number): state.inner.count = number
    case .egg(let egg): state.egg = egg
    case .inEgg(let number): state.egg?.count = number
    case .destination(let destination): state.destination = destination
    case .inDestination(.edit(.named(let name))):
      if case .edit(var dog) = state.destination {
        dog.name = name
        state.destination = .edit(dog)
      }
    case .inDestination(.alertRead): state.destination = nil
    case .dog(let id, .named(let name)): state.dogs.update(id) { $0.name = name }
    case .add(let dog): state.dogs.upsert(dog)
    case .replace(let dog):
      state.dogs.remove(id: dog.id)
      state.dogs.upsert(dog)
    case .remove(let id): state.dogs.remove(id: id)
    case .left(let ids): state.dogs.removeAll { !ids.contains($0.id) }
    case .answerLater(let number): return .run(.later(number))
    case .answerAtOnce(let text): return .run(.atOnce(text))
    }
    return .none
  }
}

/// Counts its comparisons.
struct Measured: Equatable, Sendable {
  static let comparisons = Atomic<Int>(0)
  var number = 0
  static func == (left: Self, right: Self) -> Bool {
    comparisons.wrappingAdd(1, ordering: .relaxed)
    return left.number == right.number
  }
}

struct FormHandler: EffectHandler {
  func work(for effect: Form.Effect) -> Work<Form.Action> {
    switch effect {
    case .atOnce(let text): .action(.append(text))
    case .later(let number):
      .async { send in
        await Task.yield()
        send(.other(number))
      }
    }
  }
}

@MainActor func makeStore(_ state: Form.State = Form.State()) -> Store<Form> { Store(state, Form(), FormHandler()) }

/// Waits until a condition on a view store is true. The view store notifies of its changes.
@MainActor func eventually(
  _ what: String, at location: SourceLocation = #_sourceLocation, _ isTrue: @escaping @MainActor () -> Bool
) async {
  let bell = Bell()
  let isDone: @MainActor @Sendable () -> Bool = { withObservationTracking(isTrue) { bell.ring() } }
  await wait(bell, what, location, isDone)
}

private nonisolated func wait(
  _ bell: Bell, _ what: String, _ location: SourceLocation, _ isDone: @escaping @MainActor @Sendable () -> Bool
) async {
  await bell.wait(for: what, at: location) { await isDone() }
}

/// Counts notifications. Like a user interface, it reads again after each one.
@MainActor final class Reader {
  private(set) var notifications = 0
  private let read: () -> Void

  init(_ read: @escaping () -> Void) {
    self.read = read
    track()
  }

  /// Reads again, in a new observation, if it was notified.
  func observe() {
    if isNotified { track() }
  }

  private var isNotified = false

  private func track() {
    isNotified = false
    withObservationTracking(read) {
      MainActor.assumeIsolated {
        self.notifications += 1
        self.isNotified = true
      }
    }
  }
}

/// A thread that is blocked in a subscriber of a store until `end()` is called.
final class BusyThread: Sendable {
  private let hasBegun = DispatchSemaphore(value: 0)
  private let mayEnd = DispatchSemaphore(value: 0)
  private let hasEnded = DispatchSemaphore(value: 0)

  /// Sends `change`, and returns when the thread is in the subscriber of the resulting change of `path`.
  init<Value: Equatable & Sendable>(
    in store: Store<Form>, _ path: KeyPath<Form.State, Value> & Sendable, change: Form.Action
  ) {
    let isFirst = Atomic<Bool>(true)
    let main = pthread_self()
    store.subscribe(to: path) { [hasBegun, mayEnd] _ in
      if pthread_equal(main, pthread_self()) != 0 || !isFirst.exchange(false, ordering: .relaxed) { return }
      hasBegun.signal()
      mayEnd.wait()
    }
    Thread.detachNewThread { [hasEnded] in
      store.send(change)
      hasEnded.signal()
    }
    hasBegun.wait()
  }

  /// Resumes the thread, and waits until it has left the store.
  func end() {
    mayEnd.signal()
    hasEnded.wait()
  }
}
