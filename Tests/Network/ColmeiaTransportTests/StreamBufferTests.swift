import Testing

@testable import ColmeiaTransport

@Suite struct StreamBufferTests {
  @Test func `take() returns all unread bytes at once, and then the end every time`() {
    var buffer = StreamBuffer()
    #expect(buffer.take() == nil && buffer.opening == nil)
    buffer.begin(HTTPResponse(200))
    buffer.put([1])
    buffer.put([2])
    buffer.end()
    buffer.put([3])
    #expect(buffer.opening == .success(HTTPResponse(200)) && buffer.unread == 2 && buffer.isOver)
    #expect(buffer.take() == .bytes([1, 2]) && buffer.take() == .end && buffer.take() == .end)
  }

  @Test func `cut(_:) takes effect after the unread bytes, fail(_:) at once`() {
    var cut = StreamBuffer()
    cut.put([1])
    cut.cut(.offline)
    #expect(cut.take() == .bytes([1]) && cut.take() == .failure(.offline))
    var failed = StreamBuffer()
    failed.put([1])
    failed.fail(.shutDown)
    #expect(failed.take() == .failure(.shutDown) && failed.opening == .failure(.shutDown))
  }

  @Test func `The first error counts, but a failure replaces an end that has not been read`() {
    var buffer = StreamBuffer()
    buffer.cut(.offline)
    buffer.fail(.cancelled)
    buffer.end()
    #expect(buffer.take() == .failure(.offline))
    var ended = StreamBuffer()
    ended.put([1])
    ended.end()
    ended.fail(.cancelled)
    #expect(ended.take() == .failure(.cancelled))
  }
}
