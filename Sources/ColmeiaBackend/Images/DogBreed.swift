/// The categories of iddog's feed; husky is the default.
enum DogBreed: String, CaseIterable {
  case husky
  case hound
  case pug
  case labrador
}
