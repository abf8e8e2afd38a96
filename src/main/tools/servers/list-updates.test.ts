import { expect, test } from 'vitest'

import { ListUpdates } from './list-updates'

function settle(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}

/** Reads that end when the test says so. */
function open() {
  const reads: { list: string; end: () => void }[] = []
  const rests: (() => void)[] = []
  const updates = new ListUpdates({
    read: (list) => new Promise((resolve) => void reads.push({ list, end: resolve })),
    rest: () => new Promise((resolve) => void rests.push(resolve)),
  })
  return { updates, reads, rests, lists: () => reads.map(({ list }) => list) }
}

test('a list that changes while it is read is read once more, however often it changed', async () => {
  const { updates, reads, rests, lists } = open()
  updates.resume()
  updates.note('tools')
  updates.note('tools')
  updates.note('tools')
  await settle()
  expect(lists()).toEqual(['tools'])
  reads[0]?.end()
  await settle()
  // A server that changes all the time has to wait.
  expect(lists()).toEqual(['tools'])
  rests[0]?.()
  await settle()
  expect(lists()).toEqual(['tools', 'tools'])
  reads[1]?.end()
  await settle()
  rests[1]?.()
  await settle()
  expect(lists()).toHaveLength(2)
})

test('a change that is reported while the connection opens is read when it is ready, not lost', async () => {
  const { updates, lists } = open()
  updates.pause()
  updates.note('prompts')
  await settle()
  expect(lists()).toEqual([])
  updates.resume()
  await settle()
  expect(lists()).toEqual(['prompts'])
})

test('reads nothing from a connection that has been replaced', async () => {
  const { updates, reads, lists } = open()
  updates.resume()
  updates.note('tools')
  updates.note('resources')
  updates.pause()
  reads[0]?.end()
  await settle()
  expect(lists()).toEqual(['tools'])
})

test('waiting for changes ends when all of them are read, or the connection is replaced', async () => {
  const { updates, reads, rests } = open()
  let settledCount = 0
  const wait = () => void updates.settled().then(() => (settledCount += 1))
  updates.resume()
  wait()
  await settle()
  expect(settledCount).toBe(1)
  updates.note('tools')
  wait()
  updates.note('tools')
  reads[0]?.end()
  await settle()
  expect(settledCount).toBe(1)
  rests[0]?.()
  await settle()
  reads[1]?.end()
  await settle()
  expect(settledCount).toBe(2)
  updates.note('prompts')
  wait()
  updates.pause()
  await settle()
  expect(settledCount).toBe(3)
})
