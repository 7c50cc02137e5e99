#if os(Linux)
  import ColmeiaSync
  import Foundation
  import TestSupport
  import Testing

  @testable import ColmeiaPlatformTransport

  /// Tests of how much the hub's thread does, and for which links.
  @Suite(.blocking, .timeLimit(.minutes(10))) struct LinkHubTests {
    /// Counts what happens on a link.
    private final class Ear: Link.Listener {
      let isOpen = Tally()
      let bytes = Awaited(0)
      let isOver = Tally()
      func opened() { isOpen.add() }
      func received(_ bytes: ArraySlice<UInt8>) { self.bytes.change { $0 += bytes.count } }
      func ended(_ code: CurlCode) { isOver.add() }
      func hears(_ count: Int) async { _ = await bytes.first { $0 >= count ? true : nil } }
    }

    /// How often links are served while a link sends 100 bytes, one after the other, and receives each back.
    private static func served(besides idle: Int) async throws -> Int {
      let silent = try RawListener()
      let echo = try RawListener { descriptor in
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) == 1, write(descriptor, &byte, 1) == 1 {}
      }
      let hub = LinkHub(timeout: .seconds(60))
      let ears = (0..<idle).map { _ in Ear() }
      for ear in ears { hub.open(Link(silent.origin + "/", certificates: nil, ear)) }
      let ear = Ear()
      let link = Link(echo.origin + "/", certificates: nil, ear)
      hub.open(link)
      for ear in ears + [ear] { await ear.isOpen.reaches(1) }
      let before = hub.served
      for count in 1...100 {
        link.put([1])
        hub.wake(link)
        await ear.hears(count)
      }
      let count = hub.served - before
      hub.shutDown()
      await hub.waitForEnd()
      silent.stop()
      echo.stop()
      return count
    }

    @Test func `What a message costs doesn't grow with the number of idle links`() async throws {
      for idle in [10, 1_000] {
        // One for the bytes that are sent, one for those that are received, and the last links that were opened.
        let count = try await Self.served(besides: idle)
        #expect(count <= 220, "beside \(idle) idle links")
      }
    }

    @Test func `A link that always has input lets others have their turn`() async throws {
      let flood = try RawListener { descriptor in
        let bytes = [UInt8](repeating: 1, count: 65_536)
        while send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL)) > 0 {}
      }
      let silent = try RawListener()
      // A slow owner, whose input never runs dry.
      let hub = LinkHub(timeout: .seconds(60), reading: LinkReading(size: 16, count: 1))
      let (loud, quiet) = (Ear(), Ear())
      hub.open(Link(flood.origin + "/", certificates: nil, loud))
      await loud.hears(1)
      let link = Link(silent.origin + "/", certificates: nil, quiet)
      hub.open(link)
      await quiet.isOpen.reaches(1)
      link.close()
      hub.wake(link)
      await quiet.isOver.reaches(1)
      hub.shutDown()
      await hub.waitForEnd()
      flood.stop()
      silent.stop()
    }

    @Test func `All bytes that TLS has decrypted arrive, though the socket isn't readable any more`() async throws {
      let server = try SecureServer(count: 16_000)
      defer { server.stop() }
      // The bytes arrive as one record, which the first read decrypts as a whole.
      let hub = LinkHub(timeout: .seconds(60), reading: LinkReading(size: 100, count: 1))
      let ear = Ear()
      hub.open(Link("https://localhost:\(server.port)/", certificates: server.certificate, ear))
      await ear.hears(16_000)
      #expect(ear.isOver.value == 0)
      hub.shutDown()
      await hub.waitForEnd()
    }
  }

  /// A TLS server of OpenSSL's that sends bytes to its first client and then keeps silent.
  private final class SecureServer {
    let port: Int
    let certificate: String
    private let folder: URL
    private let process = Process()
    private let input = Pipe()

    init(count: Int) throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "secure-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      certificate = folder.appending(path: "server.pem").path
      let key = folder.appending(path: "server.key").path
      let making = Process()
      making.executableURL = URL(filePath: "/usr/bin/env")
      making.arguments =
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
        + ["-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate]
      making.standardError = FileHandle.nullDevice
      try making.run()
      making.waitUntilExit()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key]
      let output = Pipe()
      process.standardInput = input
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      // The server reads its input, and sends it, once a client has connected.
      try input.fileHandleForWriting.write(contentsOf: [UInt8](repeating: 0x2E, count: count - 1) + [0x0A])
      try process.run()
      var text = ""
      while !text.contains("ACCEPT 127.0.0.1:") || !text.hasSuffix("\n") {
        let more = output.fileHandleForReading.availableData
        if more.isEmpty { break }
        text += String(decoding: more, as: UTF8.self)
      }
      let line = text.split(separator: "\n").first { $0.hasPrefix("ACCEPT") }
      port = line.flatMap { $0.split(separator: ":").last }.flatMap { Int($0) } ?? 0
    }

    func stop() {
      // The child has inherited the mask of a dispatch thread, which blocks other signals.
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      try? FileManager.default.removeItem(at: folder)
    }
  }
#endif
