import Testing

/// A place in the source, as both test libraries want it.
package struct Spot: Sendable {
  package var fileID: StaticString
  package var filePath: StaticString
  /// Counted from 1, as is the column.
  package var line: UInt
  package var column: UInt

  package init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  var sourceLocation: SourceLocation {
    SourceLocation(
      fileID: "\(fileID)", filePath: "\(filePath)", line: Int(clamping: line), column: Int(clamping: column))
  }
}
