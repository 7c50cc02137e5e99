/// The faults that requests have switched on.
struct BackendFaults {
  /// Whether requests may switch on faults.
  let isAllowed: Bool
  var cable = CableFault.none
  /// The buffer that reorders work; empty unless that fault is on.
  var disorder = Disorder<CableWork>(seed: 1)
  var news = NewsFault.none
  var shots = ShotsFault.none
}
