import ColmeiaScenario

/// Rows for parsing a file of scenarios. The times are those of one byte: 33.3 ns are 30 MB/s.
func scenarioFiles() -> [Row] {
  [
    Row("sc", "0.7 MB of scenarios into statements, each byte", per: scenarios.count) {
      let source = SourceText(name: "benchmark.scn", bytes: scenarios)
      let mistakes = ScenarioFile(source).diagnostics.map { source.rendered($0) }
      if !mistakes.isEmpty { print(mistakes.joined(separator: "\n")) }
      return { n in for _ in 0..<n { keep(ScenarioFile(source).scenarios.count) } }
    },
    Row("scS", "baseline: the same bytes as a String, cut into its words", per: scenarios.count) {
      let scenarios = scenarios
      return { n in
        for _ in 0..<n {
          let lines = String(decoding: scenarios, as: UTF8.self).split(separator: "\n")
          keep(lines.reduce(0) { $0 + $1.split(separator: " ").map(String.init).count })
        }
      }
    },
  ]
}

private let scenarios = (0..<600).flatMap { number in
  Array(
    """
    # What a person does who has forgotten the password.
    scenario "one signs in and publishes a photo, the token changes with each answer: \(number)"
    tags     album smoke
    date     "2026-11-21"
    var      email = "ana\(number)@colmeia.example"
    secret   password = "ana-\(number)-123"
    always "nothing is shown twice": state news.feed.list.items count <= 5
    dispatch select "album"
    await    state album.session == "signedOut"
    dispatch album.typed ["email", "{{email}}"]
    dispatch album.typedPassword {{password}}
    expect   screen buttons[0].isEnabled == true
    dispatch album.signIn
    await    state album.session.signedIn == {"email": "{{email}}", "name": "ana", "registered": 1440171945, "pizza": null}
    expect   http "GET /album/photos" last query "order" == "newest"
    == a photo is published as a form
    dispatch album.typed ["caption", "Cão & neve"]
    await    state album.draft isNull within 5s
    expect   state album.photos count == 1
    expect   state album.photos[0].tags contains "neve"
    capture  first = state album.photos[0].id
    fault    delay 100ms..2s on "GET /album/photos" for 10s
    advance  10s
    request  POST "/album/photos" with "Token: {{password}}" {"title": "um", "body": {"id": \(number), "tags": ["a", "b"]}}
    settle ignoring timers
    restart

    """.utf8)
}
