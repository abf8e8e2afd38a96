import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'

import { ParleyError } from '../../../../shared/errors'
import { randomId } from '../../../base/new-id'
import type { JobRunner } from '../../../base/threads/job'
import { ChatExports } from '../../../store/transfer/export/chat-exports'
import type { StoreJobs } from '../../../store/store-jobs'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { wireLimits } from '../../../../shared/rpc/definitions/limits'
import { importFile } from '../../testing/import-file'
import { connectRecorded } from '../../testing/recorded-frames'
import { startTestApp } from '../../testing/test-app'
import { exportHandlers } from './transfer-handlers'
import { asked, exportedFile, runRows, withItems } from './testing/bundle-pages'

test('refuses an export without disk space like any other store failure', async () => {
  const jobs = {
    run: () => Promise.reject(new ParleyError('STORE_FULL', 'The disk is full.')),
  } as unknown as JobRunner<StoreJobs>
  const { streams } = exportHandlers(
    new ChatExports(temporaryFolder(), {
      databaseFile: '',
      jobs,
      unsaved: () => [],
      settings: () => ({ settings: {}, providers: [], models: [] }),
      newId: randomId,
      home: '/home/user',
      errors: { fatal: () => {}, warning: () => {} },
    }),
    { rankingWithVotes: () => Promise.reject(new Error('no ranking is exported')) },
    { noteShared: () => {}, write: () => Promise.reject(new Error('no run is exported')) },
    { assertRevealed: () => {}, assertIdle: () => {} },
  )
  const connection = { closed: new AbortController().signal }
  const run = streams['export.run']({ format: 'json' }, { connection, signal: connection.closed })
  await expect
    .poll(() => run.end)
    .toMatchObject({
      reason: 'failed',
      error: { code: 'DEGRADED', data: { cause: { code: 'STORE_FULL' } } },
    })
})

test('a run of 1,000 long answers, larger than several pieces, is exported in pieces', async () => {
  const { parley, frames } = connectRecorded(await startTestApp())
  const text = 'A long answer. '.repeat(300)
  const expected = Array.from({ length: 1_000 }, (_, cell) => `${cell} ${text}`)
  const prompts = Array.from({ length: 20 }, () => asked)
  const page = withItems(...runRows({ prompts, prompt_count: 20, repeats: 50 }, expected))
  const { summary } = await importFile(parley, page)
  expect(summary).toMatchObject({ setRunCount: 1, skipped: [], remarks: [] })
  const runId = summary?.setRuns?.[0]?.runId
  if (runId === undefined) throw new Error('expected a run')
  const csv = await exportedFile(parley, { format: 'csv', runId })
  const json = await exportedFile(parley, { format: 'json', runId })
  expect([csv.fileName, json.fileName]).toEqual(['run.csv', 'run.json'])
  expect(csv.content.length).toBeGreaterThan(4 * wireLimits.pieceChars)
  expect(Math.max(...frames.map((frame) => frame.text.length))).toBeLessThan(2 * wireLimits.pieceChars)
  const rows: { text: string }[] = parse(csv.content, { columns: true })
  const result = JSON.parse(json.content.toString()) as { prompts: { answers: { text: string }[] }[] }
  expect(rows.map((row) => row.text)).toEqual(expected)
  expect(result.prompts.map(({ answers }) => answers.map((answer) => answer.text))).toEqual(
    prompts.map((_, prompt) => expected.filter((_text, cell) => cell % 20 === prompt)),
  )
})
