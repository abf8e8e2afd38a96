import { strFromU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'

import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import type { StreamEnd } from '../../../../shared/rpc/frames'
import type { WindowEvent } from '../../../../shared/rpc/window-events'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { importFile } from '../../testing/import-file'
import { connectTo, startTestApp } from '../../testing/test-app'
import { chatRows, comparisonRows, type FileRow, head, row, runRows } from './testing/bundle-pages'
import { exportedFrom } from './testing/full-store'

const { sharedAs: _sharedAs, ...own } = head
const fileOf = (...rows: readonly FileRow[]) => Buffer.from(JSON.stringify([own, ...rows]))
const chat = (said = 'This.') => chatRows(0, said, { kind: 'chat' })

async function shownTexts(parley: ParleyApi, id: string) {
  const { messages } = await parley.invoke('sessions.get', { sessionId: id })
  return messages.map(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : '')).join(''))
}

test('a chat shows the messages that have arrived when an import is stopped, and all after it is repeated', async () => {
  const parley = connectTo(await startTestApp())
  const text = 'x'.repeat(100_000)
  const ids = Array.from({ length: 200 }, (_, index) => `m${index}`)
  const messages = ids.map((id, index) =>
    row('messages', { id, parent_id: ids[index - 1] ?? null, parts: [{ type: 'text', text }] }),
  )
  const file = fileOf(row('sessions', { kind: 'chat', leaf_id: ids.at(-1) }), ...messages)
  const { importId } = await parley.invoke('imports.begin', { fileName: 'f', sizeBytes: file.length })
  for (let offset = 0; offset < file.length; offset += 500_000) {
    const data = file.subarray(offset, offset + 500_000).toString('base64')
    await parley.invoke('imports.append', { importId, offset, data })
  }
  const end = await new Promise<StreamEnd>((resolve) => {
    const stream = parley.open(
      'import.run',
      { importId },
      {
        onEvents: (events) => {
          const isBegun = events.some((event) => event.type === 'progress' && event.importedCount > 0)
          if (isBegun) stream.close()
        },
        onEnd: resolve,
      },
    )
  })
  expect(end).toEqual({ reason: 'stopped' })
  const shown = await shownTexts(parley, 's0')
  expect(shown.length).toBeGreaterThan(0)
  expect(shown.length).toBeLessThan(ids.length)
  await importFile(parley, file)
  expect(await shownTexts(parley, 's0')).toHaveLength(ids.length)
})

test('windows are told of a chat whose title or answer an import has changed', async () => {
  const parley = connectTo(await startTestApp())
  await importFile(parley, fileOf(...chat()))
  const events: WindowEvent[] = []
  parley.open('window.attach', {}, { onEvents: (more) => void events.push(...more), onEnd: () => {} })
  const versions = { content: '019000000000-0000-0000000000000001' }
  const changed = chat('That.').map((each) => (each.row['id'] === 'a0' ? { ...each, versions } : each))
  await importFile(parley, fileOf(...changed))
  await parley.invoke('app.info', {})
  expect(events).toContainEqual(expect.objectContaining({ type: 'session-upserted' }))
  expect(await shownTexts(parley, 's0')).toEqual(['Which?', 'That.'])
})

test('an archive that was packed again in another order brings an erased chat back with its messages', async () => {
  const from = temporaryFolder()
  const parley = connectTo(await startTestApp({ dataFolder: from }))
  await importFile(parley, fileOf(...chat()))
  const entries = Object.entries(unzipSync(await exportedFrom(from)))
  expect(entries.map(([, bytes]) => strFromU8(bytes)).join('')).toContain('This.')
  await parley.invoke('sessions.delete', { sessionId: 's0' })
  await parley.invoke('sessions.erase', { sessionId: 's0' })
  const { summary } = await importFile(parley, Buffer.from(zipSync(Object.fromEntries(entries.toReversed()))))
  expect(summary).toMatchObject({ importedCount: 1, messageCount: 2, skipped: [] })
  expect(await shownTexts(parley, 's0')).toEqual(['Which?', 'This.'])
})

const sealed = (columns: object, more: object = {}): FileRow => ({
  table: 'sealed',
  row: {
    session_id: 's0',
    place: 'sessions',
    row_id: 's0',
    columns: Buffer.from(JSON.stringify(columns)).toString('base64'),
    ...more,
  },
})

test('sealed columns that are not those of their row are refused, without the rest of the file', async () => {
  const parley = connectTo(await startTestApp())
  const ofAnswer = { place: 'messages', row_id: 'a0' }
  const rows = comparisonRows(['A.', 'B.']).map((each) =>
    each.table === 'sessions' ? { ...each, row: { ...each.row, model: '' } } : each,
  )
  const { end, summary } = await importFile(
    parley,
    fileOf(
      ...chatRows(7, 'Mine.', { kind: 'chat' }),
      ...rows,
      sealed({ model: 'demo/brief' }),
      sealed([]),
      sealed({ id: 's7', title: 'Changed', title_source: 'user' }),
      sealed({ id: 's0', leaf_id: 'none' }),
      sealed({ id: 'a7', model: 'demo/brief' }, ofAnswer),
      sealed({ id: 'a0', session_id: 's7' }, ofAnswer),
      sealed({ id: 's1', model: 'demo/writer' }, { session_id: 's1', row_id: 's1' }),
    ),
  )
  expect(end).toEqual({ reason: 'completed' })
  expect(summary?.skipped).toMatchObject([{ code: 'damagedEntry', value: 'columns', count: 5 }, { count: 1 }])
  const models = await Promise.all(
    ['s0', 's1', 's7'].map((id) => parley.invoke('sessions.get', { sessionId: id })),
  )
  expect(models.map(({ session }) => [session.title, session.model])).toEqual([
    ['Pane', ''],
    ['Pane', 'demo/writer'],
    ['Pane', 'demo/writer'],
  ])
})

test('what a file says was spent cannot exceed what a report can add up', async () => {
  const parley = connectTo(await startTestApp())
  const many = Array.from({ length: 1_100 }, (_, at) =>
    row('spending', { id: `s${at}`, input_tokens: Number.MAX_SAFE_INTEGER }),
  )
  const { summary } = await importFile(
    parley,
    fileOf(...many, row('spending', { cost_usd: 1e300 }), ...runRows()),
  )
  expect(summary?.skipped.map(({ code, count }) => [code, count])).toEqual([
    ['tooHigh', 1_100],
    ['tooHigh', 1],
  ])
  expect(await parley.invoke('usage.report', { from: 0, to: 9, by: 'model' })).toMatchObject({ rows: [] })
})

test('a file cannot set the clock so far ahead that no later version is valid', async () => {
  const from = temporaryFolder()
  const parley = connectTo(await startTestApp({ dataFolder: from }))
  const versions = { title: '06ffffffffff-ffff-ffffffffffffffff' }
  await importFile(parley, fileOf(...chat().map((each) => ({ ...each, versions }))))
  await parley.invoke('sessions.update', { sessionId: 's0', title: 'Renamed' })
  const archive = await exportedFrom(from)
  const other = connectTo(await startTestApp())
  await importFile(other, fileOf(...chat()))
  await importFile(other, archive)
  const { session } = await other.invoke('sessions.get', { sessionId: 's0' })
  expect(session.title).toBe('Renamed')
})
