extension Profile {
  /// How much of the photo has been transferred. It never decreases, even when another attempt begins again.
  func hearProgress(_ action: Action, _ state: inout State) {
    switch action {
    case .photoProgress(let percent) where state.isLoadingPhoto: state.photoPercent.raise(toPercent: percent)
    case .uploadProgress(let percent) where state.form?.photoStep == .uploading:
      state.form?.uploadPercent.raise(toPercent: percent)
    default: break
    }
  }
}
