import { randomUUID } from 'node:crypto'

import { UnknownWordError } from '../parts/known-words.ts'
import { printLine } from '../parts/print.ts'
import { queue } from '../parts/queue.ts'
import { Interrupted } from '../parts/wait.ts'
import type { Decision } from '../script/voice.ts'
import type { ControlAnswer } from './claude-lines.ts'

type Message = Record<string, unknown>

/** Claude Code's requests to the process that writes its standard input, and the answers. */
export interface ControlChannel {
  /** @throws Interrupted the signal aborted; the request is withdrawn */
  ask(request: Message, signal: AbortSignal): Promise<Decision>
  /** @throws UnknownWordError there is no open request with that id */
  answered(answer: ControlAnswer): void
  interrupted(requestId: string): void
  /** The input has ended, so open and later requests are denied. */
  closed(): void
  /** For a recording: a request with this id is printed, and may be answered. */
  expectAnswer(requestId: string): void
  /** For a recording: waits for the next answer, whatever it says. */
  nextAnswer(): Promise<void>
  /** For a recording: the id of the next request to interrupt. */
  nextInterrupt(): Promise<string>
}

export function controlChannel(): ControlChannel {
  const asked = new Map<string, (decision: Decision) => void>()
  /** Withdrawn requests whose answers may already be on their way. */
  const takenBack = new Set<string>()
  const answers = queue<ControlAnswer>()
  const interrupts = queue<string>()
  let isClosed = false
  return {
    ask: (request, signal) =>
      new Promise<Decision>((resolve, reject) => {
        const id = randomUUID()
        const takeBack = () => {
          asked.delete(id)
          takenBack.add(id)
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
    answered: (answer) => {
      const { requestId, behavior, isAlways } = answer
      if (takenBack.delete(requestId)) return
      const decide = asked.get(requestId)
      if (decide === undefined)
        throw new UnknownWordError(requestId, 'the answers to questions of claude', [...asked.keys()])
      asked.delete(requestId)
      decide(behavior === 'deny' ? 'deny' : isAlways ? 'always' : 'once')
      answers.add(answer)
    },
    interrupted: (requestId) => interrupts.add(requestId),
    closed: () => {
      isClosed = true
      for (const answer of asked.values()) answer('deny')
    },
    expectAnswer: (requestId) => asked.set(requestId, () => undefined),
    nextAnswer: async () => {
      await answers.next()
    },
    nextInterrupt: () => interrupts.next(),
  }
}
