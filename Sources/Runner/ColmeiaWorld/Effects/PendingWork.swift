/// Unfinished work of a store.
package struct PendingWork: Sendable {
  var store: String
  /// The effect, or `nil` if it is not known.
  package var effect: CaseText?
  /// The work if it is not an effect.
  var description: String
  var cause: String?
  var began: Duration?
  var isWaiting: Bool

  /// Creates a description of work.
  package init(
    store: String, effect: CaseText? = nil, description: String = "", cause: String? = nil, began: Duration? = nil,
    isWaiting: Bool = false
  ) {
    (self.store, self.effect, self.description) = (store, effect, description)
    (self.cause, self.began, self.isWaiting) = (cause, began, isWaiting)
  }

  /// Returns a line that describes the work.
  package func line(at now: Duration) -> String {
    let prefix = store.isEmpty ? "" : "\(store): "
    let text = effect?.text ?? description
    if isWaiting { return "\(prefix)\(text), delayed or queued" }
    let age = began.map { ", for \(Self.seconds(now - $0))" } ?? ""
    return "\(prefix)\(text)\(age)" + (cause.map { ", started by \($0)" } ?? "")
  }

  package static func seconds(_ duration: Duration) -> String {
    let milliseconds = duration / .milliseconds(1)
    return milliseconds < 1_000 ? "\(Int(milliseconds)) ms" : "\((milliseconds / 100).rounded() / 10) s"
  }
}
