import Colmeia
import CounterFeature
import Foundation

/// `Counter [+N | -N | factor] ...`: sends each word to a store and shows what becomes of it.
@main struct Main {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.contains("--help") { return print(usage) }
    let store = Store(Counter.State(), Counter(), CounterHandler())
    store.subscribe(to: \.count) { print("count is", $0) }
    store.subscribe(to: \.factors) { if let factors = $0 { print("factors are", factors) } }
    for word in words.isEmpty ? ["+60", "-18", "factor"] : words {
      guard let action = action(word) else {
        print("Counter: '\(word)' is not a step.\n\(usage)")
        exit(2)
      }
      await store.send(action).finish()
    }
    await store.shutdown()
  }

  static let usage = "Usage: Counter [+N | -N | factor] ...   for example: Counter +12 factor"

  static func action(_ word: String) -> Counter.Action? {
    if word == "factor" { return .factor }
    guard word.hasPrefix("+") || word.hasPrefix("-"), let step = Int(word), abs(step) <= 1_000_000 else { return nil }
    return .add(step)
  }
}
