import { expect, test } from 'vitest'

import { NewestWindow } from './newest-window'

test('what is sent without a window reaches the first that comes, once', () => {
  const windows = new NewestWindow<string>()
  const heard: string[] = []
  windows.send('an earlier one')
  windows.send('new-chat')
  windows.attach((message) => heard.push(`first: ${message}`))
  const leave = windows.attach((message) => heard.push(`second: ${message}`))
  windows.send('settings')
  leave()
  windows.send('palette')
  expect(heard).toEqual(['first: new-chat', 'second: settings', 'first: palette'])
})
