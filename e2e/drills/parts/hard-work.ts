import type { Random } from '../../../src/main/base/seeded-random.ts'
import type { SessionId } from '../../../src/shared/ids.ts'
import { completeStream } from '../../fake-provider/script.ts'
import type { WireClient } from '../../helpers/wire-client.ts'
import type { Acknowledged } from './acknowledged.ts'
import type { Drill } from './drill.ts'
import { numberedTokens } from './numbered-tokens.ts'
import { newChat } from './stage.ts'

/** Models that answer: one at once, one that keeps going until it is stopped or the host dies. */
const models = ['worked-brief', 'worked-long'] as const

/** The results of everything that a host was asked to do. */
export interface WorkTally {
  done: number
  /** Counted by the code of the refusal, or by the code of its cause if the store was unavailable. */
  refused: Map<string, number>
}

export function newWorkTally(): WorkTally {
  return { done: 0, refused: new Map() }
}

/** Creates the models that `workHard` uses. */
export function scriptHardWork(drill: Drill): void {
  drill.fake.script('worked-brief', completeStream([{ type: 'tokens', tokens: numberedTokens(20) }]))
  drill.fake.script(
    'worked-long',
    completeStream([{ type: 'tokens', tokens: numberedTokens(2_000), perSecond: 200 }]),
  )
}

/**
 * One fast user with a few chats, until the connection is lost or `isOver` returns true: sends, queues,
 * replaces, stops, undoes, edits, imports and renames. Records everything that the host acknowledges.
 */
export async function workHard(
  client: WireClient,
  work: { acknowledged: Acknowledged; random: Random; tally: WorkTally; isOver: () => boolean },
): Promise<void> {
  const sessions: SessionId[] = []
  while (client.isOpen && !work.isOver()) {
    try {
      await takeStep(client, sessions, work)
      work.tally.done += 1
    } catch (error) {
      const code = refusalCode(error)
      work.tally.refused.set(code, (work.tally.refused.get(code) ?? 0) + 1)
      // Yields between requests: a host that refuses at once would get thousands of them.
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
}

type Work = Parameters<typeof workHard>[1]

async function takeStep(client: WireClient, sessions: SessionId[], work: Work): Promise<void> {
  const { random, acknowledged } = work
  if (sessions.length < 3) sessions.push(await newChat(client, random.pick(models)))
  const sessionId = sessions[random.below(sessions.length)]
  if (sessionId === undefined) return
  const chance = random.below(100)
  if (chance < 45) return send(client, sessionId, work)
  if (chance < 58) return void (await client.invoke('runs.stop', { sessionId }))
  if (chance < 66) return void (await client.invoke('sessions.retry', { sessionId }))
  if (chance < 74) return void (await client.invoke('sessions.undo', { sessionId }))
  if (chance < 84) return edit(client, sessionId, work)
  if (chance < 92) return void sessions.push(await importChat(client, acknowledged, random))
  if (chance < 97) {
    return void (await client.invoke('sessions.update', { sessionId, title: acknowledged.newToken() }))
  }
  sessions.shift()
}

async function send(client: WireClient, sessionId: SessionId, { acknowledged, random }: Work): Promise<void> {
  const token = acknowledged.newToken()
  const whenBusy = random.pick(['reject', 'queue', 'queue', 'replace'] as const)
  const sent = await client.invoke('runs.send', { sessionId, text: `${token} ${padding(random)}`, whenBusy })
  acknowledged.add(sessionId, token)
  if (sent.isQueued !== true) acknowledged.addRun(sent.runId)
}

async function edit(client: WireClient, sessionId: SessionId, { acknowledged, random }: Work): Promise<void> {
  const { messages } = await client.invoke('sessions.get', { sessionId, limit: 10 })
  const users = messages.filter(({ role }) => role === 'user')
  const message = users[random.below(Math.max(1, users.length))]
  if (message === undefined) return
  const token = acknowledged.newToken()
  const text = `${token} ${padding(random)}`
  const { runId } = await client.invoke('runs.regenerate', { sessionId, messageId: message.id, text })
  acknowledged.add(sessionId, token)
  acknowledged.addRun(runId)
}

async function importChat(
  client: WireClient,
  acknowledged: Acknowledged,
  random: Random,
): Promise<SessionId> {
  const tokens = Array.from({ length: 1 + random.below(12) }, () => acknowledged.newToken())
  const { session } = await client.invoke('sessions.import', {
    title: `imported ${tokens[0]}`,
    model: 'fake/worked-brief',
    messages: tokens.map((token, place) => ({
      role: place % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: `${token} ${padding(random)}`,
    })),
  })
  for (const token of tokens) acknowledged.add(session.id, token)
  return session.id
}

/** Usually short, sometimes longer than a page of the database. */
function padding(random: Random): string {
  return 'word '.repeat(random.below(10) === 0 ? 200 + random.below(3_000) : random.below(40))
}

function refusalCode(error: unknown): string {
  if (!(error instanceof Error && 'code' in error)) return 'not an answer'
  const data = 'data' in error ? (error.data as { cause?: { code?: string } } | undefined) : undefined
  return data?.cause?.code ?? String(error.code)
}
