import ColmeiaStorage
import Foundation

/// Writes one item again and again until it is killed: `StorageCrashHelper FOLDER WRITER`. Says each number when it is
/// written, so that whoever kills it knows what must be there.
@main struct Main {
  static func main() async {
    let store = FileTokenStore(folder: CommandLine.arguments[1])
    let item = TokenItem(service: "crash", account: "item")
    let writer = CommandLine.arguments[2]
    for number in 1... {
      let filler = String(repeating: "x", count: number % 7 * 1_500)
      do throws(TokenStoreError) {
        try await store.write(Token("\(writer) \(number) \(filler)"), as: item)
      } catch {
        print("failed \(error)")
        return
      }
      // Not `print`, which keeps back what goes to a pipe until it has a thousand numbers.
      FileHandle.standardOutput.write(Data("\(number)\n".utf8))
    }
  }
}
