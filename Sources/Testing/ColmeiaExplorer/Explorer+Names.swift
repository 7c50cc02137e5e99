extension Explorer {
  /// The names of the actions in stored programs, in the order of declaration. Equal names are numbered: `edit`,
  /// `edit #2`.
  @usableFromInline var actionNames: [String] {
    var counts: [String: Int] = [:]
    return sources.map { source in
      let count = counts[source.name, default: 0] + 1
      counts[source.name] = count
      return count == 1 ? source.name : "\(source.name) #\(count)"
    }
  }

  /// Returns the index of the action with a name from a stored program.
  @usableFromInline func index(ofAction name: String) -> Int? { actionNames.firstIndex(of: name) }
}
