import { isRecord } from '../../../shared/record'
import type { SessionId } from '../../../shared/ids'
import type { Tool, ToolResult } from '../tool'
import type { CallOrigin } from '../../../shared/tools/tools'
import { readMoreName } from './call-origin'
import type { LongResults } from './long-results'

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
