import ReferenceEntities

extension CanillitaState {
  /// The newspapers and news of the demo back end.
  static var demo: CanillitaState {
    var state = CanillitaState()
    let newspapers = [
      ("Diário da Colmeia", "Tudo o que zumbe na cidade."), ("Pólen & Mel", "Receitas, flores e fofocas."),
      ("Zangão", "Ainda sem notícias."),
    ]
    for (name, description) in newspapers {
      state.newspapers.upsert(
        NewspaperRecord(name: name, description: description, createdAt: 1_482_883_200, updatedAt: 1_482_883_200))
    }
    let news = [
      ("Diário da Colmeia", "Primavera chegou", "As flores abriram.\nAs abelhas também."),
      ("Pólen & Mel", "Pão de mel", "Ingredientes:\n- mel\n- farinha\n\nMisture e espere."),
      ("Diário da Colmeia", "Trânsito", "Fila de três horas na entrada da colmeia."),
      ("Diário da Colmeia", "Eleição da rainha", "Apuração:\n  Ana 51%\n  Carla 49%"),
      ("Pólen & Mel", "Lavanda 🌿", "Onde ela nasce, e por quê."),
    ]
    for (number, (newspaper, title, body)) in news.enumerated() {
      state.store(
        NewsRecord(
          item: NewsItem(
            id: "00000000-0000-4000-8000-00000000000\(number + 1)", newspaper: newspaper, title: title, body: body),
          createdAt: 1_482_883_200 + 60 * number))
    }
    return state
  }
}
