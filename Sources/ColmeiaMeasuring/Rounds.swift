import Foundation

/// Measures a row once for each line of standard input, so that an external tool can alternate it with other programs.
/// Prints the nanoseconds of one operation.
///
/// - Parameter row: A row whose repetitions have the same cost.
/// - Returns: `false` if the row is of another kind, which can't be measured in this way.
package func measureRounds(of row: Row) async -> Bool {
  guard case .steady(let prepare) = row.work else { return false }
  let body = await Repeated(await prepare(), .milliseconds(50), row.watch)
  while readLine() != nil {
    print(await body.nanoseconds() / Double(row.operations))
    fflush(nil)
  }
  await body.trial.end()
  return true
}
