import CColmeia
import ColmeiaBase
import CounterApp
import CountingSupport
import TestSupport
import Testing

@testable import ColmeiaC

/// The C functions, called as a host calls them.
@Suite(.blocking, .timeLimit(.minutes(10))) struct InterfaceTests {
  @Test func `The app sends hello, its state and its changes until it ends`() throws {
    let host = try Host()
    host.send(["dispatch": ["add": 2]])
    host.send(["echo": 7])
    host.send("bye" as JSON)
    let received = host.messages(upTo: "bye")
    #expect(received.first == ["hello": ["protocol": 2, "app": "Counter", "version": "1"]])
    #expect(
      received.contains(["state": ["value": ["count": 0, "factors": .null, "isFactoring": false], "sequence": 0]]))
    #expect(
      received.contains(["patch": ["changes": [["op": "replace", "path": "/count", "value": 2]], "sequence": 1]]),
      "\(received)")
    #expect(received.suffix(2) == [["echo": 7], "bye"])
    #expect(host.next().answer == .ended)
    #expect(host.send(["echo": 7]) == .ended)
  }

  @Test func `An action and its patch take few allocations`() throws {
    let host = try Host()
    host.send(["dispatch": ["add": 1]])
    try #require(host.messages(upTo: "patch").last?["patch"] != nil)
    let action = #"{"dispatch": {"add": 1}}"#
    var counts: [Int64] = []
    // The thread that starts the app may reduce the first actions. Then no message is there at once.
    for _ in 0..<100_000 where counts.count < 100 {
      var (message, answer): (UnsafeMutablePointer<CChar>?, Int32) = (nil, 0)
      let count = allocations {
        _ = colmeia_send(host.handle, action, action.utf8.count)
        answer = colmeia_next(host.handle, 0, &message, nil)
      }
      if answer == 0 {
        counts.append(count)
      } else {
        try #require(colmeia_next(host.handle, 60_000, &message, nil) == 0)
      }
      colmeia_free(message)
    }
    // 63 without optimization, previously 135; 17 with optimization.
    let least = try #require(counts.min())
    #expect(least < 80, "\(least)")
  }

  @Test func `The host carries out the effects it claims, and is told of their cancellation`() throws {
    let host = try Host(["claims": ["factor"]])
    host.send(["dispatch": ["add": 12]])
    host.send(["dispatch": "factor"])
    #expect(host.messages(upTo: "perform").last == ["perform": ["effect": ["factor": 12], "number": 1]])
    host.send(["dispatch": ["add": 1]])
    #expect(host.messages(upTo: "cancel").last == ["cancel": 1])
    host.send(["answer": ["effect": 1, "action": ["factored": [2]]]])  // too late, but not an error
    host.send(["end": 1])
    host.send(["dispatch": "factor"])
    #expect(host.messages(upTo: "perform").last == ["perform": ["effect": ["factor": 13], "number": 2]])
    host.send(["answer": ["effect": 2, "action": ["factored": [13]]]])
    host.send(["end": 2])
    host.send(["end": 3])
    let received = host.messages(upTo: "error")
    #expect(received.last?["error"]?["message"] == "no effect has the number 3")
    #expect(received.contains { $0["patch"]?.text().contains("[13]") == true }, "\(received)")
    #expect(!received.contains { $0["patch"]?.text().contains("[2]") == true })
  }

  @Test func `A host that doesn't read receives the whole state later, and can't send meanwhile`() throws {
    let host = try Host(["queue": ["messages": 4]])
    // While the app starts, a refusal may be followed by an acceptance.
    var (sent, refused) = (0, 0)
    while refused < 2 {
      let answer = host.send(["dispatch": ["add": 1]])
      try #require(answer == .ok || answer == .full)
      if answer == .ok { sent += 1 } else { refused += 1 }
    }
    var received: [JSON] = []
    while host.send(["echo": 0]) == .full { received += host.next(60_000).message.map { [$0] } ?? [] }
    received += host.messages(upTo: "echo")
    while let message = host.next().message { received.append(message) }
    var count = -1
    for message in received {
      // A host that was refused while the app was starting receives the state in addition.
      if let state = message["state"]?["value"]?["count"]?.int {
        #expect(state >= count, "an older state follows a newer one: \(received)")
        count = state
      } else if let value = message["patch"]?["changes"]?.array?.first?["value"]?.int {
        #expect(value > count, "a patch follows a state that contains it: \(received)")
        count = value
      }
    }
    #expect(count == sent)
  }

  @Test func `A queue of one message still delivers everything that matters`() throws {
    let host = try Host(["queue": ["messages": 1]])
    #expect(host.messages(upTo: "state").map { $0["hello"] == nil } == [false, true])
    #expect(host.send(["dispatch": ["add": 3]]) == .ok)
    #expect(host.messages(upTo: "patch").last?["patch"]?["sequence"] == 1)
  }

  @Test(arguments: [
    ("[]", "options: "), ("{", "options: "), ("\u{0}", "options: "), ("{\"sead\": 1}", "did you mean"),
    ("{\"seed\": -1}", "'seed' must be from 0 to"),
    ("{\"protocol\": 1}", "(protocol): the front end speaks protocol 1, and this app only 2; update the front end"),
    ("{\"queue\": {\"messages\": 0}}", "'queue.messages' must be from 1 to 1000000"),
    ("{\"queue\": {\"bytes\": 99999999999}}", "'queue.bytes' must be from"),
    ("{\"date\": 999999999999999}", "'date' must be from"),
    (
      "{\"origins\": {\"api\": \"http://ann:pw@host\"}}",
      "options: 'origins.api' must be a name and a URL such as http://127.0.0.1:8080"
    ),
    ("{\"origins\": {\"a b\": \"http://host\"}}", "options: 'origins.a b' must be a name and a URL"),
    ("{\"origins\": {\"\": \"http://host\"}}", "options: 'origins.' must be a name and a URL"),
    ("{\"claims\": [\"facto\"]}", "options: no effect is named 'facto'; did you mean 'factor'?"),
    (String(repeating: " ", count: Session.messageLimit + 1), "longer than 1048576 bytes"),
  ])
  func `Invalid options give no handle, but a reason`(options: String, reason: String) {
    let (handle, error) = Host.create(options)
    #expect(handle == 0)
    #expect(error?.contains(reason) == true, "\(error ?? "no reason")")
  }

  @Test func `The language must be one of the app's`() throws {
    func options(_ language: String) throws(CreateError) -> CreateOptions {
      try CreateOptions(Array(#"{"language": "\#(language)"}"#.utf8), languages: ["pt-BR", "en"])
    }
    #expect(try options("en").served.given.language == "en")
    #expect(throws: CreateError(text: "options: 'language' must be pt-BR or en")) { try options("fr") }
    #expect(Host.create(#"{"language": "en"}"#).error == "options: the app has no language setting")
  }

  @Test func `The options and the error location may be NULL`() {
    let handle = CInterface.create(CounterApp(), nil, -5, nil)
    #expect(handle != 0)
    #expect(colmeia_destroy(handle) == Answer.ok.code)
    #expect(CInterface.create(CounterApp(), "x", -5, nil) == 0)
  }

  @Test func `An app that can't start sends an error and ends`() throws {
    let host = try Host(["folder": "/dev/null/nowhere"])
    let received = host.messages(upTo: "bye")
    #expect(received.first?["error"]?["message"]?.string?.hasPrefix("the app cannot start") == true)
    #expect(received.last == "bye")
    #expect(host.next(-1).answer == .ended)
  }

  @Test func `Each invalid call returns its error code`() throws {
    let host = try Host()
    var message: UnsafeMutablePointer<CChar>?
    let none: [UInt64] = [0, 1, .max, host.handle ^ 1 << 32]
    for handle in none {
      #expect(colmeia_send(handle, "{}", 2) == Answer.noHandle.code)
      #expect(colmeia_next(handle, -1, &message, nil) == Answer.noHandle.code)
      #expect(colmeia_descriptor(handle) == Answer.noHandle.code)
      #expect(colmeia_on_message(handle, nil, nil, nil) == Answer.noHandle.code)
      #expect(colmeia_pump(handle) == Answer.noHandle.code)
      #expect(colmeia_destroy(handle) == Answer.noHandle.code)
    }
    #expect(colmeia_send(host.handle, nil, 0) == Answer.null.code)
    #expect(colmeia_next(host.handle, -1, nil, nil) == Answer.null.code)
    // The bytes are not read: the buffer is shorter than the given length.
    #expect(colmeia_send(host.handle, "x", 1 << 30) == Answer.tooLong.code)
    #expect(colmeia_send(host.handle, "x", -1) == Answer.tooLong.code)
    #expect(colmeia_pump(host.handle) == Answer.noCallback.code)
    colmeia_free(nil)
    #expect(colmeia_abi() == 1)
  }

  @Test(arguments: [
    ("", "column 1"), ("{", "column 2"), ("\"by\"", "a message is"), ("{\"dispatch\": \"facto\"}", "factor"),
    ("{\"answer\": 1}", "answer: "), ("{\"answer\": {\"effect\": 1}}", "answer: the key"),
    ("{\"answer\": {\"effect\": 1, \"action\": \"factor\"}}", "no effect has the number 1"),
    ("{\"answer\": {\"effect\": 0, \"action\": \"factor\"}}", "no effect has the number 0"),
    ("{\"end\": -1}", "end: "), ("{\"end\": 1e99}", "end: "), ("{\"end\": 1, \"more\": 1}", "unknown key"),
    ("\0\0", "column 1"),
  ])
  func `An invalid message is reported with its number`(text: String, reason: String) throws {
    let host = try Host()
    #expect(host.send(text) == .ok)
    #expect(host.send(["echo": 1]) == .ok)
    let error = try #require(host.messages(upTo: "error").last?["error"])
    #expect(error["line"] == 1 && error["kind"] == "invalidMessage")
    let text = [error["message"], error["advice"]].compactMap { $0?.string }.joined(separator: "; ")
    #expect(text.contains(reason), "\(error)")
    #expect(host.messages(upTo: "echo").last == ["echo": 1])
  }

  @Test func `Bytes that are not UTF-8 are reported`() throws {
    let host = try Host()
    let bytes: [CChar] = [0x22, -1, -2, 0x22]
    #expect(colmeia_send(host.handle, bytes, bytes.count) == Answer.ok.code)
    #expect(host.messages(upTo: "error").last?["error"]?["message"]?.string?.contains("UTF-8") == true)
  }

  @Test func `Every return code has a text`() throws {
    let texts = try Answer.all.map { String(cString: try #require(colmeia_error_text($0.code))) }
    #expect(Set(texts).count == Answer.all.count)
    #expect(String(cString: try #require(colmeia_error_text(.min))) == "unknown return code")
  }

  @Test func `Destroying a handle wakes a waiting thread, whose call then fails`() async throws {
    // The handle is destroyed while the thread begins to wait, waits, or has not called yet.
    for _ in 0..<200 {
      let host = try Host()
      _ = host.messages(upTo: "state")
      let handle = host.handle
      let waiting = Bell()
      async let answer = {
        var message: UnsafeMutablePointer<CChar>?
        waiting.ring()
        return colmeia_next(handle, -1, &message, nil)
      }()
      await waiting.wait(for: "a waiting thread") { waiting.rings > 0 }
      #expect(colmeia_destroy(handle) == Answer.ok.code)
      #expect(await answer == Answer.noHandle.code)
    }
  }
}
