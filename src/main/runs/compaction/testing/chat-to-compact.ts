import type { CompactionEvent } from '../../../../shared/sessions/compaction'
import { type Message, messageText } from '../../../../shared/sessions/messages'
import { createRunHarness, turn } from '../../testing/run-harness'
import { ScriptedSource } from '../../testing/scripted-source'
import type { CompactionStream } from '../compactions'

/** The model that summarises. */
export const model = 'test/model'

/** A chat with four exchanges: questions `q1` to `q4`, answers `a1` to `a4`. */
export async function chatToCompact(options: Parameters<typeof createRunHarness>[1] = {}) {
  const source = new ScriptedSource()
  const harness = createRunHarness(source.run, options)
  const sessionId = harness.newChat()
  const answer = async (text: string) => {
    source.text(text)
    source.end()
    await turn()
  }
  for (const number of [1, 2, 3, 4]) {
    await harness.manager.send({ sessionId, text: `q${number}` })
    await answer(`a${number}`)
  }
  const { store, compactions, manager, leases } = harness
  const messages = () => store.readPath(sessionId).messages
  const ask = async (text: string) => {
    await manager.send({ sessionId, text })
    await answer(`to ${text}`)
    return sentBy(source)
  }
  const idOf = (text: string) => {
    const found = messages().find((message) => messageText(message) === text)
    if (found === undefined) throw new Error(`there is no ${text}`)
    return found.id
  }
  const spent = () =>
    harness.database
      .query<{ purpose: string; input_tokens: number }>(
        "SELECT purpose, input_tokens FROM spending WHERE purpose = 'summary'",
      )
      .all()
  const finish = async (text: string) => {
    source.say({ type: 'usage', usage: { inputTokens: 50, outputTokens: 5 } })
    await answer(text)
  }
  return {
    source,
    harness,
    sessionId,
    store,
    compactions,
    manager,
    leases,
    messages,
    ask,
    idOf,
    spent,
    finish,
    answer,
  }
}

/** The texts of the last request, with a summary as `summary: TEXT`. */
export function sentBy(source: ScriptedSource): string[] {
  return (source.requests.at(-1)?.messages ?? []).map(sentText)
}

function sentText(message: Message): string {
  const text = messageText(message)
  const summary = /<summary>\n(?<text>.*)\n<\/summary>$/su.exec(text)?.groups?.['text']
  return summary === undefined ? text : `summary: ${summary}`
}

/** The events that a stream has for its reader. */
export function eventsOf(stream: CompactionStream): CompactionEvent[] {
  return stream.take(512)
}
