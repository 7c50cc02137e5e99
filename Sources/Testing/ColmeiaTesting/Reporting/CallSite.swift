import Testing

/// The source location of a call, in the forms that Swift Testing and XCTest accept.
@usableFromInline package struct CallSite: Sendable {
  @usableFromInline package var fileID: StaticString
  @usableFromInline package var filePath: StaticString
  /// The line, counted from 1, as is the column.
  @usableFromInline package var line: UInt
  @usableFromInline package var column: UInt

  @inlinable package init(
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
