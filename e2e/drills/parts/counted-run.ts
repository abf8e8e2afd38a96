import type { RunId, SessionId } from '../../../src/shared/ids.ts'
import type { Message } from '../../../src/shared/sessions/messages.ts'
import type { FakeRequest } from '../../fake-provider/fake-request.ts'
import { completeStream } from '../../fake-provider/script.ts'
import type { Host } from '../../helpers/processes/host.ts'
import type { WireClient } from '../../helpers/wire-client.ts'
import type { Drill } from './drill.ts'
import { numberedTokens } from './numbered-tokens.ts'
import { RunFollower } from './run-follower.ts'
import { newChat, storedMessages } from './stage.ts'

/** The parts of a scene; `client` is a window that stays open. */
export interface Stage {
  drill: Drill
  host: Host
  client: WireClient
}

/** The number of tokens that a model sends, their rate (absent: full speed), and the delay before them. */
export interface Counting {
  tokens: number
  perSecond?: number
  beforeMs?: number
}

/** Scripts the model of this name to send numbered tokens. */
export function scriptCounting(drill: Drill, model: string, run: Counting): void {
  const { perSecond, beforeMs = 0 } = run
  drill.fake.script(
    model,
    completeStream([
      { type: 'wait', ms: beforeMs },
      {
        type: 'tokens',
        tokens: numberedTokens(run.tokens),
        ...(perSecond === undefined ? {} : { perSecond }),
      },
    ]),
  )
}

/** Starts a counting answer in a new chat. */
export async function startCounting(
  { drill, client }: Stage,
  run: Counting,
): Promise<{ sessionId: SessionId; runId: RunId; request: FakeRequest }> {
  scriptCounting(drill, 'watched', run)
  const sessionId = await newChat(client, 'watched')
  const { runId } = await client.invoke('runs.send', { sessionId, text: 'Count.' })
  return { sessionId, runId, request: await drill.fake.waitForRequest('watched') }
}

/** The stored answer, once the run is over. */
export async function storedAnswer(
  client: WireClient,
  sessionId: SessionId,
  runId: RunId,
): Promise<Message | undefined> {
  await idleAnswer(client, sessionId)
  return (await storedMessages(client, sessionId)).find((message) => message.runId === runId)
}

/** The newest stored message, once the session is idle. */
export async function idleAnswer(client: WireClient, sessionId: SessionId): Promise<Message | undefined> {
  const follower = new RunFollower('the drill')
  const watch = client.open('session.watch', { sessionId }, follower)
  await follower.waitFor(({ sync }) => sync?.running === false)
  watch.close()
  return follower.sync?.messages.at(-1)
}
