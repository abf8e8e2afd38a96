import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { redactText } from '../../../src/main/base/redaction/redaction.ts'

/** Replaces a secret. */
const redacted = '[redacted]'
/** Shorter texts are not secrets, and occur in too many places. */
const shortestSecret = 6

/** The secrets that one run of the suite uses, shared by all its processes, so that no evidence shows them. */
export class Secrets {
  readonly #path: string

  constructor(folder: string) {
    this.#path = join(folder, 'secrets.jsonl')
  }

  /** From now on no evidence of a test shows `secret`. */
  add(secret: string): void {
    if (secret.length < shortestSecret) return
    appendFileSync(this.#path, `${JSON.stringify(secret)}\n`, { mode: 0o600 })
  }

  /** `text` without the known secrets, also in JSON and URLs, and without texts that look like secrets. */
  redact(text: string): string {
    let result = text
    for (const secret of this.#all()) {
      for (const spelling of new Set([
        secret,
        JSON.stringify(secret).slice(1, -1),
        encodeURIComponent(secret),
      ])) {
        result = result.replaceAll(spelling, redacted)
      }
    }
    return redactText(result)
  }

  #all(): string[] {
    try {
      const lines = readFileSync(this.#path, 'utf8').split('\n').slice(0, -1)
      // The longest first, because one may contain another.
      return lines
        .map((line) => JSON.parse(line) as string)
        .toSorted((left, right) => right.length - left.length)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
      throw error
    }
  }
}
