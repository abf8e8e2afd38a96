import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { ImportId } from '../../../shared/ids'
import type { BundleField } from '../../../shared/tools/bundles'
import { FakeEnvironment } from '../../testing/fake-parley'
import { Bundles, initialValues } from './bundles'

function field(key: string, change: Partial<BundleField>): BundleField {
  return {
    key,
    type: 'string',
    title: key,
    description: '',
    isRequired: false,
    isSensitive: false,
    isMultiple: false,
    initial: null,
    ...change,
  }
}

const fields = [
  field('folders', { type: 'directory', isMultiple: true, initial: ['/a', '/b'] }),
  field('count', { type: 'number', initial: 5 }),
  field('loud', { type: 'boolean' }),
  field('key', { isSensitive: true }),
  field('empty', {}),
]

function open() {
  const { parley, api } = new FakeEnvironment()
  parley.answers['imports.begin'] = () => ({ importId: 'i' as ImportId })
  parley.answers['imports.append'] = () => ({ receivedBytes: 0 })
  parley.answers['imports.discard'] = () => ({})
  parley.answers['servers.readBundle'] = () => ({
    bundle: {
      title: 'Notes',
      version: '1',
      author: '',
      description: '',
      suggestedId: 'notes',
      command: 'node',
      tools: [],
      fields,
    },
  })
  return { parley, bundles: new Bundles(api) }
}

test('sends what was entered as values of their kinds, and leaves out what is empty', async () => {
  const { parley, bundles } = open()
  await bundles.read(new File(['zip'], 'a.mcpb'))
  parley.answers['servers.addBundle'] = () => ({ server: {} as never })
  const entered = { ...initialValues(fields), folders: '/a b\n\n /c ', count: '7', key: ' k ' }
  expect(await bundles.add('notes', entered)).toBe(true)
  expect(parley.callsOf('servers.addBundle')).toEqual([
    { importId: 'i', id: 'notes', values: { folders: ['/a b', '/c'], count: 7, loud: false, key: ' k ' } },
  ])
  expect(parley.callsOf('imports.discard')).toHaveLength(1)
})

test('keeps the file after a refusal, so that a wrong value can be corrected', async () => {
  const { parley, bundles } = open()
  await bundles.read(new File(['zip'], 'a.mcpb'))
  parley.answers['servers.addBundle'] = () => {
    throw new ParleyError('INVALID_INPUT', 'wrong')
  }
  expect(await bundles.add('notes', initialValues(fields))).toBe(false)
  expect(bundles.store.getState()).toMatchObject({ isBusy: false, error: { code: 'INVALID_INPUT' } })
  expect(parley.callsOf('imports.discard')).toEqual([])
})

test('a file that is too large is not sent, and one that the user leaves is discarded', async () => {
  const { parley, bundles } = open()
  const large = { name: 'large.mcpb', size: 300_000_000, slice: () => new Blob() }
  await bundles.read(large)
  expect(bundles.store.getState().error?.data?.['reason']).toBe('bundle-file')
  expect(parley.callsOf('imports.begin')).toEqual([])
  const reading = bundles.read(new File(['zip'], 'a.mcpb'))
  bundles.close()
  await reading
  expect(parley.callsOf('imports.discard')).toEqual([{ importId: 'i' }])
})
