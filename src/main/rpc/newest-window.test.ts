import { expect, test } from 'vitest'

import { NewestWindow } from './newest-window'

test('what is sent without a window reaches the first that comes, once and in order', () => {
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

test('only the newest messages wait for a window', () => {
  const windows = new NewestWindow<number>()
  for (let number = 1; number <= 100; number += 1) windows.send(number)
  const heard: number[] = []
  windows.attach((message) => heard.push(message))
  expect(heard).toEqual(Array.from({ length: 20 }, (_, index) => 81 + index))
})
