import ColmeiaJSON
import TestSupport

/// Types of every kind for which the compiler synthesizes conformances.
struct Person: Codable, Equatable, Sendable {
  var name: String
  var age: Int
  var email: String?
  var tags: [String] = []
  var scores: [String: Double] = [:]
  var home: Address?
}

struct Address: Codable, Equatable, Sendable { var street: String, number: Int }

enum Breed: String, Codable, Sendable, CaseIterable { case husky, pug }

enum Move: Codable, Equatable, Sendable {
  case stop
  case load(Breed)
  case named(name: String)
  case loaded(Breed, [String])
  case pick(Int, animated: Bool)
  case ended(String?)
  case inner(Inner)
  indirect case twice(Move, Move)
  case person(Person)

  enum Inner: Codable, Equatable, Sendable {
    case typed(String)
    case submit
  }
}

enum Boxed<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  case full(Value)
  case empty
}

struct Generator {
  private var random: SplitMix
  init(state: UInt64) { random = SplitMix(state: state) }
  mutating func next() -> UInt64 { random.next() }
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
  mutating func text() -> String {
    let letters = ["a", "Ã", "\"", "\\", "\n", "\u{1}", "😀", "é", " ", "_0", "/", "\u{7f}", "語"]
    return (0..<below(6)).map { _ in letters[below(letters.count)] }.joined()
  }
  mutating func double() -> Double {
    switch below(4) {
    case 0: Double(below(1_000)) / 100
    case 1: Double(bitPattern: next()).isFinite ? Double(bitPattern: next() & 0x7FDF_FFFF_FFFF_FFFF) : 0.1
    case 2: -Double(below(1_000_000)) / 1e9
    default: Double(Int64(bitPattern: next()))
    }
  }
  mutating func person() -> Person {
    Person(
      name: text(), age: Int(bitPattern: UInt(next())), email: below(2) == 0 ? nil : text(),
      tags: (0..<below(3)).map { _ in text() },
      scores: Dictionary((0..<below(3)).map { ("k\($0)", double()) }) { $1 },
      home: below(2) == 0 ? nil : Address(street: text(), number: below(9)))
  }
  mutating func move(_ depth: Int = 0) -> Move {
    switch below(depth > 3 ? 8 : 9) {
    case 0: .stop
    case 1: .load(below(2) == 0 ? .husky : .pug)
    case 2: .named(name: text())
    case 3: .loaded(.pug, (0..<below(3)).map { _ in text() })
    case 4: .pick(below(100), animated: below(2) == 0)
    case 5: .ended(below(2) == 0 ? nil : text())
    case 6: .inner(below(2) == 0 ? .submit : .typed(text()))
    case 7: .person(person())
    default: .twice(move(depth + 1), move(depth + 1))
    }
  }
  /// Returns a random value of limited depth.
  mutating func json(_ depth: Int = 0) -> JSON {
    switch below(depth > 4 ? 5 : 7) {
    case 0: return .null
    case 1: return .bool(below(2) == 0)
    case 2: return .number(JSONNumber(Int64(bitPattern: next())))
    case 3: return JSONNumber(double()).map(JSON.number) ?? .null
    case 4: return .string(text())
    case 5: return .array((0..<below(5)).map { _ in json(depth + 1) })
    default:
      var object = JSONObject()
      for _ in 0..<below(20) { object[text()] = json(depth + 1) }
      return .object(object)
    }
  }
}
