import Foundation
import TestSupport
import Testing

@testable import ColmeiaCassette
@testable import ColmeiaClient
@testable import ColmeiaHTTP
@testable import ColmeiaTransport

/// Random cassettes that could result from a recording.
enum RandomCassette {
  static func make(_ random: inout SplitMix) -> Cassette {
    Cassette((0..<Int.random(in: 0...3, using: &random)).map { tape($0, &random) })
  }

  private static func tape(_ number: Int, _ random: inout SplitMix) -> CassetteTape {
    var tape = CassetteTape(
      name: text(&random), file: Bool.random(using: &random) ? "a.scn" : nil, date: number > 0 ? number : nil,
      origin: Bool.random(using: &random) ? "http://h" : nil)
    var open: [Int: Bool] = [:]
    var streams: [Int: Bool] = [:]
    var count = 0
    for _ in 0..<Int.random(in: 0...20, using: &random) {
      let time = Bool.random(using: &random) ? count * 7 : nil
      if let number = open.keys.sorted().randomElement(using: &random), Bool.random(using: &random) {
        tape.events.append(CassetteEvent(number, next(number, &open, &random), milliseconds: time))
      } else if let number = streams.keys.sorted().randomElement(using: &random), Bool.random(using: &random) {
        tape.events.append(CassetteEvent(number, nextOfStream(number, &streams, &random), milliseconds: time))
      } else {
        count += 1
        let channel = [CassetteEvent.Channel.request, .socket, .stream].randomElement(using: &random) ?? .request
        tape.events.append(CassetteEvent(count, beginning(channel, &random)))
        switch channel {
        case .socket: open[count] = false
        case .stream: streams[count] = false
        case .request: tape.events.append(CassetteEvent(count, ending(&random)))
        }
      }
    }
    tape.leftOut = Int.random(in: 0...2, using: &random)
    return tape
  }

  /// Returns the next event of a connection that is open or being opened.
  private static func next(
    _ number: Int, _ open: inout [Int: Bool], _ random: inout SplitMix
  ) -> CassetteEvent.Kind {
    guard open[number] == true else {
      if Bool.random(using: &random) {
        open[number] = true
        return .opened(subprotocol: Bool.random(using: &random) ? text(&random) : nil)
      }
      open[number] = nil
      return Bool.random(using: &random) ? .refused(.status(403)) : .failed(error(&random))
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .sent(body(&random))
    case 1: return .received(body(&random))
    case 2:
      open[number] = nil
      return .closing(WebSocketClose(.normal, reason: text(&random)))
    default:
      open[number] = nil
      return .closed(WebSocketClose(.abnormal))
    }
  }

  /// Returns the next event of a stream that has a head or waits for it.
  private static func nextOfStream(
    _ number: Int, _ streams: inout [Int: Bool], _ random: inout SplitMix
  ) -> CassetteEvent.Kind {
    let hasHead = streams[number] == true
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      streams[number] = nil
      return .failed(error(&random))
    case _ where !hasHead:
      streams[number] = true
      return .head(status: 200, Bool.random(using: &random) ? ["Content-Type": text(&random)] : [:])
    case 1:
      streams[number] = nil
      return .end
    default: return .chunk(body(&random))
    }
  }

  private static func beginning(_ channel: CassetteEvent.Channel, _ random: inout SplitMix) -> CassetteEvent.Kind {
    let isSocket = channel == .socket
    let request = CassetteRequest(
      device: Bool.random(using: &random) ? "ana" : "", method: isSocket ? "GET" : "PUT",
      origin: ["", "http://h", "http://i"].randomElement(using: &random) ?? "", path: "/a b/<token 1>",
      query: ["", "x=<y 2>", nil].randomElement(using: &random) ?? nil,
      headers: Bool.random(using: &random) ? ["A": text(&random), "a": ": "] : [:],
      body: isSocket ? .none : body(&random))
    switch channel {
    case .request: return .request(request)
    case .socket: return .socket(request, subprotocols: Bool.random(using: &random) ? ["b", "c"] : [])
    case .stream: return .stream(request)
    }
  }

  private static func ending(_ random: inout SplitMix) -> CassetteEvent.Kind {
    Bool.random(using: &random)
      ? .failed(error(&random))
      : .answer(status: 200, Bool.random(using: &random) ? ["B": text(&random)] : [:], body(&random))
  }

  private static func error(_ random: inout SplitMix) -> TransportError {
    let errors: [TransportError] = [
      .offline, .unreachable(.refused, origin: "http://h"), .timedOut(after: .milliseconds(1_500), origin: "o"),
      .cancelled, .tls(origin: "o"), .tooLarge(limit: 3, origin: "o"), .badRequest(.header("x")),
      .badRequest(.pathSegment(2)), .badResponse(origin: "o"), .badResponse(origin: "o", fault: .lineEnd(line: 2)),
      .tooManyRedirects(limit: 1, origin: "o"), .shutDown,
      .declined(reason: "a"), .noToken(reason: "b"), .failed(code: -5, origin: "o"),
    ]
    return errors.randomElement(using: &random) ?? .offline
  }

  private static func body(_ random: inout SplitMix) -> CassetteBody {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: .none
    case 1: .json(["a": [1, 2.5, .null, true], "b": .string(text(&random)), "": ["c": [:]]])
    case 2: .text(text(&random))
    case 3: .bytes((0..<Int.random(in: 0...9, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) })
    default: .digest(of: [1, 2, 3])
    }
  }

  private static func text(_ random: inout SplitMix) -> String {
    String(
      (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in
        "ab<>\"\\\n\u{0}é🐝: 1".randomElement(using: &random)
      })
  }
}
