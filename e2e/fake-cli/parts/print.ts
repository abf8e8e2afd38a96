/** Prints a line of JSON to standard output. */
export function printLine(value: unknown): void {
  print(`${JSON.stringify(value)}\n`)
}

/** Prints text to standard output unchanged. */
export function print(text: string): void {
  process.stdout.write(text)
}

/** Exits when nobody reads standard output any longer, like a program without a handler for it. */
export function endWithReader(): void {
  process.stdout.on('error', () => process.exit(1))
  process.stderr.on('error', () => {
    // Output on standard error may get lost without ending the answer.
  })
}
