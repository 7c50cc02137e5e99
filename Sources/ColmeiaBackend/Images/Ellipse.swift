/// A filled shape of one colour on a square canvas of palette places.
struct Ellipse {
  /// The middle, in pixels from the left.
  var x: Int
  /// The middle, in pixels from the top.
  var y: Int
  /// From the middle to the left and right edge.
  var width: Int
  /// From the middle to the upper and lower edge.
  var height: Int
  /// The place of its colour in the palette.
  var paint: DogPicture.Paint

  init(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ paint: DogPicture.Paint) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.paint = paint
  }

  /// Paints over what is there, row by row of its bounding box; what lies outside of the canvas is left out.
  ///
  /// - Complexity: O(its bounding box).
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
