import Foundation

/// Measures a row once for each line of standard input, so that an external tool can alternate it with other programs.
/// Prints the nanoseconds of one operation.
package func measureRounds(of row: Row) async {
  let body = await Repeated(await row.prepare(), .milliseconds(50), row.watch)
  while readLine() != nil {
    print(await body.nanoseconds() / Double(row.operations))
    fflush(nil)
  }
  await body.trial.end()
}
