import { expect, test, vi } from 'vitest'

import { scaledTimeout } from '../../../../e2e/suite/limits/slowness'
import { ParleyError } from '../../../shared/errors'
import { failure, failureData } from '../../errors/failure'
import type { ExportId, SessionId } from '../../../shared/ids'
import { FakeEnvironment } from '../../testing/fake-parley'
import { toBase64 } from '../../browser/base64'
import { Exports } from './exports'

const exportId = 'e' as ExportId
const session = (id: string) => id as SessionId

function setUp() {
  const { parley, api } = new FakeEnvironment()
  const saved: { fileName: string; content: Blob }[] = []
  parley.answers['exports.discard'] = () => ({})
  const exports = new Exports(api, (fileName, content) => saved.push({ fileName, content }))
  /** Makes `exports.read` answer with pieces of these bytes. */
  const serve = (bytes: Uint8Array, pieceBytes: number) => {
    parley.answers['exports.read'] = ({ offset }) => ({
      data: toBase64(bytes.subarray(offset, offset + pieceBytes)),
      isLast: offset + pieceBytes >= bytes.length,
    })
  }
  return { parley, saved, exports, serve, state: () => exports.store.getState().state }
}

test('exports all chats, reads the file piece by piece, and saves it', async () => {
  const { parley, saved, exports, serve, state } = setUp()
  const bytes = Uint8Array.from({ length: 1_000 }, (_, index) => index % 256)
  serve(bytes, 300)
  const done = exports.start({ format: 'html' })
  const stream = parley.newest('export.run')
  expect(stream.input).toEqual({ format: 'html', language: 'en' })
  stream.send({ type: 'progress', doneCount: 2, totalCount: 9 })
  expect(state()).toEqual({ phase: 'writing', doneCount: 2, totalCount: 9 })
  stream.send({ type: 'ready', exportId, fileName: 'all.zip', sizeBytes: 1_000, hiddenCount: 2 })
  stream.end({ reason: 'completed' })
  await done
  expect(parley.callsOf('exports.read')).toEqual([0, 300, 600, 900].map((offset) => ({ exportId, offset })))
  expect(state()).toEqual({ phase: 'saved', fileName: 'all.zip', hiddenCount: 2 })
  const [file] = saved
  expect(file?.fileName).toBe('all.zip')
  expect(new Uint8Array((await file?.content.arrayBuffer()) ?? new ArrayBuffer())).toEqual(bytes)
})

test('draws the diagrams of pages before they are written, and cancelling stops between two', async () => {
  const { parley, api } = new FakeEnvironment()
  const phases: string[] = []
  const exports = new Exports(
    api,
    () => {},
    async (sources, { signal, onDrawn }) => {
      onDrawn(0)
      if (sources.length > 1) exports.cancel()
      signal.throwIfAborted()
      return Promise.resolve(sources.map((source) => ({ source, svg: `<svg>${source}</svg>` })))
    },
  )
  exports.store.subscribe(({ state }) => phases.push(state.phase))
  parley.answers['exports.diagrams'] = () => ({ sources: ['pie'] })
  parley.answers['sessions.export'] = () => ({ fileName: 'a.html', content: '' })
  await exports.start({ format: 'html', sessionIds: [session('a')] })
  const diagrams = [{ source: 'pie', svg: '<svg>pie</svg>' }]
  expect(parley.callsOf('sessions.export')).toEqual([
    { sessionId: 'a', format: 'html', diagrams, language: 'en' },
  ])
  expect(phases).toEqual(['writing', 'drawing', 'writing', 'saved'])

  parley.answers['exports.diagrams'] = () => ({ sources: ['pie', 'flowchart'] })
  await exports.start({ format: 'html', sessionIds: [session('a')] })
  expect(parley.callsOf('sessions.export')).toHaveLength(1)
  expect(exports.store.getState().state).toEqual({ phase: 'idle' })
})

test('exports one chat in a single answer, without using the disk', async () => {
  const { parley, saved, exports } = setUp()
  parley.answers['sessions.export'] = () => ({ fileName: 'a.json', content: '{"ü":1}' })
  await exports.start({ format: 'json', sessionIds: [session('a')] })
  expect(parley.streams).toEqual([])
  expect(await saved[0]?.content.text()).toBe('{"ü":1}')
})

test('exports one chat as a file if it is too long for a single answer', async () => {
  const { parley, saved, exports, serve } = setUp()
  parley.answers['sessions.export'] = () => {
    throw failure('INVALID_INPUT', 'chat-too-long')
  }
  serve(new Uint8Array(3), 3)
  const done = exports.start({ format: 'json', sessionIds: [session('a')] })
  const stream = await vi.waitFor(() => parley.newest('export.run'), { timeout: scaledTimeout(1_000) })
  expect(stream.input).toEqual({ format: 'json', sessionIds: ['a'], language: 'en' })
  stream.send({ type: 'ready', exportId, fileName: 'a.json', sizeBytes: 3 })
  stream.end({ reason: 'completed' })
  await done
  expect(saved).toHaveLength(1)
})

test('saves nothing and shows no error when cancelled during the export', async () => {
  const { parley, saved, exports, state } = setUp()
  const done = exports.start({ format: 'json' })
  exports.cancel()
  const stream = parley.newest('export.run')
  expect(stream.isClosed).toBe(true)
  stream.end({ reason: 'stopped' })
  await done
  expect(saved).toEqual([])
  expect(state()).toEqual({ phase: 'idle' })
})

test('makes main discard its file when cancelled during the download', async () => {
  const { parley, saved, exports, state } = setUp()
  parley.answers['exports.read'] = () => {
    exports.cancel()
    throw new ParleyError('CANCELLED', 'cancelled')
  }
  const done = exports.start({ format: 'json' })
  const stream = parley.newest('export.run')
  stream.send({ type: 'ready', exportId, fileName: 'all.zip', sizeBytes: 9 })
  stream.end({ reason: 'completed' })
  await done
  expect(parley.callsOf('exports.discard')).toEqual([{ exportId }])
  expect(saved).toEqual([])
  expect(state()).toEqual({ phase: 'idle' })
})

test('reports a full disk and a lost connection', async () => {
  const { parley, exports, state } = setUp()
  const full = failureData('STORE_FULL', 'full')
  const first = exports.start({ format: 'json' })
  parley.newest('export.run').end({ reason: 'failed', error: full })
  await first
  expect(state()).toEqual({ phase: 'failed', error: full })
  const second = exports.start({ format: 'json' })
  parley.newest('export.run').end({ reason: 'disconnected' })
  await second
  const lost = failureData('CANCELLED', 'connection-lost-export')
  expect(state()).toEqual({ phase: 'failed', error: lost })
  exports.forget()
  expect(state()).toEqual({ phase: 'idle' })
})
