import ColmeiaBase
import Foundation
import RunnerTestSupport
import TestSupport
import Testing

@testable import ColmeiaWorld

/// Tests of servers in separate processes. The servers are shells, whose address is their process ID.
@Suite(.blocking, .timeLimit(.minutes(10))) struct ServerProcessTests {
  private static func shell(
    _ script: String, patience: Duration = .seconds(300), environment: [String: String] = [:]
  ) -> ServerCommand {
    ServerCommand(["sh", "-c", script], environment: environment, patience: patience) { line in
      line.hasPrefix("pid ") ? String(line.dropFirst(4)) : nil
    }
  }

  private static func start(_ script: String) async throws -> (server: ServerProcess, number: pid_t) {
    let server = try await ServerProcess.start(shell(script), clock: ContinuousClock())
    return (server, try #require(pid_t(server.address)))
  }

  /// Whether there is neither a process nor a zombie with this ID.
  private static func isGone(_ number: pid_t) -> Bool { kill(number, 0) != 0 && errno == ESRCH }

  private static func error(_ command: ServerCommand) async -> ServerProcessError? {
    do throws(ServerProcessError) {
      let server = try await ServerProcess.start(command, clock: ContinuousClock())
      await server.stop()
      return nil
    } catch { return error }
  }

  private static let goesOn = "echo pid $$; while :; do sleep 1000; done"

  @Test func `A server is started, announces its address, and is stopped`() async throws {
    let (server, number) = try await Self.start("echo hello; \(Self.goesOn)")
    #expect(await server.failure == nil && !Self.isGone(number))
    await server.stop()
    #expect(await server.failure == nil && Self.isGone(number))
    await server.stop()
  }

  @Test func `A server receives a signal first and may clean up, and everything it has started ends with it`()
    async throws
  {
    let folder = try Folder([:])
    defer { folder.remove() }
    let script = "sleep 1000 & child=$!; trap 'echo bye >\(folder.path)/bye; exit' TERM; echo pid $child; wait"
    let (server, child) = try await Self.start(script)
    await server.stop()
    #expect(FileManager.default.fileExists(atPath: "\(folder.path)/bye"))
    await poll(for: "the end of what the server has started") { Self.isGone(child) }
  }

  @Test func `A server that ignores the signal is killed, even if the stopping task is cancelled`() async throws {
    let (server, number) = try await Self.start("trap '' TERM; \(Self.goesOn)")
    let stopping = Task { await server.stop() }
    stopping.cancel()
    await stopping.value
    #expect(Self.isGone(number))
  }

  @Test func `A server ends when its object is released`() async throws {
    var (server, number): (ServerProcess?, pid_t) = try await Self.start(Self.goesOn)
    #expect(server != nil && !Self.isGone(number))
    server = nil
    await poll(for: "the end of a released server") { Self.isGone(number) }
  }

  @Test func `A server that ends early is reported with its last lines, without terminal control characters`()
    async throws
  {
    let script =
      "i=0; while [ $i -lt 30 ]; do i=$((i+1)); echo line $i; done; printf 'a\\033[31mb\\342\\200\\256c' >&2; exit 3"
    let error = try #require(await Self.error(Self.shell(script)))
    #expect(error.reason == .ended(status: 3))
    #expect(error.lines == (12...30).map { "line \($0)" } + ["a\\u001b[31mb\\u202ec"])
    #expect(error.description.hasPrefix("the server 'sh' ended with status 3; its last lines:\n  line 12\n"))
    let killed = try #require(await Self.error(Self.shell("kill -KILL $$")))
    #expect(killed.description == "the server 'sh' was terminated by signal 9; it printed nothing")
  }

  @Test func `A missing server and a silent one are reported`() async throws {
    let missing = try #require(await Self.error(ServerCommand(["/nowhere/server", "s3cr3t"])))
    #expect(missing.reason == .ended(status: 127) && !"\(missing)".contains("s3cr3t"))
    let silent = try #require(await Self.error(Self.shell("while :; do sleep 1000; done", patience: .milliseconds(1))))
    #expect(
      silent.description == """
        the server 'sh' did not print its address within 1 ms; it printed nothing. Many programs write to a pipe only \
        when a buffer is full: flush the output (in Python, -u)
        """)
  }

  @Test func `Waiting for a server can be cancelled`() async {
    let waiting = Task { await Self.error(Self.shell("while :; do sleep 1000; done")) }
    waiting.cancel()
    #expect(await waiting.value?.reason == .cancelled)
  }

  @Test func `All output of a server is read, and its end is noticed`() async throws {
    // A pipe holds 64 KiB, so a server whose output isn't read is blocked before it ends.
    let flood = "head -c 3000000 /dev/zero | tr '\\0' x"
    let (server, number) = try await Self.start("\(flood); echo; echo pid $$; \(flood); echo; echo last; exit 5")
    await poll(for: "the end of the server") { await server.failure != nil }
    let failure = try #require(await server.failure)
    #expect(failure.reason == .ended(status: 5) && Self.isGone(number))
    #expect(failure.lines.map(\.utf8.count) == [1_000, "pid \(number)".count, 1_000, 4])
  }

  @Test func `A server has default signal handling, an empty input and its own environment variables`() throws {
    #if os(Linux)
      var (blocked, before) = (sigset_t(), sigset_t())
      sigfillset(&blocked)
      pthread_sigmask(SIG_BLOCK, &blocked, &before)
      let handler = signal(SIGUSR2, SIG_IGN)
      // The program inspects itself, because a shell blocks signals while it waits.
      let script = "cat; echo \"begin $WORD\"; exec sed -nE 's/^Sig(Blk|Ign):.*(.{8})$/\\1 \\2/p' /proc/self/status"
      let spawned = Result {
        try ServerSpawn(Self.shell(script, environment: ["WORD": "here"]))
      }
      signal(SIGUSR2, handler)
      pthread_sigmask(SIG_SETMASK, &before, nil)
      let child = try spawned.get()
      let output = FileHandle(fileDescriptor: child.output, closeOnDealloc: true).readDataToEndOfFile()
      var status: Int32 = 0
      waitpid(child.process, &status, 0)
      kill(-child.process, SIGKILL)
      close(child.lifeline)
      child.ending.close()
      let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
      // The C library ignores two of its own signals, the first of which is number 32.
      #expect(
        lines == ["begin here", "Blk 00000000", "Ign 80000000"]
          || lines == ["begin here", "Blk 00000000", "Ign 00000000"], "\(lines)")
    #endif
  }

  @Test(arguments: [
    ("listening at http://127.0.0.1:8080", "http://127.0.0.1:8080"),
    ("Serving HTTP on 127.0.0.1 port 8000 (http://127.0.0.1:8000/) ...", "http://127.0.0.1:8000"),
    ("see 'https://localhost:1/api'.", "https://localhost:1/api"), ("xhttp://a", nil), ("http:/", nil), ("", nil),
  ])
  func `An address is found in a line`(line: String, address: String?) {
    #expect(ServerCommand.firstAddress(line) == address)
  }
}
