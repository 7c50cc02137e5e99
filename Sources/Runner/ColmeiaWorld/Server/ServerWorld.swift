#if os(Linux) || os(macOS)
  import Colmeia
  import ColmeiaHTTP
  import ColmeiaTransport

  /// A world whose server is a separate process, which ends with the world.
  ///
  /// ```swift
  /// func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<Shop> {
  ///   try await ServerWorld(ServerCommand(["shop-server", "--port", "0"]), parts) { address in ShopWorld(parts, at: address) }
  /// }
  /// ```
  public struct ServerWorld<World: RunnableWorld>: RunnableWorld {
    /// The server; `nil` if it was already running, or if a recording is replayed.
    private let server: ServerProcess?
    private let address: String
    private let world: World

    /// Starts the server, and then creates the world that communicates with it.
    ///
    /// No server is started if the command line names one that is already running (`--origin server=URL`), or while a
    /// recording is replayed, which contains the server's responses.
    ///
    /// - Parameters:
    ///   - command: The command that starts the server.
    ///   - parts: The parts of the scenario's world.
    ///   - name: The name of the server on the command line.
    ///   - makeWorld: Creates the world. It receives the address at which the server listens.
    /// - Throws: ``ServerProcessError``, or the error that `makeWorld` throws, after the server has been stopped.
    public init(
      _ command: ServerCommand, _ parts: WorldParts, name: String = "server",
      makeWorld: @Sendable (String) async throws -> World
    ) async throws {
      let network = parts.network
      let recorded = network.isReplaying ? network.recordedOrigin ?? "http://127.0.0.1:1" : nil
      if let known = recorded ?? parts.given.origins[name] {
        (server, address, world) = (nil, known, try await makeWorld(known))
        return
      }
      let server = try await ServerProcess.start(command, clock: parts.backgroundClock)
      // A statement that waits then learns that it waits in vain.
      server.whenEnded { network.bell.ring() }
      do {
        (self.server, address, world) = (server, server.address, try await makeWorld(server.address))
      } catch {
        await server.stop()
        throw error
      }
    }

    /// The origin of the inner world, or the server's address.
    public var origin: String? { world.origin ?? address }

    /// The error if the server has ended, otherwise the failure of the inner world.
    public var failure: (any Error)? {
      get async {
        if let failure = await server?.failure { return failure }
        return await world.failure
      }
    }

    /// Creates a device of the inner world.
    public func makeDevice(_ name: String) async throws -> Device<World.Root> { try await world.makeDevice(name) }

    /// Removes the data of a device of the inner world.
    public func removeDevice(_ name: String) async { await world.removeDevice(name) }

    /// Sends a request through the inner world.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await world.send(request) }

    /// Opens a stream through the inner world.
    public func open(_ request: HTTPRequest) async throws -> any ByteStream { try await world.open(request) }

    /// Stops the inner world, and then the server.
    public func stop() async {
      await world.stop()
      await server?.stop()
    }
  }
#endif
