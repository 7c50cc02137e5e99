#if os(Linux) || os(macOS)
  import Colmeia
  import ColmeiaHTTP
  import ColmeiaTransport

  /// A world whose server is a process of its own, which ends with the world.
  ///
  /// ```swift
  /// func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<Shop> {
  ///   try await ServerWorld(ServerCommand(["shop-server", "--port", "0"]), parts) { address in ShopWorld(parts, at: address) }
  /// }
  /// ```
  public struct ServerWorld<World: RunnableWorld>: RunnableWorld {
    private let server: ServerProcess
    private let world: World

    /// Starts the server, and then makes the world that talks to it.
    ///
    /// - Parameters:
    ///   - command: How the server is started.
    ///   - parts: The parts of the scenario's world.
    ///   - makeWorld: Is given the address at which the server listens.
    /// - Throws: ``ServerProcessError``, or what `makeWorld` throws; then the server is ended.
    public init(
      _ command: ServerCommand, _ parts: WorldParts, makeWorld: (String) async throws -> World
    ) async throws {
      server = try await ServerProcess.start(command, clock: parts.backgroundClock)
      do {
        world = try await makeWorld(server.address)
      } catch {
        await server.stop()
        throw error
      }
    }

    /// The world's, or else the server.
    public var origin: String? { world.origin ?? server.address }

    /// That the server has ended, if it has, or what the world says.
    public var failure: (any Error)? {
      get async {
        if let failure = await server.failure { return failure }
        return await world.failure
      }
    }

    /// Creates a device of the world within.
    public func makeDevice(_ name: String) async throws -> Device<World.Root> { try await world.makeDevice(name) }

    /// As the world does.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await world.send(request) }

    /// As the world does.
    public func open(_ request: HTTPRequest) async throws -> any ByteStream { try await world.open(request) }

    /// Stops the world, and then the server.
    public func stop() async {
      await world.stop()
      await server.stop()
    }
  }
#endif
