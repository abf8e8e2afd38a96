/** Ends the process as a signal without a handler would: by that signal. Nothing behind it runs. */
export function endBySignal(signal: NodeJS.Signals): Promise<never> {
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
  return forever()
}

/** Ends the process when all that it said has been taken: a pipe that is full would lose the rest. */
export async function endWithCode(code: number): Promise<never> {
  await Promise.all(
    [process.stdout, process.stderr].map(
      (output) => new Promise<void>((taken) => output.write('', () => taken())),
    ),
  )
  process.exit(code)
}

/** Waits until the process is ended from outside. */
export function forever(): Promise<never> {
  // A promise alone keeps no process alive.
  setInterval(() => undefined, 60_000)
  return new Promise<never>(() => undefined)
}

/** A fake that a test forgot ends by itself, so that it can stay on no machine. */
export function endWhenForgotten(lifetimeMs: number): void {
  setTimeout(() => process.exit(99), lifetimeMs).unref()
}
