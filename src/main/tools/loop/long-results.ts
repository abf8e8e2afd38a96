import { randomBytes } from 'node:crypto'

import type { SessionId } from '../../../shared/ids'
import type { CallOrigin } from '../../../shared/tools/tools'
import { isRecord } from '../../../shared/record'
import type { Tool, ToolResult } from '../tool'
import { readMoreName } from './call-origin'

/** The number of characters that are kept of all results that were cut, and of one. The oldest go first. */
const maxKeptChars = 64 * 1024 * 1024
const maxResultChars = 16 * 1024 * 1024

interface KeptResult {
  sessionId: SessionId
  text: string
  origin: CallOrigin | null
  pageChars: number
}

/** A page of a result that was cut. */
export interface ResultPage {
  text: string
  page: number
  pageCount: number
  origin: CallOrigin | null
}

/** Keeps the results that were too long for the model, so that it can read the rest in pages, also in later answers. */
export class LongResults {
  readonly #results = new Map<string, KeptResult>()
  #chars = 0

  /** The id under which the session's models find the result. */
  keep(
    sessionId: SessionId,
    { text, origin }: { text: string; origin: CallOrigin | null },
    pageChars: number,
  ): string {
    const id = `r${randomBytes(4).toString('hex')}`
    const kept = text.slice(0, maxResultChars)
    this.#results.set(id, { sessionId, text: kept, origin, pageChars })
    this.#chars += kept.length
    for (const [oldest, { text: old }] of this.#results) {
      if (this.#chars <= maxKeptChars || oldest === id) break
      this.#results.delete(oldest)
      this.#chars -= old.length
    }
    return id
  }

  /** The chat is gone. */
  forget(sessionId: SessionId): void {
    for (const [id, kept] of this.#results) {
      if (kept.sessionId !== sessionId) continue
      this.#results.delete(id)
      this.#chars -= kept.text.length
    }
  }

  hasAny(sessionId: SessionId): boolean {
    for (const kept of this.#results.values()) if (kept.sessionId === sessionId) return true
    return false
  }

  /** Null if there is no such result or page. Pages count from 1. */
  page(sessionId: SessionId, id: string, page: number): ResultPage | null {
    const kept = this.#results.get(id)
    if (kept?.sessionId !== sessionId) return null
    const { text, origin, pageChars } = kept
    const pageCount = Math.ceil(text.length / pageChars)
    if (!Number.isInteger(page) || page < 1 || page > pageCount) return null
    const shown = text.slice((page - 1) * pageChars, page * pageChars).toWellFormed()
    return { text: shown, page, pageCount, origin }
  }
}

/** The result as the model gets it: its first page, and how to see the others. */
export function cutResult(
  text: string,
  results: LongResults,
  { sessionId, chars, origin }: { sessionId: SessionId; chars: number; origin: CallOrigin | null },
): string {
  if (text.length <= chars) return text
  const id = results.keep(sessionId, { text, origin }, chars)
  const first = text.slice(0, chars).toWellFormed()
  return `${first}\n\n[${note(id, { page: 1, pageCount: Math.ceil(text.length / chars) })}]`
}

function note(id: string, { page, pageCount }: { page: number; pageCount: number }): string {
  const position = `This is page ${page} of ${pageCount} of the result ${id}.`
  if (page === pageCount) return position
  return `${position} To read the next page, call ${readMoreName} with {"result": "${id}", "page": ${page + 1}}.`
}

/** The tool for the results of one session. */
export function readMoreTool(sessionId: SessionId, results: LongResults): Tool {
  return {
    name: readMoreName,
    title: 'Read more',
    description: 'Reads another page of an earlier tool result that was too long to be shown at once.',
    inputSchema: {
      type: 'object',
      properties: {
        result: { type: 'string', description: 'The id of the result, as its first page says.' },
        page: { type: 'integer', minimum: 1, description: 'The number of the page, starting at 1.' },
      },
      required: ['result', 'page'],
      additionalProperties: false,
    },
    kind: 'read',
    prepare(input) {
      const { result, page } = isRecord(input) ? input : {}
      const found =
        typeof result === 'string' && typeof page === 'number' ? results.page(sessionId, result, page) : null
      const read: ToolResult =
        found === null
          ? { text: 'This page was not found. Call the tool again whose result it was.', isError: true }
          : { text: `${found.text}\n\n[${note(String(result), found)}]`, origin: found.origin }
      return Promise.resolve({ question: null, run: () => Promise.resolve(read) })
    },
  }
}
