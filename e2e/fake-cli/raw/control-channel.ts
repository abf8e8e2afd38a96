import { randomUUID } from 'node:crypto'

import { recordAt, textAt } from '../parts/input.ts'
import { knownWord } from '../parts/known-words.ts'
import { printLine } from '../parts/print.ts'
import { queue } from '../parts/queue.ts'
import { Interrupted } from '../parts/wait.ts'
import type { Decision } from '../script/voice.ts'

type Message = Record<string, unknown>

/** Claude Code's questions to whoever holds its standard input, and what comes back. */
export interface ControlChannel {
  /** @throws Interrupted the signal aborted; the question is taken back */
  ask(request: Message, signal: AbortSignal): Promise<Decision>
  answered(message: Message): void
  interrupted(requestId: string | null): void
  /** Nobody can answer any more: what is asked is denied. */
  closed(): void
  /** For a recording: the next answer, whatever it says. */
  nextAnswer(): Promise<void>
  /** For a recording: the id of the next request to interrupt. */
  nextInterrupt(): Promise<string | null>
}

export function controlChannel(): ControlChannel {
  const asked = new Map<string, (decision: Decision) => void>()
  const answers = queue<Message>()
  const interrupts = queue<string | null>()
  let isClosed = false
  return {
    ask: (request, signal) =>
      new Promise<Decision>((resolve, reject) => {
        const id = randomUUID()
        const takeBack = () => {
          asked.delete(id)
          printLine({ type: 'control_cancel_request', request_id: id })
          reject(new Interrupted())
        }
        asked.set(id, (decision) => {
          signal.removeEventListener('abort', takeBack)
          resolve(decision)
        })
        signal.addEventListener('abort', takeBack, { once: true })
        printLine({ type: 'control_request', request_id: id, request })
        if (isClosed) asked.get(id)?.('deny')
      }),
    answered: (message) => {
      const response = recordAt(message, 'response')
      const id = textAt(response, 'request_id') ?? ''
      const said = recordAt(response, 'response')
      const isAlways = Array.isArray(said['updatedPermissions']) && said['updatedPermissions'].length > 0
      const behavior = knownWord(textAt(said, 'behavior') ?? '', 'an answer', ['allow', 'deny'])
      asked.get(id)?.(behavior === 'deny' ? 'deny' : isAlways ? 'always' : 'once')
      asked.delete(id)
      answers.add(message)
    },
    interrupted: (requestId) => interrupts.add(requestId),
    closed: () => {
      isClosed = true
      for (const answer of asked.values()) answer('deny')
    },
    nextAnswer: async () => {
      await answers.next()
    },
    nextInterrupt: () => interrupts.next(),
  }
}
