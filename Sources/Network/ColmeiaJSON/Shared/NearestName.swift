/// Suggests the name that was probably meant by a misspelled one.
package enum NearestName {
  /// Returns the most similar of `names`, or `nil` if none is similar enough. For every three characters, one may be
  /// wrong, missing, added, or swapped with its neighbor. Names of more than 100 bytes aren't compared.
  ///
  /// - Complexity: O(names × length²).
  package static func of(_ name: String, in names: some Sequence<String>) -> String? {
    if name.utf8.count > longest { return nil }
    let wanted = Array(name.lowercased())
    var nearest: (name: String, distance: Int)?
    for candidate in names where candidate.utf8.count <= longest {
      let letters = Array(candidate.lowercased())
      let limit = max(1, max(wanted.count, letters.count) / 3)
      guard abs(letters.count - wanted.count) <= limit else { continue }
      let distance = distance(wanted, letters)
      if distance <= limit, distance < nearest?.distance ?? .max { nearest = (candidate, distance) }
    }
    return nearest?.name
  }

  private static var longest: Int { 100 }

  /// Returns the number of edits between two names (the restricted Damerau–Levenshtein distance).
  static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var before: [Int] = []
    var last = Array(0...right.count)
    for i in 0..<left.count {
      var row = [i + 1]
      for j in 0..<right.count {
        var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] { best = min(best, before[j - 1] + 1) }
        row.append(best)
      }
      (before, last) = (last, row)
    }
    return last[right.count]
  }
}
