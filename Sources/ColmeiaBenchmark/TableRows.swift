import Colmeia
import ColmeiaMeasuring
import ColmeiaTable

/// A reference to a value that the optimizer can't see through.
final class Holder<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}

func tables() -> [Row] {
  return [
    Row("f", "changing one of 1,000 rows by id") {
      let store = Store(Kennel.State(dogs: table(1_000)), Kennel(), KennelHandler())
      return { n in for i in 0..<n { store.send(.dog(i % 1_000, .like)) } }
    },
    Row("d2", "changing one of 100,000 rows while the old value is kept") {
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
        keep(previous.value)
      }
    },
    Row("g7", "insert(at: 0) into a table of 100,000 rows") {
      let start = table(100_000)
      return { n in
        var table = start
        for i in 0..<n { table.insert(Dog.State(id: -1 - i), at: 0) }
        keep(table)
      }
    },
  ]
}
