/** How long a frame blocks to prove that the window does not: where both share a thread, the window is blocked as long. */
const proofsMs = [40, 150, 300, 300, 300]

/**
 * True if a frame runs on a thread of its own: the window receives its answer while it is blocked; on a shared thread,
 * the answer would arrive afterwards. A busy machine may need the later attempts.
 * @param ask has the frame answer with the time until which it blocks, and then block
 */
export async function hasOwnThread(ask: (busyMs: number) => Promise<number>): Promise<boolean> {
  for (const busyMs of proofsMs) {
    const untilMs = await ask(busyMs)
    if (Date.now() < untilMs) return true
  }
  return false
}
