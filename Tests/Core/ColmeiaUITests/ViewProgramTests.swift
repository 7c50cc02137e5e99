import ColmeiaTable
import Observation
import TestSupport
import Testing

@testable import ColmeiaUI

/// Random programs: actions, views that read parts of the state, and view stores that are retained and released.
@MainActor @Suite struct ViewProgramTests {
  typealias View = ViewStore<Form.State, Form.Action>

  /// Something that a view reads, and the same in the state. An observer is notified when it changes.
  struct Reading {
    let read: @MainActor (View) -> [String]
    let expected: (Form.State) -> [String]

    init(_ read: @escaping @MainActor (View) -> [String], _ expected: @escaping (Form.State) -> [String]) {
      self.read = read
      self.expected = expected
    }
  }

  static let readings = [
    Reading({ [$0.text] }, { [$0.text] }),
    Reading({ ["\($0.other)"] }, { ["\($0.other)"] }),
    Reading({ ["\($0.copied.number)"] }, { ["\($0.measured.number)"] }),
    Reading({ ["\($0.measured.number)", $0.text] }, { ["\($0.measured.number)", $0.text] }),
    Reading({ ["\($0.scope(\.inner, Form.Action.inner).count)"] }, { ["\($0.inner.count)"] }),
    Reading({ ["\($0.scope(\.egg, Form.Action.inEgg)?.count as Int?)"] }, { ["\($0.egg?.count as Int?)"] }),
    Reading({ ["\($0.isPresented(\.egg, dismiss: .other(0)).wrappedValue)"] }, { ["\($0.egg != nil)"] }),
    Reading { view in
      let destination = view.scope(\.destination, Form.Action.inDestination)
      let edit = destination?.scope(\.edit, Form.DestinationAction.edit)
      return ["\(destination != nil)", "\(edit?.id as ViewStoreID?)", edit?.name ?? "-"]
    } _: { state in
      let edit = state.destination?.edit
      return ["\(state.destination != nil)", "\((edit?.id).map(ViewStoreID.init) as ViewStoreID?)", edit?.name ?? "-"]
    },
    Reading({ $0.rows(\.dogs, Form.Action.dog).map { "\($0.id)" } }, { $0.dogs.map { "\($0.id)" } }),
    Reading { view in
      view.rows(\.dogs, Form.Action.dog).map { "\($0.id)" } + [view.row(\.dogs, 2, Form.Action.dog)?.name ?? "-"]
    } _: { state in
      state.dogs.map { "\($0.id)" } + [state.dogs[id: 2]?.name ?? "-"]
    },
    Reading(
      { view in view.rows(\.dogs, Form.Action.dog).map { "\($0.id)" + $0.view.name } },
      { $0.dogs.map { "\($0.id)" + $0.name } }),
  ]

  static func action(_ random: inout SplitMix) -> Form.Action {
    let (id, number) = (Int.random(in: 0..<5, using: &random), Int.random(in: 0..<3, using: &random))
    switch Int.random(in: 0..<14, using: &random) {
    case 0: return .typed("\(number)")
    case 1: return .append("\(number)")
    case 2: return .other(number)
    case 3: return .measure(number)
    case 4: return .inner(number)
    case 5: return .egg(number == 0 ? nil : Form.Inner(count: number))
    case 6: return .inEgg(number)
    case 7: return .destination([nil, .alert("!"), .edit(Form.Dog(id: id, name: "Nina"))][number])
    case 8: return .inDestination(.edit(.named("\(number)")))
    case 9: return .dog(id, .named("\(number)"))
    case 10: return .add(Form.Dog(id: id, name: "Thor"))
    case 11: return .remove(id)
    case 12: return .left([0, 1, 2, 3, 4].filter { $0 != id })
    default: return .answerAtOnce("\(number)")
    }
  }

  @Test(arguments: 0..<8) func `Observers are notified exactly when something that they read has changed`(part: Int) {
    for seed in 0..<150 {
      var random = SplitMix(state: UInt64(part * 1_000 + seed))
      let store = makeStore(Form.State(dogs: [Form.Dog(id: 0), Form.Dog(id: 1), Form.Dog(id: 2)]))
      let view = ViewStore(store)
      var observers: [(reading: Reading, reader: Reader, last: [String])] = []
      var retained: [AnyObject] = []
      for step in 0..<40 {
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
          let reading = Self.readings[Int.random(in: 0..<Self.readings.count, using: &random)]
          observers.append((reading, Reader { _ = reading.read(view) }, reading.read(view)))
        case 1:
          retained += view.rows(\.dogs, Form.Action.dog).map(\.view)
          retained.append(view.scope(\.inner, Form.Action.inner))
          if let egg = view.scope(\.egg, Form.Action.inEgg) { retained.append(egg) }
        case 2: retained.removeAll { _ in Bool.random(using: &random) }
        default:
          let action = Self.action(&random)
          view.send(action)
          let state = store.state
          for (index, observer) in observers.enumerated().reversed() {
            let now = observer.reading.expected(state)
            #expect(observer.reading.read(view) == now, "seed \(seed), step \(step): \(action)")
            #expect(
              observer.reader.notifications == (now == observer.last ? 0 : 1), "seed \(seed), step \(step): \(action)")
            if now != observer.last { observers.remove(at: index) }
          }
        }
      }
    }
  }
}
