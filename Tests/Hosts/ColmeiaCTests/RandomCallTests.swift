import CColmeia
import CounterApp
import Synchronization
import TestSupport
import Testing

@testable import ColmeiaC

/// Random calls from several threads. `.ci/c-interface` makes a million more from C.
@Suite(.blocking, .timeLimit(.minutes(10))) struct RandomCallTests {
  private static let messages = [
    #"{"dispatch": {"add": 1}}"#, #"{"dispatch": "factor"}"#, #"{"echo": 1}"#, #"{"end": 1}"#, #""bye""#, "{", "",
  ]

  @Test func `Calls in any order are safe`() async {
    let handles = Handles()
    await withTaskGroup(of: Void.self) { group in
      for seed in 0..<4 as Range<UInt64> {
        group.addTask {
          var random = SplitMix(state: seed)
          for _ in 0..<2_500 { Self.call(handles, random.next()) }
        }
      }
    }
    for index in 0..<4 as Range<UInt64> { _ = colmeia_destroy(handles.exchange(index, 0)) }
    #expect((0..<4).allSatisfy { handles.handle($0) == 0 })
  }

  private static func call(_ handles: Handles, _ random: UInt64) {
    let (index, what, more) = (random >> 8 & 3, random >> 16 & 31, random >> 32)
    let handle = handles.handle(index) ^ (more % 97 == 0 ? more : 0)
    var message: UnsafeMutablePointer<CChar>?
    switch what {
    case 0:
      let options = [#"{"claims": ["factor"]}"#, #"{"queue": {"messages": 2}}"#, "{", "{}"][Int(more & 3)]
      let new = CInterface.create(CounterApp(), options, options.utf8.count, nil)
      _ = colmeia_destroy(handles.exchange(index, new))
    case 1: _ = colmeia_destroy(handle)
    case 2: _ = colmeia_on_message(handle, { _, _, _ in }, nil, nil)
    case 3: _ = colmeia_on_message(handle, nil, nil, nil)
    case 4...7: _ = colmeia_pump(handle)
    case 8: _ = colmeia_descriptor(handle)
    case 9...18:
      if colmeia_next(handle, more & 15 == 0 ? 1 : 0, &message, nil) == 0 { colmeia_free(message) }
    default:
      let text = messages[Int(more % UInt64(messages.count))]
      _ = colmeia_send(handle, text, text.utf8.count)
    }
  }
}

/// Handles that are shared by several threads.
private final class Handles: Sendable {
  private let handles = Mutex<[UInt64]>([0, 0, 0, 0])
  func handle(_ index: UInt64) -> UInt64 { handles.withLock { $0[Int(index)] } }
  func exchange(_ index: UInt64, _ handle: UInt64) -> UInt64 {
    handles.withLock { handles in
      defer { handles[Int(index)] = handle }
      return handles[Int(index)]
    }
  }
}
