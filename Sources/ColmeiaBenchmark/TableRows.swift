import Colmeia
import ColmeiaTable

/// A row of a table: a few fields, as a dog in a list has.
struct Dog: Reducer {
  struct State: Identifiable, Equatable, Sendable {
    let id: Int
    var name = "Nina"
    var likes = 0
    var tags = [1, 2, 3]
  }
  enum Action: Sendable { case like }
  typealias Effect = Never
  func reduce(into state: inout State, action: Action) -> Effects<Never> {
    state.likes &+= 1
    return .none
  }
}

struct Kennel: Reducer {
  struct State: Equatable, Sendable { var dogs: EntityTable<Dog.State> }
  enum Action: Sendable { case dog(Int, Dog.Action) }
  typealias Effect = Never
  let dog = Dog()
  func reduce(into state: inout State, action: Action) -> Effects<Never> {
    switch action {
    case .dog(let id, let action): state.dogs.reduce(id, dog, action)  // asks for nothing: nothing to lift
    }
  }
}

@Sendable func table(_ count: Int) -> EntityTable<Dog.State> {
  EntityTable((0..<count).lazy.map { Dog.State(id: $0) })
}

/// Somebody who holds a value, out of the optimizer's sight.
final class Holder<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}

func tables() -> [Row] {
  return [
    Row("f", "one of 1,000 rows by id", target: 35) {
      let store = Store(Kennel.State(dogs: table(1_000)), Kennel())
      return { n in for i in 0..<n { store.send(.dog(i % 1_000, .like)) } }
    },
    Row("d2", "one of 100,000 rows while the previous value is held", target: 1_500) {
      let start = table(100_000)
      return { n in
        var table = start
        var previous = table
        for i in 0..<n {
          table.update(i &* 7_919 % 100_000) { $0.likes &+= 1 }
          previous = table
        }
        keep(previous)
      }
    },
    Row("d2a", "the same with an array, which is copied") {
      let start = Array(table(100_000))
      return { n in
        var dogs = start
        let previous = Holder(dogs)
        for i in 0..<n {
          dogs[i &* 7_919 % 100_000].likes &+= 1
          previous.value = dogs
        }
        keep(previous)
      }
    },
  ]
}
