import { EventEmitter } from 'node:events'

import type { Page } from '@playwright/test'
import { expect, test } from 'vitest'

import { SettledWindows } from './settled-windows.ts'

const frame = {}

/** A fake page that loads, attaches and closes when the test says so. */
class FakePage extends EventEmitter {
  hasEnded = false
  answer: PromiseWithResolvers<unknown> = Promise.withResolvers()

  mainFrame() {
    return frame
  }

  isClosed() {
    return this.hasEnded
  }

  evaluate() {
    return this.answer.promise
  }

  load(): void {
    this.answer = Promise.withResolvers()
    this.emit('request', { isNavigationRequest: () => true, frame: () => frame })
    this.emit('domcontentloaded')
  }

  async comeUp(): Promise<void> {
    this.answer.resolve({})
    await new Promise((resolve) => setImmediate(resolve))
  }
}

function open() {
  const windows = new SettledWindows()
  const page = new FakePage()
  windows.watch(page as unknown as Page)
  return { windows, page }
}

test('counts a window from its first answer until it is reloaded or closed', async () => {
  const { windows, page } = open()
  expect(windows.isThereOne).toBe(false)
  page.load()
  expect(windows.isThereOne).toBe(false)
  await page.comeUp()
  expect(windows.isThereOne).toBe(true)
  page.load()
  expect([windows.isThereOne, windows.isOneOpen]).toEqual([false, true])
  await page.comeUp()
  page.hasEnded = true
  expect([windows.isThereOne, windows.isOneOpen]).toEqual([false, false])
})

test('does not attribute an answer of the previous page to the one that is loading', async () => {
  const { windows, page } = open()
  page.load()
  const first = page.answer
  page.load()
  first.resolve({})
  await new Promise((resolve) => setImmediate(resolve))
  expect(windows.isThereOne).toBe(false)
})

test('counts a crashed window', () => {
  const { windows, page } = open()
  page.emit('crash')
  expect(windows.isThereOne).toBe(true)
})
