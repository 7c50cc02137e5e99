import ColmeiaClient

extension FuzzTarget {
  private static let key = "0123456789/abcdef"

  static let cacheFile = FuzzTarget(
    name: "cache-file", summary: "cache files, and the responses in them",
    samples: [
      "colmeia answer 1\n200\nContent-Type: application/json\nETag: \"1\"\n\n{\"category\":\"pug\",\"list\":[]}",
      "colmeia answer 1\n204\n\n", "colmeia cache 1\n\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{7}",
    ]
  ) { bytes in
    if CacheFrame.entry(in: bytes, key: key) != nil { return "a file without a digest was accepted" }
    if let record = ResponseRecord(bytes, written: 7), record.bytes != bytes {
      return "a response changes when it is written"
    }
    return wrongFile(bytes)
  }

  /// Returns what is wrong with a cache file of these bytes, or with the detection of damage to it; `nil` if nothing
  /// is.
  private static func wrongFile(_ bytes: [UInt8]) -> String? {
    let entry = CacheEntry(bytes, written: bytes.count, validator: bytes.first.map { "\"\($0)\"" })
    guard let head = try? CacheFrame.head(of: entry, key: key) else { return "an entry has no header" }
    let file = head + bytes
    if CacheFrame.entry(in: file, key: key) != entry { return "an entry changes when it is read" }
    // The input determines where the file is damaged, and how.
    let position = bytes.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF } % file.count
    var damaged = file
    damaged[position] ^= max(1, bytes.last ?? 1)
    if CacheFrame.entry(in: damaged, key: key) != nil { return "a changed byte at offset \(position) was not detected" }
    if CacheFrame.entry(in: Array(file[..<position]), key: key) != nil {
      return "a truncation at offset \(position) was not detected"
    }
    return CacheFrame.entry(in: file, key: key + "x") == nil ? nil : "the entry was read under a different key"
  }
}
