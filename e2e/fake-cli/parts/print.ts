/** One line of JSON on standard output. */
export function printLine(value: unknown): void {
  print(`${JSON.stringify(value)}\n`)
}

/** Text on standard output, as it is. */
export function print(text: string): void {
  process.stdout.write(text)
}

/** Ends the process when nobody reads it any more, as a program without a handler of its own would. */
export function endWithReader(): void {
  process.stdout.on('error', () => process.exit(1))
  process.stderr.on('error', () => {
    // What it says beside its answer may get lost; the answer goes on.
  })
}
