import ColmeiaHTTP
import Testing

@testable import ColmeiaTransport

@Suite struct StreamBufferTests {
  @Test func `All that waits is taken at once, then the end again and again`() {
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

  @Test func `A cut is behind the bytes, a failure is at once`() {
    var cut = StreamBuffer()
    cut.put([1])
    cut.cut(.offline)
    #expect(cut.take() == .bytes([1]) && cut.take() == .failure(.offline))
    var failed = StreamBuffer()
    failed.put([1])
    failed.fail(.shutDown)
    #expect(failed.take() == .failure(.shutDown) && failed.opening == .failure(.shutDown))
  }

  @Test func `The first error counts; a failure counts over an end that nobody has read`() {
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
