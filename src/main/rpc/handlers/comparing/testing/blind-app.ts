import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { strFromU8, unzipSync } from 'fflate'
import { onTestFinished } from 'vitest'

import { startFakeProvider } from '../../../../../../e2e/fake-provider/fake-provider'
import type { ParleyApi } from '../../../../../renderer/rpc/parley-api'
import type { StreamInput } from '../../../../../shared/rpc/contract'
import type { StreamEnd } from '../../../../../shared/rpc/frames'
import type { WatchEvent } from '../../../../../shared/runs/events'
import type { Comparison, Pane } from '../../../../../shared/sessions/sessions'
import { exportOfEverything } from '../../../../../shared/store/store'
import { temporaryFolder } from '../../../../base/testing/temporary-folder'
import { connectRecorded } from '../../../testing/recorded-frames'
import { startTestApp } from '../../../testing/test-app'
import { exportedFile } from '../../transfer/testing/bundle-pages'

/** Every name of a contestant contains one of these; none of them occurs anywhere else. */
const planted = [
  'zorblax',
  'frobnitz',
  'grumblewort',
  'snarkle',
  'vexillium',
  'plinthium',
  'wibbleton',
  '0.4142',
  'quixotope',
]

/** The contestants that can take part. */
export const contestants = {
  fast: {
    model: 'zorblax/frobnitz-fast',
    params: { temperature: 0.4142, stop: ['snarkle'] },
    systemPrompt: 'As grumblewort.',
    workspace: join(tmpdir(), 'quixotope'),
  },
  slow: { model: 'zorblax/frobnitz-slow', params: { temperature: 0.4142 }, systemPrompt: 'As grumblewort.' },
  broken: { model: 'zorblax/frobnitz-broken' },
}

function tokens(count: number, perSecond: number, text: string) {
  return {
    type: 'tokens' as const,
    tokens: Array.from({ length: count }, (_, index) => `${text}${index} `),
    perSecond,
  }
}

/** An app with a blind comparison of `names`, and every frame that a window receives from then on. */
export async function openBlind(names: readonly (keyof typeof contestants)[]) {
  const fake = await startFakeProvider()
  onTestFinished(() => fake.close())
  const ending = [
    { type: 'finish' as const, reason: 'stop' },
    { type: 'usage' as const, cost: 0.4142 },
    { type: 'done' as const },
  ]
  const reasoning = { ...tokens(2, 500, 'wibbleton '), field: 'reasoning' as const }
  const answer = (count: number, perSecond: number) => ({
    type: 'stream' as const,
    answeredBy: 'vexillium-large',
    steps: [reasoning, tokens(count, perSecond, 'word'), ...ending],
  })
  fake.script('frobnitz-fast', answer(30, 1_000))
  fake.script('frobnitz-slow', answer(30, 100))
  fake.script('frobnitz-broken', {
    type: 'refusal',
    status: 400,
    error: { message: 'The plinthium of frobnitz is full.', type: 'plinthium', code: 'plinthium' },
  })
  const dataFolder = temporaryFolder()
  const app = await startTestApp({ dataFolder, environment: { PARLEY_TEST: '1' } })
  const setUp = connectRecorded(app)
  await setUp.parley.invoke('providers.save', {
    id: 'zorblax',
    name: 'Zorblax',
    kind: 'openai-compatible',
    baseUrl: fake.baseUrl,
  })
  setUp.disconnect()
  const recorded = connectRecorded(app)
  const { parley } = recorded
  parley.open('window.attach', {}, { onEvents: () => {}, onEnd: () => {} })
  const { comparison } = await parley.invoke('compare.create', {
    models: names.map((name) => contestants[name]),
    isBlind: true,
  })
  return { ...recorded, fake, dataFolder, comparison, answer }
}

/** Runs a pane: what the window receives, and how the stream ends. */
export function askPane(parley: ParleyApi, { paneId }: Pane, text = 'What is it?') {
  return runPane(parley, { paneId, text })
}

/** Like `askPane`, with any input. */
export function runPane(parley: ParleyApi, input: StreamInput<'pane.run'>) {
  const events: WatchEvent[] = []
  const ended = Promise.withResolvers<StreamEnd>()
  const started = Promise.withResolvers<void>()
  const stream = parley.open('pane.run', input, {
    onEvents: (all) => {
      events.push(...all)
      started.resolve()
    },
    onEnd: ended.resolve,
  })
  return { events, ended: ended.promise, started: started.promise, close: () => stream.close() }
}

/** The frames that name a contestant. */
export function occurrences(frames: readonly { text: string }[]): string[] {
  return frames
    .map(({ text }) => text)
    .filter((text) => planted.some((word) => text.toLowerCase().includes(word)))
}

/** The rows in an export of everything, as text; its settings name providers. */
export async function exportEverything(parley: ParleyApi): Promise<{ text: string }[]> {
  const { content } = await exportedFile(parley, exportOfEverything)
  const rows = Object.entries(unzipSync(content)).filter(([name]) => name.startsWith('rows/'))
  return rows.map(([, bytes]) => ({ text: strFromU8(bytes) }))
}

/** The session of a pane, which is hidden as well. */
export function sessionAt({ panes }: Comparison, position: number) {
  const sessionId = panes[position]?.sessionId
  if (sessionId === undefined) throw new Error(`no pane at position ${position}`)
  return sessionId
}
