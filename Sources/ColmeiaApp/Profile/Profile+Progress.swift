extension Profile {
  /// Updates the progress of a photo's transfer. It never decreases, even if another attempt starts over.
  func reduceProgress(_ action: Action, _ state: inout State) {
    switch action {
    case .photoProgress(let percent) where state.isLoadingPhoto: state.photoPercent.raise(toPercent: percent)
    case .uploadProgress(let percent) where state.form?.photoStep == .uploading:
      state.form?.uploadPercent.raise(toPercent: percent)
    default: break
    }
  }
}
