extension AlbumState {
  /// The users of the demo back end.
  static var demo: AlbumState {
    var state = AlbumState()
    let names = [("fulana22k", "fulana22k@hotmail.com", "fulana"), ("beto", "beto@colmeia.example", "beto")]
    for (index, (name, email, word)) in names.enumerated() {
      state.users.append(
        AlbumUser(
          id: 123 + index, email: email, name: name,
          password: PasswordRecord("\(word)-123", salt: Array("album of \(name)".utf8), rounds: 1_000),
          registered: 1_440_171_945))
    }
    return state
  }
}
