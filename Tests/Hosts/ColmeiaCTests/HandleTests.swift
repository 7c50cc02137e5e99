import CounterApp
import Testing

@testable import ColmeiaC

@Suite struct HandleTests {
  private func session() throws -> Session { Session(CounterApp(), try CreateOptions(nil)) }

  @Test func `A handle finds its app until it is removed, and is never valid again`() throws {
    let handles = Handles()
    var old: [UInt64] = []
    for _ in 0..<3 {
      let session = try session()
      let handle = try handles.add { session }
      #expect(handles[handle] === session)
      #expect(handles.remove(handle) === session)
      #expect(handles.remove(handle) == nil)
      session.destroy()
      old.append(handle)
      #expect(Set(old).count == old.count)
      #expect(old.allSatisfy { handles[$0] == nil })
    }
  }

  @Test(arguments: [0, 1, 2, 1 << 32, 1 << 32 | 2, 1 << 63, .max, .max - 1, 0xFFFF_FFFF] as [UInt64])
  func `An unknown handle finds nothing`(handle: UInt64) throws {
    let handles = Handles()
    #expect(handles[handle] == nil)
    #expect(handles.remove(handle) == nil)
  }
}
