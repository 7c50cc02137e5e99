import ColmeiaHTTP
import Testing

@testable import ColmeiaBackend

@Suite struct FaultCommandTests {
  @Test(arguments: [
    ("clear", FaultCommand.clear), ("online", .online), ("  offline ", .add(FaultRule(.offline))),
    ("cut", .add(FaultRule(.cut))), ("cut 1 time", .add(FaultRule(.cut, times: 1))),
    ("offline on \"/feed\"", .add(FaultRule(.offline, path: "/feed"))),
    ("status 503 2 times on \"GET /feed\"", .add(FaultRule(.status(503), method: .get, path: "/feed", times: 2))),
    ("status 404 on \"/images/*\" 1000000 times", .add(FaultRule(.status(404), path: "/images/*", times: 1_000_000))),
    ("delay 200ms..1s", .add(FaultRule(.delay(.milliseconds(200)...(.seconds(1)))))),
    ("delay 2s", .add(FaultRule(.delay(.seconds(2)...(.seconds(2)))))),
    ("delay 0ms..60min 3 times", .add(FaultRule(.delay(.zero...(.seconds(3_600))), times: 3))),
    ("cut\ton /feed", .add(FaultRule(.cut, path: "/feed"))),
  ])
  func `A line is read`(text: String, command: FaultCommand) throws {
    #expect(try FaultCommand(parsing: text) == command)
  }

  @Test(arguments: [
    ("", FaultCommandError.unknownFault("")), ("Clear", .unknownFault("Clear")), ("drop 20%", .unknownFault("drop")),
    ("clear all", .unexpected("all")), ("online on \"/x\"", .unexpected("on")), ("status", .badStatus("")),
    ("status 99", .badStatus("99")), ("status 600", .badStatus("600")), ("status +503", .badStatus("+503")),
    ("status 5O3", .badStatus("5O3")), ("delay", .badDelay("")), ("delay 5", .badDelay("5")),
    ("delay s", .badDelay("s")), ("delay 1s..", .badDelay("1s..")), ("delay 2s..1s", .badDelay("2s..1s")),
    ("delay 1s..2s..3s", .badDelay("1s..2s..3s")), ("delay 61min", .badDelay("61min")),
    ("delay 1h", .badDelay("1h")), ("delay 99999999999999999999ms", .badDelay("99999999999999999999ms")),
    ("delay -1s", .badDelay("-1s")), ("delay 1.5s", .badDelay("1.5s")), ("delay ²s", .badDelay("²s")),
    ("cut twice", .unexpected("twice")), ("cut 2", .unexpected("2")), ("cut 0 times", .badCount("0")),
    ("cut 1000001 times", .badCount("1000001")), ("cut x times", .badCount("x")),
    ("cut 1 times 2 times", .unexpected("2")),
    ("cut times", .unexpected("times")), ("cut on", .badEndpoint("")), ("cut on GET", .badEndpoint("GET")),
    ("cut on \"\"", .badEndpoint("")), ("cut on \"GET feed\"", .badEndpoint("GET feed")),
    ("cut on \"GET /a b\"", .badEndpoint("GET /a b")), ("cut on \"/a\" on \"/b\"", .unexpected("on")),
  ])
  func `A wrong line is refused with the word that is wrong`(text: String, expected: FaultCommandError) {
    #expect(throws: expected) { try FaultCommand(parsing: text) }
  }

  @Test func `Each error says what is right`() {
    let errors: [FaultCommandError] = [
      .unknownFault("drop"), .badStatus("9"), .badDelay("5"), .unexpected("2"), .badCount("0"), .badEndpoint("GET"),
    ]
    #expect(
      errors.map(\.description) == [
        #"there is no fault "drop"; there are status, delay, cut, offline, online and clear"#,
        #""9" is no status; write a number from 100 to 599"#,
        #""5" is no delay; write one as 200ms or 200ms..1s, an hour at most"#,
        #""2" is not expected; write 2 times, or on "GET /feed", or nothing"#,
        #""0" is no count; write a number from 1 to 1000000"#,
        #""GET" is no endpoint; write on "GET /feed" or on "/images/*""#,
      ])
  }

  @Test func `Any words are read or refused`() {
    var random = SplitMix(seed: 11)
    let words = [
      "status", "503", "delay", "1s", "..", "200ms..1s", "cut", "offline", "clear", "on", "\"GET /x\"", "\"", "2",
      "times", "é", "/", "*", "\n", "-1", "online",
    ]
    var read = 0
    for _ in 0..<5_000 {
      let text = (0..<Int.random(in: 0...7, using: &random)).map { _ in random.pick(words) }.joined(separator: " ")
      do throws(FaultCommandError) {
        if case .add(let rule) = try FaultCommand(parsing: text) { #expect((rule.times ?? 1) > 0) }
        read += 1
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
    #expect((50..<4_000).contains(read))
  }
}
