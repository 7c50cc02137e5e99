import TestSupport
import Testing

@testable import Terminal

@Suite struct EditorTests {
  @Test(arguments: [
    ("", 5, [""]), ("ab", 5, ["ab"]), ("ab cd ef", 5, ["ab ", "cd ef"]), ("abcdefgh", 3, ["abc", "def", "gh"]),
    ("a\nb", 5, ["a", "b"]), ("a\n\n", 5, ["a", "", ""]), ("蜂蜜蜂", 4, ["蜂蜜", "蜂"]), ("a蜂", 1, ["a", "蜂"]),
  ])
  func `A paragraph is wrapped`(text: String, columns: Int, lines: [String]) {
    #expect(Editor.lines(Array(text), columns).map { String(Array(text)[$0]) } == lines)
  }

  @Test(
    arguments: [
      ([.up], "one two three|", 0, 5), ([.up, .up], "one two three|", 0, 5), ([.first], "a\nbc|", 1, 0),
      ([.up, .last], "a bc\nd|", 0, 4), ([.enter], "a|b", 1, 0), ([.eraseLine], "a\nbc|d", 1, 0),
      ([.eraseWord], "a\nbc|", 1, 0), ([.erase], "a\n|b", 0, 1), ([.up, .down], "long\nx|y", 1, 1),
    ] as [([Key], String, Int, Int)])
  func `The caret moves over lines`(keys: [Key], text: String, line: Int, caret: Int) {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
    var editor = Editor(parts.joined(), behind: parts[1].count, isParagraph: true)
    for key in keys { _ = editor.press(key, 8) }
    let shown = editor.paragraph(8)
    #expect((shown.line, shown.caret) == (line, caret), "\(shown.lines)")
  }

  @Test func `A line keeps a pasted break as a space, and Up and Enter aren't its keys`() {
    var (line, paragraph) = (Editor("", behind: 0), Editor("", behind: 0, isParagraph: true))
    let pasted = [line.press(.text("a\nb"), 9), paragraph.press(.text("a\nb"), 9)]
    #expect((pasted, line.text, paragraph.text) == ([true, true], "a b", "a\nb"))
    // Beyond the first and the last line, the keys move to another control.
    let keys = [Key.up, .up, .down, .down, .enter]
    let handled = keys.map { [line.press($0, 9), paragraph.press($0, 9)] }
    #expect(handled == [[false, true], [false, false], [false, true], [false, false], [false, true]])
  }
}

@Suite(.long) struct EditorFuzzTests {
  @Test func `After any keys, the lines are the text, and the caret is in them`() {
    var random = SplitMix(state: 13)
    let keys: [Key] = [
      .text("a"), .text(" "), .text("蜂"), .text("bee\nhive"), .enter, .up, .down, .left, .right, .first, .last, .erase,
      .delete, .eraseWord, .eraseLine,
    ]
    for _ in 0..<200 {
      var editor = Editor("", behind: 0, isParagraph: true)
      let columns = 2 + random.below(9)
      for _ in 0..<80 {
        // More text is typed than is erased.
        _ = editor.press(keys[random.below(random.below(3) == 0 ? keys.count : 5)], columns)
        let (lines, line, caret) = editor.paragraph(columns)
        #expect(lines.joined() == editor.text.filter { !$0.isNewline })
        #expect(lines.allSatisfy { Cell.width($0) <= columns })
        #expect(lines.indices.contains(line) && caret <= Cell.width(lines[line]))
      }
    }
  }
}
