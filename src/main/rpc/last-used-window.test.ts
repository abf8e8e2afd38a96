import { expect, test } from 'vitest'

import { LastUsedWindow } from './handlers/window-handlers'

test('delivers messages sent without a window to the first that attaches, once and in order', () => {
  const windows = new LastUsedWindow<string>()
  const heard: string[] = []
  windows.send('new-compare')
  windows.send('new-chat')
  windows.attach((message) => heard.push(`first: ${message}`))
  const { detach } = windows.attach((message) => heard.push(`second: ${message}`))
  windows.send('settings')
  detach()
  windows.send('palette')
  expect(heard).toEqual(['first: new-compare', 'first: new-chat', 'second: settings', 'first: palette'])
})

test('keeps only the newest messages while there is no window', () => {
  const windows = new LastUsedWindow<number>()
  for (let number = 1; number <= 100; number += 1) windows.send(number)
  const heard: number[] = []
  windows.attach((message) => heard.push(message))
  expect(heard).toEqual(Array.from({ length: 20 }, (_, index) => 81 + index))
})

test('a message goes to the window used last, not to the newest', () => {
  const windows = new LastUsedWindow<string>()
  const heard: string[] = []
  const first = windows.attach((message) => heard.push(`first: ${message}`))
  const second = windows.attach((message) => heard.push(`second: ${message}`))
  first.use()
  windows.send('palette')
  first.detach()
  // It may say so late.
  first.use()
  windows.send('settings')
  second.detach()
  windows.send('new-chat')
  expect(heard).toEqual(['first: palette', 'second: settings'])
})
