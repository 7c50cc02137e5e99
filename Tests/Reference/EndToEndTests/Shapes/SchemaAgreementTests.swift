import ReferenceApp
import RunnerTestSupport
import TestSupport
import Testing

@testable import ColmeiaFrontEnds
@testable import ColmeiaWorld
@testable import ReferenceCommand

/// The schema of the reference app's messages and their decoder.
@Suite(.long) struct SchemaAgreementTests {
  private typealias Message = MessageToApp<AppReducer.Action>

  /// Values of a kind other than any text, integers that no type has, and texts of all forms.
  private static let leaves: [JSON] = [
    .null, true, false, 0, -1, 7, 0.5, [], [:], "", "0", "husky", "feed", "https://a/b", "https://a:99999/",
    "http://[::1]",
    "http://[::1::2]", "https://u@a/", "https://a/%", "a@example.org", "2026-11-21", ["zzz": 1],
    .number(JSONNumber(Int.max)), .number(JSONNumber(Int.min)), .number(JSONNumber(UInt64.max)),
  ]

  @Test func `A changed action is accepted exactly if the schema accepts it, and else refused with its place`() throws {
    let check = SchemaCheck(schema: MessageSchema(CommandLineApp()).json)
    var (random, accepted, refused) = (SplitMix64(state: 1), 0, 0)
    for entry in ActionCatalogue(CommandLineApp()).entries {
      let message: JSON = ["dispatch": try #require(entry.json)]
      for _ in 0..<8 {
        let changed = Self.changed(message, &random)
        do throws(ProtocolError) {
          _ = try Message(parsing: Array(changed.text().utf8))
          #expect(check.accepts(changed, as: "ToApp"), "\(changed)")
          accepted += 1
        } catch {
          #expect(!check.accepts(changed, as: "ToApp"), "\(changed): \(error.message)")
          #expect(error.message.hasPrefix("dispatch") || error.message.hasPrefix("column 1:"), "\(error.message)")
          refused += 1
        }
      }
    }
    #expect(accepted > 100 && refused > 300, "\(accepted) \(refused)")
  }

  /// Returns the value with one changed, added or removed part.
  private static func changed(_ value: JSON, _ random: inout SplitMix64) -> JSON {
    if let object = value.object, let member = object.members.randomElement(using: &random) {
      var members = object
      switch Int.random(in: 0..<8, using: &random) {
      case 0 where object.count > 1: members[member.key] = nil
      case 1 where object.count > 1: members["zzz"] = 1
      default: members[member.key] = changed(member.value, &random)
      }
      return .object(members)
    }
    if var elements = value.array, let index = elements.indices.randomElement(using: &random) {
      elements[index] = changed(elements[index], &random)
      return .array(elements)
    }
    return leaves.randomElement(using: &random) ?? .null
  }

  @Test func `The pattern of a text type matches exactly the texts that it accepts`() {
    let pieces = [
      "http", "https", "HTTP", "://", "a", "b.c", "Z9", "[", "]", "::", ":", "1", "ffff", "1.2.3.4", "256", "65535",
      "65536",
      "/", "?", "#", "%41", "%4", "@", ".", "-", "+", "'", "_", " ", "\n", "é", "`", "^", "\\",
    ]
    var random = SplitMix64(state: 2)
    var texts = [
      "", "http://[1:2:3:4:5:6:1.2.3.4]:080/", "http://[1:2:3:4:5:6:7::]", "http://h:65536", "a-b.c+d@e.f-g.h",
    ]
    for _ in 0..<4_000 {
      let start = ["", "http://", "https://[", "http://h:", "a@b."].randomElement(using: &random) ?? ""
      let count = Int.random(in: 0...6, using: &random)
      texts.append(start + (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined())
    }
    let counts = [check(ImageURL.self, texts), check(EmailAddress.self, texts), check(ImageReference.self, texts)]
    #expect(counts.allSatisfy { $0 > 50 }, "\(counts)")
  }

  /// Returns the number of accepted texts.
  private func check<Text: ConstrainedText>(_ type: Text.Type, _ texts: [String]) -> Int {
    let accepted = texts.filter { type.init(rawValue: $0) != nil }
    #expect(texts.filter { SchemaCheck.matches($0, type.pattern) } == accepted)
    return accepted.count
  }
}
