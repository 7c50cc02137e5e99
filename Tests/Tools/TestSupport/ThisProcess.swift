import Foundation
import Testing

/// Measurements of the current process (Linux).
package enum ThisProcess {
  /// The number of open descriptors.
  package static var descriptorCount: Int { descriptors.count }

  /// Waits until at most `count` descriptors are open. URLSession closes its descriptors shortly after it has ended.
  package static func descriptorsFall(to count: Int) async {
    await poll(for: "\(count) descriptors") { descriptorCount <= count }
  }

  /// Returns the number of client sockets that are connected to this port of the loopback interface.
  package static func connectionCount(to port: UInt16) -> Int {
    descriptors.compactMap { Int32($0) }.count { peerPort($0) == port }
  }

  private static var descriptors: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
  }

  private static func peerPort(_ descriptor: Int32) -> UInt16? {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isConnected = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) == 0 }
    }
    return isConnected && address.sin_family == sa_family_t(AF_INET) ? UInt16(bigEndian: address.sin_port) : nil
  }

  /// The resident memory in bytes.
  package static var residentSize: Int {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
    return (pages.flatMap { Int($0[1]) } ?? 0) * 4_096
  }

  /// The peak resident memory in bytes.
  package static var peakSize: Int {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1_024
  }

  /// Returns a number from an environment variable, such as the size of a load test or the duration of a long run.
  package static func number(_ name: String, otherwise value: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? value
  }
}
