import ColmeiaSystems

// What the failures of the shots say. The Portuguese is the original's (M1, M2), to the letter.
extension Phrase {
  static func portuguese(_ failure: ShotsFailure) -> String {
    switch failure {
    case .unauthorized: DribbbleAPI.unauthorizedMessage
    case .jsonMapping: DribbbleAPI.jsonMappingMessage
    case .undefined: DribbbleAPI.undefinedMessage
    }
  }

  static func english(_ failure: ShotsFailure) -> String {
    switch failure {
    case .unauthorized: "Not authorized"
    case .jsonMapping: "The JSON could not be mapped"
    case .undefined: "Oops! Something went wrong."
    }
  }
}
