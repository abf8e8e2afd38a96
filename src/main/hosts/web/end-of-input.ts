import { fstatSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { isatty } from 'node:tty'

/**
 * Whether the end of standard input is meaningful: for a pipe or a terminal, it means that the parent process is gone.
 * `/dev/null` and files are at their end from the start.
 */
export function isInputWatched(descriptor = 0): boolean {
  try {
    const stats = fstatSync(descriptor)
    return isatty(descriptor) || stats.isFIFO() || stats.isSocket()
  } catch {
    // Standard input is closed, so there is no end to wait for.
    return false
  }
}

/** Discards `input` until its end, and then calls `ended` once. */
export function onEndOfInput(input: Readable, ended: () => void): void {
  let hasEnded = false
  const finish = () => {
    if (hasEnded) return
    hasEnded = true
    ended()
  }
  input.on('end', finish)
  input.on('close', finish)
  // A terminal that was closed reports an error instead of an end.
  input.on('error', finish)
  input.resume()
}
