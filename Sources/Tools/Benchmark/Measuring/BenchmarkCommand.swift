import Foundation

/// A command-line tool that measures rows.
struct BenchmarkCommand {
  let name: String
  let rows: [Row]

  /// - Parameters:
  ///   - name: The name of the command.
  ///   - rows: The rows that it can measure.
  init(_ name: String, _ rows: [Row]) {
    self.name = name
    self.rows = rows
  }

  /// Measures the rows named on the command line, and prints each result as soon as it is available.
  ///
  /// - Returns: The exit code: 1 if a row exceeded its limit in three runs, 2 for an invalid argument, otherwise 0.
  func run(_ arguments: [String]) async -> Int32 {
    let asked: Arguments
    do {
      asked = try Arguments(arguments, rows: rows)
    } catch {
      writeError("\(error)")
      return 2
    }
    if asked.isHelp {
      print(Arguments.help(name))
      return 0
    }
    var over: [Row] = []
    if !asked.isJSON { print(Report.head) }
    for row in rows where asked.picks(row) {
      if !(await show(row, asked).isWithinLimit) { over.append(row) }
    }
    return asked.isCheck ? await check(over, asked) ? 0 : 1 : 0
  }

  /// Measures the rows that exceeded their limits up to two more times. Returns whether each row was within its limit
  /// at least once.
  private func check(_ rows: [Row], _ arguments: Arguments) async -> Bool {
    var over = rows
    for run in 2...3 where !over.isEmpty {
      writeError("run \(run) of the rows that exceeded their limits: \(over.map(\.name).joined(separator: ", "))")
      for row in over where await show(row, arguments).isWithinLimit { over.removeAll { $0.name == row.name } }
    }
    for row in over { writeError("\(row.name) exceeded its limit in three runs") }
    return over.isEmpty
  }

  private func show(_ row: Row, _ arguments: Arguments) async -> Measurement {
    let result = await Meter().measure(row)
    print(arguments.isJSON ? Report.json(result) : Report.text(result))
    fflush(nil)
    return result
  }

  private func writeError(_ text: String) { FileHandle.standardError.write(Data("\(name): \(text)\n".utf8)) }
}
