import { isRecord } from '../../../shared/record'
import type { SessionId } from '../../../shared/ids'
import type { Tool, ToolResult } from '../tool'
import type { LongResults } from './long-results'

/** The public name of the tool that reads the rest of a result that was cut. */
const readMoreName = 'read_more'

/** The result as the model gets it: its first page, and how to see the others. */
export function cutResult(
  text: string,
  results: LongResults,
  place: { sessionId: SessionId; chars: number },
): string {
  if (text.length <= place.chars) return text
  const id = results.keep(place.sessionId, text, place.chars)
  const first = text.slice(0, place.chars).toWellFormed()
  return `${first}\n\n[${note(id, { page: 1, pageCount: Math.ceil(text.length / place.chars) })}]`
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
          : { text: `${found.text}\n\n[${note(String(result), found)}]` }
      return Promise.resolve({ question: null, run: () => Promise.resolve(read) })
    },
  }
}
