import TestSupport
import Testing

@testable import ColmeiaClient

@Suite struct SessionCaptureTests {
  private func took(_ capture: inout SessionCapture, _ fields: [(String, String)], _ request: Int) -> Bool {
    capture.receive(fields.map { (name: $0.0, value: $0.1) }, from: request)
  }

  @Test func `The response to an older request never replaces the values of a newer one`() {
    var capture = SessionCapture()
    let (first, second) = (capture.send(), capture.send())
    let newer = took(&capture, [("access-token", "new")], second)
    let older = took(&capture, [("access-token", "old")], first)
    #expect(newer && !older && capture.fields == ["access-token": "new"])
  }

  @Test func `Blank values are ignored and do not block an older response's token`() {
    var capture = SessionCapture()
    let (first, second) = (capture.send(), capture.send())
    _ = took(&capture, [("access-token", " "), ("client", "c"), ("uid", "")], second)
    let late = took(&capture, [("access-token", "t"), ("client", "b"), ("uid", "u")], first)
    #expect(late && capture.fields == ["access-token": "t", "client": "c", "uid": "u"])
  }

  @Test func `receive(_:from:) returns false if no value has changed`() {
    var capture = SessionCapture()
    let first = took(&capture, [("uid", "u")], 1)
    let again = took(&capture, [("uid", "u")], 2)
    #expect(first && !again)
  }

  @Test func `After signing out, responses to earlier requests are ignored`() {
    var capture = SessionCapture()
    let before = capture.send()
    _ = took(&capture, [("access-token", "a")], before)
    capture.forget()
    let late = took(&capture, [("access-token", "b")], before)
    #expect(!late && capture.fields.isEmpty)
    let after = capture.send()
    let next = took(&capture, [("access-token", "c")], after)
    #expect(next && capture.fields == ["access-token": "c"])
  }

  @Test func `Restored values are older than any response`() {
    var capture = SessionCapture()
    let number = capture.send()
    _ = took(&capture, [("uid", "answered")], number)
    capture.restore(["uid": "kept", "client": "kept"])
    #expect(capture.fields == ["uid": "answered", "client": "kept"])
  }

  @Test func `For any order of responses, each field has its newest value that is not blank`() {
    var random = SplitMix(state: 9)
    for _ in 0..<500 {
      var capture = SessionCapture()
      let answers = (0..<Int.random(in: 1...8, using: &random)).map { _ in
        (capture.send(), Bool.random(using: &random) ? " " : "\(random.next())")
      }
      for (number, value) in answers.shuffled(using: &random) { _ = took(&capture, [("access-token", value)], number) }
      #expect(capture.fields["access-token"] == answers.last { $0.1 != " " }?.1)
    }
  }
}
