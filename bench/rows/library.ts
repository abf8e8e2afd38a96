import type { MessageId } from '../../src/shared/ids.ts'
import { librarySize, longestSessionId } from '../data/library.ts'
import { type Figure, latencyFigure, limitFigure, type Row } from '../figure.ts'
import { type LibraryHost, onLibrary } from '../library-host.ts'
import type { BenchStage } from '../stage.ts'

const calls = 60
const warmUpCalls = 5
const pageSize = 50
const longestStallMs = 40

const typedTitles = ['t', 'the', '东京', 'qua', 'nowheretobefound', 'ing']
const middle = `message-0-${librarySize.longestSession / 2}` as MessageId

/** The list of 5,000 chats, and the chat of 10,000 messages, over the wire. */
export const library: Row<BenchStage> = {
  name: 'library',
  measure: (stage) =>
    onLibrary(stage, async (host): Promise<Figure[]> => {
      const { client } = host
      const sessionId = longestSessionId
      return [
        ...(await sample(host, 'a page of the list', () => client.invoke('sessions.list', {}))),
        ...(await sample(host, 'a page of the list, by title', (call) =>
          client.invoke('sessions.list', { query: typedTitles[call % typedTitles.length] ?? '' }),
        )),
        ...(await sample(host, 'open a chat of 10,000 messages: the newest 50', () =>
          client.invoke('sessions.get', { sessionId, limit: pageSize }),
        )),
        ...(await sample(host, 'the same: around one in its middle', () =>
          client.invoke('sessions.get', { sessionId, limit: pageSize, around: middle }),
        )),
      ]
    }),
}

async function sample(
  host: LibraryHost,
  what: string,
  call: (index: number) => Promise<unknown>,
): Promise<Figure[]> {
  const samplesMs: number[] = []
  for (let index = 0; index < warmUpCalls; index += 1) await call(index)
  const stall = await host.meanwhile(async () => {
    for (let index = 0; index < calls; index += 1) {
      const startedMs = performance.now()
      await call(index)
      samplesMs.push(performance.now() - startedMs)
    }
  })
  return [
    latencyFigure(what, samplesMs, { p95Ms: longestStallMs }),
    limitFigure(`${what}: longest stall of main`, stall.longestStallMs, longestStallMs),
  ]
}
