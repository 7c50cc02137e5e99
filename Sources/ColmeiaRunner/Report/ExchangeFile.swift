import ColmeiaSecrets
import ColmeiaSync
import ColmeiaTransport

/// A log of an app's requests and their results. Each has a numbered line, without bodies, header fields and secrets.
public final class ExchangeFile: Sendable {
  private let file: OutputFile
  private let count = Guarded(0)

  /// Creates an empty log.
  ///
  /// - Throws: ``UsageError`` if the file can't be written.
  init(path: String) throws(UsageError) {
    file = try OutputFile(path: path)
    file.replace(with: "")
  }

  /// The reason why the log can't be written, as a sentence.
  var failure: String? { file.failure }

  /// Appends a line: `#7 story, ann: GET http://127.0.0.1:4892/feed?category 200, …`.
  ///
  /// - Parameters:
  ///   - record: The request and its result.
  ///   - place: The title of the scenario and the name of the device, if any.
  ///   - masker: Masks secrets in the line.
  func add(_ record: ExchangeRecord, of place: [String], _ masker: SharedMasker) {
    let names = place.filter { !$0.isEmpty }.joined(separator: ", ")
    let line = masker(names.isEmpty ? "\(record)" : "\(names): \(record)")
    count.withLock { count in
      count += 1
      file.write("#\(count) " + TextStyle.plain.harmless(line).replacing("\n", with: " ") + "\n")
    }
  }
}
