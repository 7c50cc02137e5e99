import ColmeiaTesting
import ColmeiaTransport
import TestSupport
import Testing

/// Checks how requests end that wait for a connection, of which `transport` permits one.
///
/// - Parameters:
///   - transport: A transport whose requests time out after 30 seconds of `clock`.
///   - server: A server that never responds.
func expectEnds<T: Transport>(
  of request: HTTPRequest, by transport: T, _ server: RawServer, _ clock: ManualClock,
  shutDown: @escaping @Sendable (T) async -> Void
) async throws {
  let first = Task { try await transport.send(request, TransferOptions(timeout: .patience)) }
  await server.received.reaches(1)
  let second = Task { try await transport.send(request, TransferOptions(timeout: .patience)) }
  second.cancel()
  await #expect(throws: TransportError.cancelled) { try await second.value }
  let third = Task { try await transport.send(request) }
  await clock.waitForSleeps(2)
  clock.advance(by: .seconds(31))
  await #expect(throws: TransportError.timedOut(after: .seconds(30), origin: server.origin)) { try await third.value }
  let fourth = Task { try await transport.send(request, TransferOptions(timeout: .patience)) }
  await shutDown(transport)
  await #expect(throws: TransportError.shutDown) { try await first.value }
  await #expect(throws: TransportError.shutDown) { try await fourth.value }
}
