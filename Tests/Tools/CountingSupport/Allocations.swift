import CAllocationCounter

/// Whether allocations can be counted on this platform.
package var canCountAllocations: Bool { colmeia_allocations_of_this_thread() >= 0 }

/// Returns the number of allocations that `body` makes on this thread.
package func allocations(_ body: () throws -> Void) rethrows -> Int64 {
  let before = colmeia_allocations_of_this_thread()
  try body()
  return colmeia_allocations_of_this_thread() - before
}

/// Returns the minimum over several runs, because the first use of a type allocates its metadata.
package func steadyAllocations(_ body: () -> Void) -> Int64 { (0..<4).map { _ in allocations(body) }.min() ?? 0 }

/// How many more blocks all threads together have allocated than released since the first call.
package func liveBlocks() -> Int64 { colmeia_live_blocks() }

/// The resident memory of the process, in bytes, after the allocator has given back what it holds unused.
package func residentBytes() -> Int64 { colmeia_resident_bytes() }
