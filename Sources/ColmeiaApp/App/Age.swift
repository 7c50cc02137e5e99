/// How long ago something was, as people say it: in the largest unit of which there is at least one.
struct Age: Sendable, Equatable {
  private let count: Int
  private let unit: Int

  private static let units = [
    (seconds: 86_400, portuguese: ("dia", "dias"), english: ("day", "days")),
    (seconds: 3_600, portuguese: ("hora", "horas"), english: ("hour", "hours")),
    (seconds: 60, portuguese: ("minuto", "minutos"), english: ("minute", "minutes")),
  ]

  /// So many seconds ago; less than a minute, and what is not yet, is just now.
  init(_ seconds: Int) {
    unit = Self.units.firstIndex { seconds >= $0.seconds } ?? Self.units.count
    count = unit < Self.units.count ? seconds / Self.units[unit].seconds : 0
  }

  var portuguese: String { count == 0 ? "agora há pouco" : "há \(count) \(name(\.portuguese))" }
  var english: String { count == 0 ? "just now" : "\(count) \(name(\.english)) ago" }

  private typealias Unit = (seconds: Int, portuguese: (String, String), english: (String, String))

  private func name(_ language: KeyPath<Unit, (String, String)>) -> String {
    let (one, many) = Self.units[unit][keyPath: language]
    return count == 1 ? one : many
  }
}
