import { expect, test } from 'vitest'

import { describeExtension } from '../../suite/suite-table.ts'
import { readTestOutput } from './test-output.ts'

test('reads the slow tests from the lines of Vitest and of the live suite, also with colours', () => {
  const extended = describeExtension({
    type: 'limit-extended',
    slot: 0,
    worker: 0,
    file: 'specs/a.spec.ts',
    test: 'one',
    extension: {
      limit: 'the window',
      limitMs: 650,
      spent: { elapsedMs: 2_650.4, grantedMs: 650, lateMs: 1, waitedMs: 1_999 },
    },
  })
  const printed = [
    ' \u001b[32m✓\u001b[39m \u001b[30m\u001b[42m unit \u001b[49m\u001b[39m src/main/base/log.test.ts \u001b[2m(\u001b[22m\u001b[2m12 tests\u001b[22m\u001b[2m)\u001b[22m\u001b[33m 1518\u001b[2mms\u001b[22m\u001b[39m',
    ' ❯ src/renderer/ui/a.test.tsx (2 tests | 1 failed) 30ms',
    '   ✓ a title that tells of its own 300ms',
    '  ok    specs/a.spec.ts › one (12.5 s)',
    '  FAIL  specs/a.spec.ts › group › two (0.4 s)',
    `[suite] ${extended}`,
    '  2 passed, 1 failed in 3.0 s',
    '3 passed, 2 failed',
  ]
  expect(readTestOutput(printed.join('\n'))).toEqual({
    unitFiles: [
      { name: 'src/main/base/log.test.ts', durationMs: 1_518 },
      { name: 'src/renderer/ui/a.test.tsx', durationMs: 30 },
    ],
    liveTests: [
      { name: 'specs/a.spec.ts › one', durationMs: 12_500 },
      { name: 'specs/a.spec.ts › group › two', durationMs: 400 },
    ],
    extensions: [{ limit: 'the window', byMs: 2_000 }],
    sum: '3 passed, 2 failed',
  })
})
