import Testing

@testable import ColmeiaTransport

@Suite struct StreamBufferTests {
  @Test func `next() returns all unread bytes at once, and then the end every time`() {
    var buffer = StreamBuffer()
    #expect(buffer.next() == nil && buffer.opening == nil)
    buffer.begin(HTTPResponse(200))
    buffer.append([1])
    buffer.append([2])
    buffer.end()
    buffer.append([3])
    #expect(buffer.opening == .success(HTTPResponse(200)) && buffer.unread == 2 && buffer.isOver)
    #expect(buffer.next() == .bytes([1, 2]) && buffer.next() == .end && buffer.next() == .end)
  }

  @Test func `cut(_:) takes effect after the unread bytes, fail(_:) at once`() {
    var cut = StreamBuffer()
    cut.append([1])
    cut.cut(.offline)
    #expect(cut.next() == .bytes([1]) && cut.next() == .failure(.offline))
    var failed = StreamBuffer()
    failed.append([1])
    failed.fail(.shutDown)
    #expect(failed.next() == .failure(.shutDown) && failed.opening == .failure(.shutDown))
  }

  @Test func `The first error counts, but a failure replaces an end that has not been read`() {
    var buffer = StreamBuffer()
    buffer.cut(.offline)
    buffer.fail(.cancelled)
    buffer.end()
    #expect(buffer.next() == .failure(.offline))
    var ended = StreamBuffer()
    ended.append([1])
    ended.end()
    ended.fail(.cancelled)
    #expect(ended.next() == .failure(.cancelled))
  }
}
