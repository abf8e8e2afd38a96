import type { FakeRequest } from './fake-request.ts'
import { completeStream, saying, type Script } from './script.ts'

/** A call that a model makes in one step. */
export interface ScriptedCall {
  /** As the request offers it, such as `web_fetch`. */
  name: string
  input: unknown
}

/** An answer that makes these calls at once; ids are unique. */
export function callingAnswer(...calls: readonly ScriptedCall[]): Script {
  const steps = calls.map(({ name, input }, index) => ({
    type: 'call' as const,
    piece: { index, id: `call_${crypto.randomUUID()}`, name, arguments: JSON.stringify(input) },
  }))
  return completeStream(steps, { reason: 'tool_calls' })
}

/**
 * A model that plays one script for each step of an answer, the last one for all further steps. Only for chat
 * completions.
 */
export function toolSteps(...steps: readonly Script[]): (request: FakeRequest) => Script {
  return (request) => {
    const script = steps[Math.min(stepOf(request), steps.length - 1)]
    if (script === undefined) throw new Error('a model needs at least one step')
    return script
  }
}

/** Counts the steps of the current answer in a request. */
function stepOf({ body }: FakeRequest): number {
  const { messages = [] } = body as { messages?: { role: string; tool_calls?: unknown }[] }
  const lastAsked = messages.findLastIndex(({ role }) => role === 'user')
  return messages.slice(lastAsked + 1).filter((message) => message.tool_calls !== undefined).length
}

/**
 * A model that makes the call that the question names, such as `notes__echo {"text":"Hi"}`, and repeats its result. Only
 * for chat completions.
 */
export function callsWhatIsAsked({ body }: FakeRequest): Script {
  const { messages } = body as { messages: { role: string; content: unknown }[] }
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  const result = messages.slice(asked + 1).find(({ role }) => role === 'tool')
  if (result !== undefined) return saying(`It returned: ${String(result.content).slice(0, 400)}`)
  const [, name = '', input = ''] = /^(\S+) (\{.*\})$/.exec(String(messages[asked]?.content)) ?? []
  return name === '' ? saying('I am here.') : callingAnswer({ name, input: JSON.parse(input) as unknown })
}
