import Foundation
import TestSupport
import Testing

/// The resources of this process (Linux).
enum ThisProcess {
  /// The number of open descriptors.
  static var descriptorCount: Int {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).count
  }

  /// Waits until at most `count` descriptors are open. URLSession closes its descriptors shortly after it has ended.
  static func descriptorsFall(to count: Int) async {
    await poll(for: "\(count) descriptors") { descriptorCount <= count }
  }

  /// The size of resident memory in bytes.
  static var residentSize: Int {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
    return (pages.flatMap { Int($0[1]) } ?? 0) * 4_096
  }

  /// Returns a number from the environment, such as the duration of a long run.
  static func number(_ name: String, otherwise value: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? value
  }
}
