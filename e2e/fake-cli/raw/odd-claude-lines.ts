import { assertNever } from '../../../src/shared/invariant.ts'
import { type OddMessage, oddPicture, oddResource } from '../script/oddities.ts'

type Line = Record<string, unknown>

function assistantLine(content: unknown, more: Line = {}): Line {
  return { type: 'assistant', message: { role: 'assistant', content }, parent_tool_use_id: null, ...more }
}

function userLine(content: unknown): Line {
  return { type: 'user', message: { role: 'user', content: [content] } }
}

/** Lines that no version of Claude Code prints. */
export function oddClaudeLines(message: OddMessage, id: string): Line[] {
  switch (message) {
    case 'unknown message':
      return [{ type: 'mood_event', mood: 'good' }]
    case 'unknown update':
      return [{ type: 'stream_event', event: { type: 'mood_delta', delta: {} }, parent_tool_use_id: null }]
    case 'unknown content':
      return [assistantLine([{ type: 'hologram', frames: [] }])]
    case 'unknown tool':
      return [
        assistantLine([{ type: 'tool_use', id, name: 'Teleport', input: null, caller: null }]),
        userLine({ type: 'tool_result', tool_use_id: id, content: [{ type: 'beam' }], is_error: null }),
      ]
    case 'extra fields':
      return [
        assistantLine('odd', {
          message: { content: 'odd', usage: null, id: null },
          extra: [null],
          error: null,
        }),
      ]
    case 'image':
      return [
        assistantLine([
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: oddPicture } },
        ]),
      ]
    case 'resource':
      return [
        assistantLine([{ type: 'tool_use', id, name: 'ReadResource', input: {} }]),
        userLine({
          type: 'tool_result',
          tool_use_id: id,
          content: [{ type: 'resource', resource: oddResource }],
        }),
      ]
    default:
      return assertNever(message)
  }
}
