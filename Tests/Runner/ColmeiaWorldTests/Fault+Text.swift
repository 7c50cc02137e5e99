import ColmeiaScenario
import RunnerTestSupport

extension Fault {
  /// The text isn't a fault.
  struct NoFault: Error { let text: String }

  /// Parses a fault as it is written in a scenario, such as `offline on "GET /feed"`.
  init(_ text: String) throws {
    guard case .fault(let fault) = ScenarioFile("scenario \"t\"\nfault \(text)\n").firstStatement else {
      throw NoFault(text: text)
    }
    self = fault
  }
}
