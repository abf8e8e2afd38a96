import { redactText } from '../../../base/redaction/redaction'

const keptLines = 200
const lineChars = 1_000
const keptChars = keptLines * lineChars

/** The last lines that a server printed or logged, and what happened to it, without secrets. */
export class ServerLog {
  /** As they came: a server may log far more than anybody reads. */
  #texts: string[] = []
  #chars = 0
  #errorOutput: (() => string) | null = null

  /** Adds a text of one or more lines. */
  add(text: string): void {
    const kept = text.length > keptChars ? copyOf(text.slice(-keptChars)) : text
    this.#texts.push(kept)
    this.#chars += kept.length
    // Not with each text, because moving the others takes longer than adding one.
    if (this.#texts.length <= 2 * keptLines && this.#chars <= 2 * keptChars) return
    this.#texts = lastLines(this.#texts)
    this.#chars = this.#texts.reduce((sum, line) => sum + line.length, 0)
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
    return lastLines([...this.#texts, this.#errorOutput?.() ?? '']).map((line) => redactText(line))
  }
}

/** About a request of the server that Parley refuses, such as one for sampling or roots. */
export function unsupportedLine(method: string): string {
  return `The server asked for ${method}, which Parley does not support.`
}

function lastLines(texts: readonly string[]): string[] {
  return texts
    .join('\n')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-keptLines)
    .map((line) => line.slice(0, lineChars))
}

/** Without the text that it is a part of: V8 would keep all of that in memory. */
function copyOf(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le')
}
