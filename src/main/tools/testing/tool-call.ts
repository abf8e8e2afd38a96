import { onTestFinished } from 'vitest'

import type { MessageId, SessionId } from '../../../shared/ids'
import type { Tool, ToolCallContext, ToolResult } from '../tool'

/** A call as the loop makes it, in `folder`. */
export function someCall(more: Partial<ToolCallContext> = {}): ToolCallContext {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  return {
    signal: stop.signal,
    sessionId: 'session' as SessionId,
    messageId: 'answer' as MessageId,
    toolCallId: 'call',
    folder: null,
    onUpstreamOpened: () => {},
    onUpstreamClosed: () => {},
    requestForm: () => Promise.resolve(null),
    whileAsking: (wait) => wait(),
    onOutput: () => {},
    ...more,
  }
}

/** Prepares a call and runs it, as if the user had allowed it. */
export async function runTool(
  tools: readonly Tool[],
  name: string,
  input: unknown,
  call: ToolCallContext,
): Promise<ToolResult> {
  const tool = tools.find((each) => each.name === name)
  if (tool === undefined) throw new Error(`there is no tool ${name}`)
  const prepared = await tool.prepare(input, call)
  return prepared.run()
}
