/** Ends the process by a signal, as if it had no handler. Nothing after it runs. */
export function endBySignal(signal: NodeJS.Signals): Promise<never> {
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
  return forever()
}

/** Exits once all output was read, because exiting with a full pipe would lose the rest. */
export async function endWithCode(code: number): Promise<never> {
  await Promise.all(
    [process.stdout, process.stderr].map(
      (output) => new Promise<void>((taken) => output.write('', () => taken())),
    ),
  )
  process.exit(code)
}

/** Waits until the process is killed. */
export function forever(): Promise<never> {
  // A pending promise does not keep a process alive.
  setInterval(() => undefined, 60_000)
  return new Promise<never>(() => undefined)
}
