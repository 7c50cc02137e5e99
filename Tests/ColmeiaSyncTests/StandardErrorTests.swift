import ColmeiaSync
import Foundation
import Testing

@Suite struct StandardErrorTests {
  @Test func `A line is written as a whole`() throws {
    let pipe = Pipe()
    let text = String(repeating: "é", count: 1_000)
    printToStandardError(text, descriptor: pipe.fileHandleForWriting.fileDescriptor)
    try pipe.fileHandleForWriting.close()
    #expect(try pipe.fileHandleForReading.readToEnd() == Data((text + "\n").utf8))
  }
}
