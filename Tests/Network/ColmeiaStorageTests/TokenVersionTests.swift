import Foundation
import TestSupport
import Testing

@testable import ColmeiaStorage

@Suite(.blocking, .timeLimit(.minutes(10))) struct TokenVersionTests {
  static let item = TokenItem(service: "api.example.org", account: "ann@example.org")

  @Test func `A file of a later version throws an error and is kept until a new token replaces it`() throws {
    let folder = Folder()
    defer { folder.remove() }
    let store = FileTokenStore(folder: folder.path)
    let name = ItemName.of(Self.item)
    let path = "\(folder.path)/\(name)"
    let bytes = Array("colmeia token 2\nwhatever that is".utf8)
    try AtomicFile(folder: folder.path, name: name).writeNow(bytes)
    for _ in 0..<2 {
      let error = #expect(throws: TokenStoreError.otherVersion(2, path: path)) { try store.readNow(Self.item) }
      #expect(
        error?.description == """
          '\(path)' was written by a later version of this app, in format 2. Update the app, or sign in again, which replaces \
          the file.
          """)
      #expect(FileManager.default.contents(atPath: path) == Data(bytes))
    }
    try store.writeNow(Token("new"), Self.item)
    #expect(try store.readNow(Self.item) == Token("new"))
  }

  @Test(arguments: [
    "colmeia token 0\n", "colmeia token 1\n", "colmeia token 2", "colmeia token 12345\n", "colmeia token \n",
  ])
  func `A file without a valid version is damaged`(text: String) {
    #expect(TokenFrame.content(of: Array(text.utf8), Self.item) == nil)
  }
}
