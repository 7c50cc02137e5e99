import Foundation

/// Measures a row once for each line of standard input, so that an external tool can alternate it with other programs.
/// Prints the nanoseconds of one operation.
///
/// - Parameter row: A row whose repetitions have the same cost.
package func measureRounds(of row: Row) async {
  guard case .steady(let prepare) = row.work else { return }
  let body = await Repeated(await prepare(), .milliseconds(50), row.watch)
  while readLine() != nil {
    print(await body.nanoseconds() / Double(row.operations))
    fflush(nil)
  }
  await body.trial.end()
}
