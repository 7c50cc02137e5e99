import ColmeiaStorage
import Foundation

/// Writes an item repeatedly until it is killed: `StorageCrashHelper FOLDER WRITER`. It prints each number after
/// writing it, so that the test that kills it knows which item must be present.
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
      // Not `print`, which buffers the output to a pipe until it has a thousand numbers.
      FileHandle.standardOutput.write(Data("\(number)\n".utf8))
    }
  }
}
