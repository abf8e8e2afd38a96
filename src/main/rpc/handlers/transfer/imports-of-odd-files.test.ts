import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'

import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import type { ExportEvent } from '../../../../shared/store/store'
import type { StreamEnd } from '../../../../shared/rpc/frames'
import { type Random, seededRandom } from '../../../base/seeded-random'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import {
  chatgptConversation,
  claudeConversation,
} from '../../../store/transfer/import/testing/files-of-others'
import { conversationsOfApps } from '../../../store/transfer/import/testing/files-of-apps'
import { importFile } from '../../testing/import-file'
import { connectTo, startTestApp } from '../../testing/test-app'

const nodes = [
  { id: 'q', text: 'question' },
  { id: 'a', role: 'assistant', text: 'answer' },
]
const apps = [chatgptConversation, claudeConversation, ...Object.values(conversationsOfApps)]

/** Values that no app writes where they end up. */
const odd: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e300,
  8.64e15 + 1,
  '',
  '\u0000',
  '\ud800',
  'x'.repeat(3_000),
  '2024-99-99T00:00:00Z',
  [],
  {},
  [[[null]]],
  { type: 'text', text: 5 },
  JSON.parse('{"__proto__":{"polluted":1},"constructor":{}}'),
]

/** The value with some of its parts missing, renamed, in another order, or replaced by odd ones. */
function changed(value: unknown, random: Random, perMille: number): unknown {
  const isHit = () => random.below(1_000) < perMille
  if (isHit()) return odd[random.below(odd.length)]
  if (Array.isArray(value)) {
    const items = value.map((item) => changed(item, random, perMille))
    return isHit() ? items.toReversed() : items
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(() => !isHit())
  return Object.fromEntries(
    entries.map(([name, part]) => [isHit() ? `${name}x` : name, changed(part, random, perMille)]),
  )
}

/** An export of everything, and the texts of its files. */
async function everythingIn(parley: ParleyApi): Promise<{ archive: Buffer; texts: string[] }> {
  const events: ExportEvent[] = []
  const { promise: ended, resolve } = Promise.withResolvers<StreamEnd>()
  parley.open(
    'export.run',
    { what: 'everything' },
    { onEvents: (more) => void events.push(...more), onEnd: resolve },
  )
  await ended
  const ready = events.at(-1)
  if (ready?.type !== 'ready') throw new Error('the export is not ready')
  const pieces: Buffer[] = []
  for (let isLast = false, offset = 0; !isLast; offset += pieces.at(-1)?.length ?? 0) {
    const piece = await parley.invoke('exports.read', { exportId: ready.exportId, offset })
    pieces.push(Buffer.from(piece.data, 'base64'))
    isLast = piece.isLast
  }
  const archive = Buffer.concat(pieces)
  const files = Object.entries(unzipSync(archive)).filter(([name]) => name !== 'parley.json')
  return { archive, texts: files.map(([, bytes]) => strFromU8(bytes)).toSorted() }
}

test('files of every app with odd values end in order, and what they contained comes back equal from an export', async () => {
  const random = seededRandom('odd files')
  const [first, second] = [
    connectTo(await startTestApp({ dataFolder: temporaryFolder() })),
    connectTo(await startTestApp({ dataFolder: temporaryFolder() })),
  ]
  for (const perMille of [3, 30, 150]) {
    for (const build of apps) {
      const chats = Array.from({ length: 4 }, (_, number) =>
        changed(build(`${perMille}-${number}`, nodes), random, perMille),
      )
      const { end } = await importFile(first, JSON.stringify(chats))
      expect([build.name, end.reason, end.error?.code]).toEqual([
        build.name,
        expect.any(String),
        end.reason === 'completed' ? undefined : 'INVALID_INPUT',
      ])
    }
  }
  const { archive, texts } = await everythingIn(first)
  expect(texts.join('').split('\n').length).toBeGreaterThan(apps.length)
  await importFile(second, archive)
  expect((await everythingIn(second)).texts).toEqual(texts)
})
