import ColmeiaRunner
import CounterFeature

/// The counter as an app for the command line and for hosts in C.
package struct CounterApp: RunnableApp {
  package typealias Root = Counter
  package let name = "Counter"
  package let version = "1"

  package init() {}

  package func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<Counter> {
    LocalWorld { Device(Counter.State(), Counter(), CounterHandler()) }
  }
}
