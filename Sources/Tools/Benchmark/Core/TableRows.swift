import ColmeiaTable

func tables() -> [Row] {
  [
    Row("row", "changing one of 1,000 rows by id; beside a dictionary, an array and a mutex") {
      let store = Dog.store(1_000)
      return { n in for index in 0..<n { store.send(.dog(index % 1_000, .like)) } }
    } beside: {
      let rows = Array(Dog.table(1_000))
      let positions = Dictionary(uniqueKeysWithValues: zip(rows.map(\.id), rows.indices))
      let dogs = Shared((rows: rows, positions: positions))
      return { n in
        for index in 0..<n {
          dogs.value.withLock { dogs in
            if let position = dogs.positions[index % 1_000] { dogs.rows[position].likes &+= 1 }
          }
        }
      }
    },
    Row("insert", "inserting at the front of 100,000 rows; beside an array") {
      let start = Dog.table(100_000)
      return { n in
        var table = start
        for index in 0..<n { table.insert(Dog.State(id: -1 - index), at: 0) }
        keep(table)
      }
    } beside: {
      let start = Array(Dog.table(100_000))
      return { n in
        var rows = start
        for index in 0..<n { rows.insert(Dog.State(id: -1 - index), at: 0) }
        keep(rows)
      }
    },
    Row("kept", "changing one of 100,000 rows while the old value is kept; beside an array") {
      let start = Dog.table(100_000)
      return { n in
        var table = start
        let previous = Holder(table)
        for index in 0..<n {
          table.update(index &* 7_919 % 100_000) { $0.likes &+= 1 }
          previous.value = table
        }
        keep(previous.value)
      }
    } beside: {
      let start = Array(Dog.table(100_000))
      return { n in
        var rows = start
        let previous = Holder(rows)
        for index in 0..<n {
          rows[index &* 7_919 % 100_000].likes &+= 1
          previous.value = rows
        }
        keep(previous.value)
      }
    },
  ]
}

/// A reference to a value that the optimizer can't see through.
private final class Holder<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}
