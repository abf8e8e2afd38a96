import type { QueuedId } from '../../../shared/ids'
import { messageText } from '../../../shared/sessions/messages'
import { createRunHarness, turn } from './run-harness'
import { ScriptedSource } from './scripted-source'

/** A chat whose runs do what the test says, and its queue. */
export function queueing() {
  const source = new ScriptedSource()
  const harness = createRunHarness(source.run)
  const sessionId = harness.newChat()
  const send = (text: string, whenBusy: 'reject' | 'queue' | 'replace' = 'queue') =>
    harness.manager.send({ sessionId, text, whenBusy })
  const complete = async (answer: string) => {
    source.text(answer)
    source.end()
    await turn()
  }
  return {
    source,
    harness,
    sessionId,
    send,
    complete,
    waiting: () => harness.manager.queueOf(sessionId).messages.map(({ text }) => text),
    isHeld: () => harness.manager.queueOf(sessionId).isHeld,
    path: () => harness.store.readPath(sessionId).messages.map(messageText),
    idOf: (text: string): QueuedId => {
      const found = harness.manager.queueOf(sessionId).messages.find((message) => message.text === text)
      if (found === undefined) throw new Error(`${text} is not queued`)
      return found.id
    },
  }
}
