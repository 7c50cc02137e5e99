/// The parsed command line.
struct Arguments: Equatable {
  var isJSON = false
  var isCheck = false
  var isHelp = false
  /// The names of the rows to measure; empty for all rows.
  var names: [String] = []

  enum Failure: Error, Equatable {
    case unknownOption(String)
    case noRows
    /// The rows that don't exist, and the names of those that do.
    case unknownRows([String], known: [String])
  }

  init(_ arguments: [String], rows: [Row]) throws(Failure) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": isJSON = true
      case "--check": isCheck = true
      case "--help", "-h": isHelp = true
      case "--rows":
        names += rest.popFirst()?.split(separator: ",").map(String.init) ?? []
        if names.isEmpty { throw .noRows }
      default: throw .unknownOption(argument)
      }
    }
    let unknown = names.filter { name in !rows.contains { $0.isPicked(by: name) } }
    if !unknown.isEmpty { throw .unknownRows(unknown, known: rows.map(\.name)) }
  }

  func picks(_ row: Row) -> Bool { names.isEmpty || names.contains(where: row.isPicked) }

  static func help(_ name: String) -> String {
    """
    \(name) [--rows NAME,...] [--json] [--check]

    Measures the cost of operations. Each row alternates with an uncontended mutex,
    and with what it is compared with: the same by hand, or without what it is about.

      --rows a,b     measure only these rows; a also selects a.x and a.y
      --json         print one JSON object per line
      --check        exit with 1 if a row exceeds its limit in three runs

    Columns: the median; its multiples of the mutex and of what it is compared with;
    the goal, and whether it is met; allocations, if they can be counted.
    """
  }
}

extension Arguments.Failure: CustomStringConvertible {
  var description: String {
    switch self {
    case .unknownOption(let option): "unknown option \(option); see --help"
    case .noRows: "--rows requires names, for example --rows a,b"
    case .unknownRows(let names, let known):
      "unknown row \(names.joined(separator: ", ")). The rows are:\n"
        + wrap(known.joined(separator: " "), 78).map { "  " + $0 }.joined(separator: "\n")
    }
  }
}
