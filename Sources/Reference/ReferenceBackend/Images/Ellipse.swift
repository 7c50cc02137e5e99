/// A filled ellipse of one color on a square canvas of palette indices.
struct Ellipse {
  /// The horizontal position of the center, in pixels from the left.
  var x: Int
  /// The vertical position of the center, in pixels from the top.
  var y: Int
  /// The horizontal radius in pixels.
  var width: Int
  /// The vertical radius in pixels.
  var height: Int
  /// The palette index of the color.
  var paint: DogPicture.Paint

  init(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ paint: DogPicture.Paint) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.paint = paint
  }

  /// Draws the ellipse over the existing pixels. Parts outside the canvas are clipped.
  ///
  /// - Complexity: O(area of the bounding box).
  func draw(on pixels: inout [UInt8], size: Int) {
    for row in max(0, y - height)...min(size - 1, y + height) {
      for column in max(0, x - width)...min(size - 1, x + width) where contains(column, row) {
        pixels[row * size + column] = paint.rawValue
      }
    }
  }

  private func contains(_ column: Int, _ row: Int) -> Bool {
    let across = (column - x) * height
    let down = (row - y) * width
    let edge = width * height
    return across * across + down * down <= edge * edge
  }
}
