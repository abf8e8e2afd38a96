import { expect, test } from 'vitest'

import { folderName } from './folder-name'

test.each([
  ['/projects/station', 'station'],
  ['/projects/station/', 'station'],
  ['C:\\work\\station', 'station'],
  ['/', '/'],
])('the folder %s is named %s', (path, name) => {
  expect(folderName(path)).toBe(name)
})
