/// Finds the tests among the tokens of a source file, and the reasons why they may not run: a trait of the test or of
/// an enclosing suite, or a compiler condition.
struct SwiftTestReader {
  private struct Attribute {
    var name: String
    var arguments: ArraySlice<SwiftToken>
  }

  /// The kind of declaration that braces enclose.
  private enum Scope: Equatable {
    case type(String)
    case other
  }

  private let tokens: [SwiftToken]
  private var position = 0
  private var attributes: [Attribute] = []
  private var scopes: [Scope] = []
  private var openingType: String?
  private var conditions = 0
  /// For each type declared in this file, the reason why its tests may not run.
  private var suites: [String: String?] = [:]
  private var found: [(test: SwiftTest, types: [String])] = []

  init(tokens: [SwiftToken]) { self.tokens = tokens }

  /// The tests, after `read()`. Suites are evaluated last, because an extension may precede its type.
  var tests: [SwiftTest] {
    found.map { test, types in
      var test = test
      for type in types where test.obstacle == nil {
        guard let suite = suites[type] else {
          test.obstacle = "its suite is declared in another file"
          continue
        }
        test.obstacle = suite
      }
      return test
    }
  }

  mutating func read() {
    while position < tokens.count {
      let token = tokens[position]
      position += 1
      switch token {
      case .attribute(let name): attributes.append(Attribute(name: name, arguments: readArguments()))
      case .condition(let name): readCondition(name)
      case .word(let word): readWord(word)
      case .mark("{"): open()
      case .mark("}"):
        _ = scopes.popLast()
        attributes = []
      default: break
      }
    }
  }

  /// Returns the tokens between the parentheses at the current position, if there are any.
  private mutating func readArguments() -> ArraySlice<SwiftToken> {
    guard position < tokens.count, tokens[position] == .mark("(") else { return [] }
    let begin = position + 1
    var depth = 0
    repeat {
      if tokens[position] == .mark("(") { depth += 1 }
      if tokens[position] == .mark(")") { depth -= 1 }
      position += 1
    } while depth > 0 && position < tokens.count
    return tokens[begin..<max(begin, position - 1)]
  }

  private mutating func readCondition(_ name: String) {
    if name == "if" { conditions += 1 }
    if name == "endif" { conditions -= 1 }
  }

  private mutating func readWord(_ word: String) {
    switch word {
    case "struct", "class", "actor", "enum", "extension": readType(isExtension: word == "extension")
    case "func": readFunction()
    case "var", "let", "init", "case", "import", "typealias": attributes = []
    default: break
    }
  }

  private mutating func readType(isExtension: Bool) {
    guard position < tokens.count, case .word(let name) = tokens[position] else { return }
    // `class func` doesn't declare a type.
    if ["func", "var"].contains(name) { return }
    openingType = name
    if !isExtension { suites[name] = obstacle(of: "Suite", "its suite") }
    attributes = []
  }

  private mutating func readFunction() {
    guard position < tokens.count, case .word(let name) = tokens[position] else { return }
    if let test = attributes.first(where: { $0.name == "Test" }) {
      var title = name
      if case .text(let text) = test.arguments.first { title = text }
      let types = scopes.compactMap { if case .type(let name) = $0 { name } else { nil } }
      let condition = conditions > 0 ? "it is inside an #if" : nil
      found.append((SwiftTest(name: title, obstacle: obstacle(of: "Test", "it") ?? condition), types))
    }
    attributes = []
  }

  private mutating func open() {
    scopes.append(openingType.map(Scope.type) ?? .other)
    openingType = nil
  }

  /// Returns the trait that may prevent the test from running, or `nil`. Nested tokens are arguments of something else.
  private func obstacle(of name: String, _ who: String) -> String? {
    var depth = 0
    for attribute in attributes where attribute.name == name {
      for (token, next) in zip(attribute.arguments, attribute.arguments.dropFirst()) {
        if [.mark("("), .mark("["), .mark("{")].contains(token) { depth += 1 }
        if [.mark(")"), .mark("]"), .mark("}")].contains(token) { depth -= 1 }
        guard depth == 0, token == .mark("."), case .word(let trait) = next else { continue }
        if ["disabled", "enabled"].contains(trait) { return "\(who) has the trait .\(trait)" }
      }
    }
    return nil
  }
}
