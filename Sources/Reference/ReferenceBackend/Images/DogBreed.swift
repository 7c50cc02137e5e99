/// The categories of iddog's feed. The default is husky.
enum DogBreed: String, CaseIterable {
  case husky
  case hound
  case pug
  case labrador
}
