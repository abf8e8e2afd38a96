import { redactText } from '../../../base/redaction/redaction'

const keptLines = 200
const lineChars = 1_000

/** The last lines that a server printed or logged, and what happened to it, without secrets. */
export class ServerLog {
  /** As they came: a server may log far more than anybody reads. */
  #texts: string[] = []
  #errorOutput: (() => string) | null = null

  /** Adds a text of one or more lines. */
  add(text: string): void {
    this.#texts.push(text.slice(-keptLines * lineChars))
    // Not with each text, because moving the others takes longer than adding one.
    if (this.#texts.length > 2 * keptLines) this.#texts = this.#texts.slice(-keptLines)
  }

  /** Also shows what a process prints to its standard error, until `keepErrorOutput`. */
  watchErrorOutput(read: () => string): void {
    this.keepErrorOutput()
    this.#errorOutput = read
  }

  /** The process has exited: adds the end of its error output for good. */
  keepErrorOutput(): void {
    const read = this.#errorOutput
    this.#errorOutput = null
    if (read !== null) this.add(read())
  }

  /** Oldest first. */
  lines(): string[] {
    return [...this.#texts, this.#errorOutput?.() ?? '']
      .join('\n')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(-keptLines)
      .map((line) => redactText(line.slice(0, lineChars)))
  }
}
