import { expect, test } from 'vitest'

import { NewestWindow } from './newest-window'

test('delivers messages sent without a window to the first that attaches, once and in order', () => {
  const windows = new NewestWindow<string>()
  const heard: string[] = []
  windows.send('new-compare')
  windows.send('new-chat')
  windows.attach((message) => heard.push(`first: ${message}`))
  const leave = windows.attach((message) => heard.push(`second: ${message}`))
  windows.send('settings')
  leave()
  windows.send('palette')
  expect(heard).toEqual(['first: new-compare', 'first: new-chat', 'second: settings', 'first: palette'])
})

test('keeps only the newest messages while there is no window', () => {
  const windows = new NewestWindow<number>()
  for (let number = 1; number <= 100; number += 1) windows.send(number)
  const heard: number[] = []
  windows.attach((message) => heard.push(message))
  expect(heard).toEqual(Array.from({ length: 20 }, (_, index) => 81 + index))
})
