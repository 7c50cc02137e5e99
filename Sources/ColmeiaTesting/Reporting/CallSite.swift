import Testing

/// The place of a call in the source, in the forms that both test libraries take.
@usableFromInline package struct CallSite: Sendable {
  @usableFromInline package var fileID: StaticString
  @usableFromInline package var filePath: StaticString
  /// Counted from 1, as is the column.
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
