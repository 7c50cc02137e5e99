import ColmeiaSecrets
import ColmeiaSync
import ColmeiaTransport

/// A file with each request of an app and how it ended: a line each, numbered, without bodies, header fields and secrets.
public final class ExchangeFile: Sendable {
  private let file: OutputFile
  private let count = Guarded(0)

  /// Begins the file anew.
  ///
  /// - Throws: when it cannot be written.
  init(path: String) throws(UsageError) {
    file = try OutputFile(path: path)
    file.replace(with: "")
  }

  /// Why nothing more can be written, as a sentence.
  var failure: String? { file.failure }

  /// Adds a line: `#7 story, ann: GET http://127.0.0.1:4892/feed?category 200, …`.
  ///
  /// - Parameters:
  ///   - place: the scenario, if there is one, and the device, if it has a name.
  ///   - masker: what else is a secret there.
  func add(_ record: ExchangeRecord, of place: [String], _ masker: SharedMasker) {
    let names = place.filter { !$0.isEmpty }.joined(separator: ", ")
    let line = masker(names.isEmpty ? "\(record)" : "\(names): \(record)")
    count.withLock { count in
      count += 1
      file.write("#\(count) " + TextStyle.plain.harmless(line).replacing("\n", with: " ") + "\n")
    }
  }
}
