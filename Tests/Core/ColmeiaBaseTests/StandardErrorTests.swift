import ColmeiaBase
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

  @Test func `Control characters are escaped`() throws {
    let pipe = Pipe()
    printToStandardError("a\u{1B}[2J\tb\u{9B}\u{202E}é", descriptor: pipe.fileHandleForWriting.fileDescriptor)
    try pipe.fileHandleForWriting.close()
    let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(text == "a\\u001b[2J\tb\\u009b\\u202eé\n")
  }
}
