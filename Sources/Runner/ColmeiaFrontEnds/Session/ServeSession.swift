import ColmeiaBase
import ColmeiaJSON
import ColmeiaSecrets
import ColmeiaWorld

/// A front end in another process, which communicates through lines.
///
/// Lines are processed one at a time, in order.
package final class ServeSession<App: RunnableApp>: Sendable {
  private let served: ServedWorld<App>
  private let input: InputLines
  private let output: Lines
  /// Masks secrets in all output.
  private let masker: Masker

  /// A carrier that writes one line at a time.
  private final class Lines: MessageCarrier {
    private let write: @Sendable (String) -> Void
    private let lock = Guarded(())

    init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

    func takesNews() -> Bool { true }
    func send(_ text: String, _ kind: MessageDelivery) { lock.withLock { _ in write(text + "\n") } }
  }

  /// Creates a session that reads from `input`. `write` is called with whole lines, by one thread at a time.
  package init(
    _ served: ServedWorld<App>, _ input: InputLines, masker: Masker, write: @escaping @Sendable (String) -> Void
  ) {
    self.masker = masker
    self.served = served
    self.input = input
    output = Lines(write)
  }

  package func run() async throws -> ExitCode {
    guard let messenger = await greet() else { return .usage }
    let session = try await served.start(FrontEnds(messenger))
    await read(session, messenger)
    await session.stop()
    return .success
  }

  /// Reads the front end's hello, after blank lines. Returns `nil` if it is missing or invalid.
  private func greet() async -> Messenger? {
    var line = await input.next()
    while let content = line?.content, content.allSatisfy({ " \t\r".utf8.contains($0) }) { line = await input.next() }
    do throws(ProtocolError) {
      let greeting = try ServeProtocol.greeting(line?.content, of: served.app)
      let messenger = Messenger(
        claims: greeting.claims ?? [], language: greeting.language ?? served.language, masker, output)
      served.greet(messenger)
      return messenger
    } catch {
      Messenger(masker, output).send(.error(error.on(line: line?.number ?? 1)))
      return nil
    }
  }

  /// Processes lines up to the last. A failure of the world is reported once, when the next line arrives or at the end.
  private func read(_ session: AppSession<App>, _ messenger: Messenger) async {
    var hasFailed = false
    while true {
      let line = await input.next()
      if !hasFailed, let failure = await served.failure {
        hasFailed = true
        messenger.send(.error(ProtocolError(.app, failure)))
      }
      guard let line else { return }
      guard let content = line.content else {
        let error = ProtocolError(.invalidMessage, "the line is longer than \(input.limit) bytes")
        messenger.send(.error(error.on(line: line.number)))
        continue
      }
      if session.receive(content, number: line.number) { continue }
      // Actions that are still queued are reduced first.
      return await withCheckedContinuation { over in session.whenIdle { over.resume() } }
    }
  }
}
