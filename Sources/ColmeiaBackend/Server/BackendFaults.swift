/// What misbehaves, since a request has asked for it.
struct BackendFaults {
  /// Whether requests may ask for it.
  let isAllowed: Bool
  var cable = CableFault.none
  /// What overtakes each other; empty unless that is asked for.
  var disorder = Disorder<CableWork>(seed: 1)
  var news = NewsFault.none
  var shots = ShotsFault.none
}
