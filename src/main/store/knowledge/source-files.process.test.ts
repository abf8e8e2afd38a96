// Needs a process: Node cannot create a named pipe.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { realTemporaryFolder } from '../../base/testing/temporary-folder'
import { readFileInside, walkFolder } from './source-files'

test('never waits for a writer of a named pipe', (context) => {
  context.skip(process.platform === 'win32', 'Windows has no named pipes in folders')
  const root = realTemporaryFolder()
  execFileSync('mkfifo', [join(root, 'pipe')])
  expect(readFileInside(root, 'pipe', 100)).toEqual({ problem: 'unreadable' })
  expect(walkFolder(root, new Set()).next()).toEqual({ done: true, value: { isCut: false } })
})
