import ColmeiaJSON
import Synchronization
import Testing

/// Suggestions for enums that don't list their cases.
@Suite struct GuessedNameTests {
  private enum Step: Codable, Equatable {
    case signUp, load, loaded(Int), unreadable, row2, other
  }
  private enum Mood: String, Codable { case calm, veryCross = "very-cross" }
  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  @Test(
    arguments: [
      ("sigUp", "signUp"), ("singUp", "signUp"), ("signUpp", "signUp"), ("sighUp", "signUp"), ("sign_up", "signUp"),
      ("sign-up", "signUp"), ("SIGNUP", nil), ("SignUp", "signUp"), ("signup", "signUp"), ("Load", "load"),
      ("LOAD", "load"), ("laod", "load"), ("oad", "load"), ("unreadabel", "unreadable"), ("unreadablé", nil),
      ("row3", "row2"), ("Other_", "other"), ("halt", nil), ("", nil), ("loadFeed", nil),
      (String(repeating: "signUp", count: 7), nil),
    ] as [(String, String?)])
  func `A name with one mistake is recognized`(name: String, meant: String?) throws {
    let error = #expect(throws: JSONError.self) { try JSON.decode(Step.self, from: JSON.string(name).bytes()) }
    let advice = meant.map { "; did you mean \"\($0)\"?" } ?? ""
    let shown = name.count > 60 ? name.prefix(60) + "…" : name
    #expect(error?.message == "unknown case \"\(shown)\"\(advice)")
  }

  @Test func `A misspelled raw value is recognized, and a nested error has its position`() {
    let text = #"{"moods": ["calm", "very-corss"]}"#
    let error = #expect(throws: JSONError.self) { try JSON.decode([String: [Mood]].self, from: Array(text.utf8)) }
    #expect(
      error?.description
        == #"line 1, column 20 (moods[1]): unknown case "very-corss"; did you mean "very-cross"?"#)
  }

  @Test func `Nothing is suggested if every name exists`() {
    #expect(GuessedName.of("load") { AnyKey(stringValue: $0) != nil } == nil)
    #expect(GuessedName.of("laod") { $0 == "load" } == "load")
  }

  @Test(arguments: [1, 12, 31, 40, 41]) func `Few names are tested`(length: Int) {
    var questions = 0
    _ = GuessedName.of(String(repeating: "a", count: length)) { _ in
      questions += 1
      return false
    }
    #expect(questions <= 4_001 && (questions == 0) == (length > 40))
  }

  @Test func `No suggestion is searched for an error that a type catches`() throws {
    /// A step or a text. Its key type counts how often a key is tested.
    struct Either: Decodable {
      struct Key: CodingKey {
        static let asked = Atomic(0)
        var stringValue: String { "only" }
        var intValue: Int? { nil }
        init?(stringValue: String) {
          Self.asked.add(1, ordering: .relaxed)
          if stringValue != "only" { return nil }
        }
        init?(intValue: Int) { nil }
      }
      init(from decoder: any Decoder) throws {
        if try decoder.container(keyedBy: Key.self).allKeys.isEmpty {
          throw DecodingError.typeMismatch(
            Self.self, .init(codingPath: [], debugDescription: "Invalid number of keys found, expected one."))
        }
      }
    }
    struct Lenient: Decodable {
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd { if (try? list.decode(Either.self)) == nil { _ = try list.decode(String.self) } }
      }
    }
    let names = JSON.array((0..<100).map { .string("onl\($0)") })
    _ = try JSON.decode(Lenient.self, from: names.bytes())
    #expect(Either.Key.asked.load(ordering: .relaxed) == 100)
    #expect(throws: JSONError.self) { try JSON.decode(Either.self, from: Array(#""onyl""#.utf8)) }
    #expect(Either.Key.asked.load(ordering: .relaxed) > 101)
  }
}
