import ColmeiaJSON
import Testing

/// The representations of payloads whose synthesized key types don't list their labels.
@Suite struct PayloadTests {
  private struct Filter: Codable, Equatable { var text: String?, count: Int? }
  private enum Event: Codable, Equatable {
    case whole(Filter)
    case pick(Filter, animated: Bool)
    case maybe(Int?, fast: Bool?)
    case pair(Int, Filter, note: String?)
    case listed(Int, Filter)
    case labelled(first: Int?, second: Filter)
  }

  @Test(
    arguments: [
      (#"{"whole":{"count":1}}"#, .whole(Filter(count: 1))),
      (#"{"whole":{"_0":{"count":1}}}"#, .whole(Filter(count: 1))),
      (#"{"pick":{"_0":{},"animated":true}}"#, .pick(Filter(), animated: true)),
      (#"{"pick":{"animated":true,"_0":{"count":1}}}"#, .pick(Filter(count: 1), animated: true)),
      (#"{"maybe":{"fast":true}}"#, .maybe(nil, fast: true)), (#"{"maybe":{"_0":1}}"#, .maybe(1, fast: nil)),
      (#"{"maybe":{"_0":null,"fast":null}}"#, .maybe(nil, fast: nil)),
      (#"{"pair":{"_0":1,"_1":{}}}"#, .pair(1, Filter(), note: nil)),
      (#"{"pair":{"note":"x","_0":1,"_1":{}}}"#, .pair(1, Filter(), note: "x")),
      (#"{"listed":[1,{}]}"#, .listed(1, Filter())), (#"{"listed":{"_0":1,"_1":{}}}"#, .listed(1, Filter())),
      (#"{"labelled":{"second":{"text":"x"}}}"#, .labelled(first: nil, second: Filter(text: "x"))),
    ] as [(String, Event)])
  private func `A payload is decoded in each of its representations`(text: String, event: Event) throws {
    #expect(try JSON.decode(Event.self, from: Array(text.utf8), .strict) == event)
    #expect(try JSON.decode(Event.self, from: JSON.encode(event), .strict) == event)
  }

  @Test(arguments: [
    (#"{"pick":{"animated":true}}"#, #"pick: the key "_0" is missing"#),
    (#"{"pick":{}}"#, #"pick: the key "_0" is missing"#),
    (#"{"pick":[{},true]}"#, "pick: expected an object, not an array"),
    (#"{"maybe":5}"#, #"maybe: expected an object with "_0" and "fast", not a number"#),
    (#"{"pair":[1,{}]}"#, #"pair: expected an object with "_0" and "_1" and "note", not an array"#),
    (#"{"pair":{"note":"x"}}"#, #"pair: the key "_0" is missing"#),
    (#"{"listed":{"count":1}}"#, "listed: this case needs several payloads, as an array in order"),
    (#"{"labelled":[1,{}]}"#, #"labelled: expected an object with "second", not an array"#),
    (#"{"whole":[]}"#, "whole: expected an object, not an array"),
  ])
  func `A payload that lacks a part or has another form is an error`(text: String, message: String) {
    let error = #expect(throws: JSONError.self) { try JSON.decode(Event.self, from: Array(text.utf8)) }
    #expect(error.map { "\($0.path): \($0.message)" } == message)
  }
}
