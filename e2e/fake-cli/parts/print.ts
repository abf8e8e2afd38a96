/** Replaces the next line. */
type Shape = (line: string) => string

let nextShape: Shape | null = null

/** Prints a line of JSON to standard output. */
export function printLine(value: unknown): void {
  const shape = nextShape
  nextShape = null
  const line = `${JSON.stringify(value)}\n`
  print(shape === null ? line : shape(line))
}

/** Changes only the next line that is printed. */
export function shapeNextLine(shape: Shape): void {
  nextShape = shape
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
