import Foundation
import TestSupport
import Testing

/// What this process holds, by its own account (Linux).
enum ThisProcess {
  /// How many descriptors are open.
  static var descriptorCount: Int {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).count
  }

  /// Waits until so many descriptors are open, or fewer: URLSession closes its own a little after it has ended.
  static func descriptorsFall(to count: Int) async {
    await lookAgain(for: "\(count) descriptors") { descriptorCount <= count }
  }

  /// Bytes of memory that are resident.
  static var residentSize: Int {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
    return (pages.flatMap { Int($0[1]) } ?? 0) * 4_096
  }

  /// A number that the environment asks for, such as how much of something a long run does.
  static func number(_ name: String, otherwise value: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? value
  }
}
