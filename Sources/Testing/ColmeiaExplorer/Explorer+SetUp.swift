import Colmeia
import ColmeiaDebugging

extension Explorer {
  /// The source code that creates the feature in a test, without its children, which the reducer declares.
  @usableFromInline var setUp: String {
    source ?? Threads.watched { code } ?? "\(SwiftText.placeholder(R.State.self)), \(SwiftText.placeholder(R.self))"
  }

  private var code: String {
    let fields = Mirror(reflecting: reducer).children.filter { !($0.value is any DeclaredChild) }
    let arguments = fields.map { "\($0.label ?? ""): \(SwiftText.bounded($0.value))" }.joined(separator: ", ")
    return "\(SwiftText.bounded(initial)), \(StateDiff.name(of: R.self))(\(arguments))"
  }
}
