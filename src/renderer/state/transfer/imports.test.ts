import { expect, test, vi } from 'vitest'

import { scaledTimeout } from '../../../../e2e/suite/limits/slowness'
import { ParleyError } from '../../../shared/errors'
import type { ImportId, SessionId } from '../../../shared/ids'
import { FakeEnvironment } from '../../testing/fake-parley'
import { fromBase64 } from '../../browser/base64'
import { Imports, type ImportSummary } from './imports'

const summary: ImportSummary = {
  type: 'summary',
  source: 'chatgpt',
  importedCount: 2,
  messageCount: 5,
  knownCount: 0,
  extendedCount: 0,
  skipped: [],
  remarks: [],
  sessionIds: ['s' as SessionId],
}

function setUp() {
  const { parley, api } = new FakeEnvironment()
  const received: Uint8Array[] = []
  const receivedBytes = () => received.reduce((sum, { length }) => sum + length, 0)
  parley.answers['imports.begin'] = () => ({ importId: 'i' as ImportId })
  parley.answers['imports.append'] = ({ offset, data }) => {
    if (offset !== receivedBytes()) throw new Error('pieces out of order')
    received.push(fromBase64(data))
    return { receivedBytes: receivedBytes() }
  }
  parley.answers['imports.discard'] = () => ({})
  const imports = new Imports(api)
  return { parley, received, imports, state: () => imports.store.getState().state }
}

/** The stream in which main was asked to read the file. */
const untilRead = (parley: FakeEnvironment['parley']) =>
  vi.waitFor(() => parley.newest('import.run'), { timeout: scaledTimeout(1_000) })

test('uploads a file completely, in pieces that fit the wire, and then reads it', async () => {
  const { parley, received, imports, state } = setUp()
  const bytes = Uint8Array.from({ length: 1_300_000 }, (_, index) => (index * 7) % 256)
  const done = imports.start(new File([bytes], 'a.zip'))
  const stream = await untilRead(parley)
  expect(Buffer.concat(received).equals(Buffer.from(bytes))).toBe(true)
  expect(parley.callsOf('imports.append')).toHaveLength(7)
  const progress = {
    type: 'progress' as const,
    readBytes: 1,
    totalBytes: 9,
    importedCount: 1,
    skippedCount: 0,
  }
  stream.send(progress)
  expect(state()).toEqual({ phase: 'reading', fileName: 'a.zip', progress })
  stream.send(summary)
  stream.end({ reason: 'completed' })
  await done
  expect(state()).toEqual({ phase: 'ended', fileName: 'a.zip', how: 'completed', summary, error: null })
})

test('does not start a second import during the first', async () => {
  const { parley, imports } = setUp()
  const done = imports.start(new File(['a'], 'a.json'))
  await imports.start(new File(['b'], 'b.json'))
  expect(parley.callsOf('imports.begin')).toEqual([{ fileName: 'a.json', sizeBytes: 1 }])
  ;(await untilRead(parley)).end({ reason: 'completed' })
  await done
})

test('reports what was imported when cancelled while reading', async () => {
  const { parley, imports, state } = setUp()
  const done = imports.start(new File(['{}'], 'a.json'))
  const stream = await untilRead(parley)
  imports.cancel()
  expect(stream.isClosed).toBe(true)
  stream.send(summary)
  stream.end({ reason: 'stopped' })
  await done
  expect(state()).toMatchObject({ phase: 'ended', how: 'cancelled', summary, error: null })
})

test('makes main discard the upload when cancelled while uploading', async () => {
  const { parley, imports, state } = setUp()
  parley.answers['imports.append'] = () => {
    imports.cancel()
    throw new ParleyError('CANCELLED', 'cancelled')
  }
  await imports.start(new File(['{}'], 'a.json'))
  expect(parley.callsOf('imports.discard')).toEqual([{ importId: 'i' }])
  expect(state()).toMatchObject({ phase: 'ended', how: 'cancelled', summary: null, error: null })
  imports.forget()
  expect(state()).toEqual({ phase: 'idle' })
})

test('reports problems of a file, even if some of it was imported', async () => {
  const { parley, imports, state } = setUp()
  const done = imports.start(new File(['{}'], 'a.json'))
  const stream = await untilRead(parley)
  stream.send(summary)
  const error = { code: 'INVALID_INPUT' as const, message: 'It ends too early.' }
  stream.end({ reason: 'failed', error })
  await done
  expect(state()).toMatchObject({ how: 'failed', summary, error })
})

test('reports a lost connection', async () => {
  const { parley, imports, state } = setUp()
  const done = imports.start(new File(['{}'], 'a.json'))
  ;(await untilRead(parley)).end({ reason: 'disconnected' })
  await done
  expect(state()).toMatchObject({ how: 'failed', error: { data: { reason: 'connection-lost-import' } } })
})

test('reports a file that no longer exists', async () => {
  const { imports, state } = setUp()
  await imports.start({
    name: 'gone.json',
    size: 3,
    slice: () => ({ arrayBuffer: () => Promise.reject(new Error('not found')) }) as Blob,
  })
  expect(state()).toMatchObject({
    how: 'failed',
    error: { code: 'INTERNAL', data: { reason: 'file-unreadable' } },
  })
})
