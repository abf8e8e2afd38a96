import type { SourceEvent } from '../../run-source/run-source'
import { contentIn, resultOf } from '../turns/agent-content'

/** The result of a call and its files. What is neither a text nor a list of blocks is passed on as it is. */
export function toolResult(toolCallId: string, content: unknown, isError: boolean): SourceEvent[] {
  const { text, files } = resultOf(contentIn(content), toolCallId)
  const isKnown =
    content === undefined || content === null || typeof content === 'string' || Array.isArray(content)
  return [
    { type: 'tool-result', toolCallId, output: isKnown ? text : content, ...(isError ? { isError } : {}) },
    ...files,
  ]
}
