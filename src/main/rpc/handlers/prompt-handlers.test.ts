import { describe, expect, test } from 'vitest'

import type { ParleyApi } from '../../../renderer/rpc/parley-api'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { connectOverSocket } from '../testing/app-client'
import { connectTo, startTestApp } from '../testing/test-app'

async function namesOf(parley: ParleyApi): Promise<string[]> {
  return (await parley.invoke('prompts.list', {})).prompts.map(({ name }) => name)
}

async function open() {
  return connectOverSocket(await startTestApp())
}

describe('prompts', () => {
  test('lists prompts by name, ignoring case, and changes one under its id', async () => {
    const parley = await open()
    const { prompt } = await parley.invoke('prompts.save', {
      name: ' zebra\n stripes ',
      text: 'Z {{what}}\n',
    })
    await parley.invoke('prompts.save', { name: 'Apple', text: 'A' })
    expect(prompt).toEqual({
      id: expect.any(String),
      name: 'zebra stripes',
      text: 'Z {{what}}\n',
      updatedAt: expect.any(Number),
    })
    expect(await namesOf(parley)).toEqual(['Apple', 'zebra stripes'])
    await parley.invoke('prompts.save', { id: prompt.id, name: 'Zebra Stripes', text: 'other' })
    const { prompts } = await parley.invoke('prompts.list', {})
    expect(prompts.map(({ id, name, text }) => [id === prompt.id, name, text])).toEqual([
      [false, 'Apple', 'A'],
      [true, 'Zebra Stripes', 'other'],
    ])
  })

  test('refuses duplicate names, ignoring case, for new and renamed prompts', async () => {
    const parley = await open()
    await parley.invoke('prompts.save', { name: 'Übersetzen', text: 'first' })
    const { prompt } = await parley.invoke('prompts.save', { name: 'Review', text: 'second' })
    const refusal = {
      code: 'INVALID_INPUT',
      data: { field: 'name', reason: 'prompt-name-taken', name: 'Übersetzen' },
    }
    await expect(parley.invoke('prompts.save', { name: 'übersetzen', text: 'x' })).rejects.toMatchObject(
      refusal,
    )
    const renamed = { id: prompt.id, name: 'ÜBERSETZEN', text: 'x' }
    await expect(parley.invoke('prompts.save', renamed)).rejects.toMatchObject(refusal)
    expect((await parley.invoke('prompts.list', {})).prompts.map(({ text }) => text)).toEqual([
      'second',
      'first',
    ])
  })

  test('a removed prompt is not listed, changed or removed again', async () => {
    const parley = await open()
    const { prompt } = await parley.invoke('prompts.save', { name: 'Short', text: 'lived' })
    expect(await parley.invoke('prompts.remove', { promptId: prompt.id })).toEqual({ removed: true })
    expect(await parley.invoke('prompts.remove', { promptId: prompt.id })).toEqual({ removed: false })
    const changed = { id: prompt.id, name: 'Short', text: 'changed' }
    await expect(parley.invoke('prompts.save', changed)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await namesOf(parley)).toEqual([])
  })

  test('refuses an empty name and an empty text, naming the field', async () => {
    const parley = await open()
    for (const [field, prompt] of [
      ['name', { name: '  ', text: 'x' }],
      ['text', { name: 'x', text: '' }],
    ] as const) {
      await expect(parley.invoke('prompts.save', prompt)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        data: { field },
      })
    }
  })
})

test('keeps prompts across a restart', async () => {
  const dataFolder = temporaryFolder()
  const first = await startTestApp({ dataFolder })
  await connectTo(first).invoke('prompts.save', { name: 'Kept', text: 'Text' })
  await first.close()
  expect(await namesOf(connectTo(await startTestApp({ dataFolder })))).toEqual(['Kept'])
})
