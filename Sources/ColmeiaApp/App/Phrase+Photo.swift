// What the object store's failures say.
extension Phrase {
  static func portuguese(_ failure: PhotoFailure) -> String {
    switch failure {
    case .unreadable: "O arquivo da foto não pôde ser lido."
    case .notAnImage: "O arquivo não é uma imagem JPEG ou PNG."
    case .tooLarge(let limit): "A foto tem mais de \(limit >> 20) MiB. Escolha uma menor."
    case .refused(let code): "A foto foi recusada (\(code)). Tente de novo mais tarde."
    case .request(let failure): Phrase.requestFailed(failure).portuguese
    }
  }

  static func english(_ failure: PhotoFailure) -> String {
    switch failure {
    case .unreadable: "The photo's file could not be read."
    case .notAnImage: "The file is no JPEG or PNG image."
    case .tooLarge(let limit): "The photo has more than \(limit >> 20) MiB. Choose a smaller one."
    case .refused(let code): "The photo was refused (\(code)). Try again later."
    case .request(let failure): Phrase.requestFailed(failure).english
    }
  }
}
