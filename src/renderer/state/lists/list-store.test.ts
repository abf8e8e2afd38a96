import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'

import { ParleyError } from '../../../shared/errors'
import { type ListState, ListStore, unloadedList } from './list-store'

interface NamesState extends ListState<string> {
  names: readonly string[]
}

/** A list of names whose reads the test answers. */
class Names extends ListStore<string, NamesState, 'names'> {
  readonly reads: PromiseWithResolvers<{ names: readonly string[] }>[] = []
  readonly asked: string[] = []

  constructor() {
    super(createStore<NamesState>(() => ({ ...unloadedList, names: [] })))
  }

  add(name: string): Promise<boolean> {
    return this.change(async () => {
      if (name === 'taken') throw new ParleyError('INVALID_INPUT', 'taken')
      this.asked.push(`add ${name}`)
    })
  }

  remove(name: string): Promise<boolean> {
    return this.removing(name, async () => this.asked.push(`remove ${name}`))
  }

  protected override async restore(name: string): Promise<void> {
    this.asked.push(`restore ${name}`)
  }

  protected override read(): Promise<{ names: readonly string[] }> {
    const read = Promise.withResolvers<{ names: readonly string[] }>()
    this.reads.push(read)
    return read.promise
  }

  /** Answers every read that is open. */
  async answer(...names: string[]): Promise<void> {
    await expect.poll(() => this.reads.length).toBeGreaterThan(0)
    for (const read of this.reads.splice(0)) read.resolve({ names })
  }
}

test('an earlier read that answers late does not replace a newer list', async () => {
  const list = new Names()
  const loads = [list.load(), list.load()]
  const [first, second] = list.reads
  second?.resolve({ names: ['new'] })
  first?.resolve({ names: ['old'] })
  await Promise.all(loads)
  expect(list.store.getState()).toMatchObject({ phase: 'ready', names: ['new'] })
})

test('a failed reload keeps the list, and a failed first one says so', async () => {
  const list = new Names()
  const failed = list.load()
  list.reads.pop()?.reject(new ParleyError('DEGRADED', 'no'))
  await failed
  expect(list.store.getState()).toMatchObject({ phase: 'failed', error: { code: 'DEGRADED' } })
  const loaded = list.load()
  await list.answer('one')
  await loaded
  const reloaded = list.load()
  list.reads.pop()?.reject(new ParleyError('DEGRADED', 'no'))
  await reloaded
  expect(list.store.getState()).toMatchObject({ phase: 'ready', names: ['one'] })
})

test('a refused change says why, reads nothing, and is forgotten with the next one', async () => {
  const list = new Names()
  expect(await list.add('taken')).toBe(false)
  expect([list.store.getState().error?.code, list.reads]).toEqual(['INVALID_INPUT', []])
  const added = list.add('free')
  await list.answer('free')
  expect([await added, list.store.getState().error]).toEqual([true, null])
})

test('offers to restore what was removed last, once', async () => {
  const list = new Names()
  const removed = list.remove('one')
  await list.answer()
  expect([await removed, list.store.getState().removed]).toEqual([true, 'one'])
  const restored = list.undoRemove()
  await list.answer('one')
  expect([await restored, list.store.getState().removed]).toEqual([true, null])
  expect(await list.undoRemove()).toBe(false)
  expect(list.asked).toEqual(['remove one', 'restore one'])
})

test('a list that has changed elsewhere is read again only where it was read, and a refusal stays in view', async () => {
  const list = new Names()
  await list.reload()
  expect(list.reads).toEqual([])
  const loaded = list.load()
  await list.answer('one')
  await loaded
  await list.add('taken')
  const reloaded = list.reload()
  await list.answer('one', 'from elsewhere')
  await reloaded
  expect(list.store.getState()).toMatchObject({
    names: ['one', 'from elsewhere'],
    error: { code: 'INVALID_INPUT' },
  })
})
