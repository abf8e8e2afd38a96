import { appendFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { needsFileModes } from '../../../src/main/base/testing/needs.ts'
import { temporaryFolder } from '../../../src/main/base/testing/temporary-folder.ts'
import { Journal, type SuiteEvent } from './journal.ts'

const failed = (name: string): SuiteEvent => ({
  type: 'test-failed',
  slot: 0,
  worker: 1,
  file: 'specs/a.spec.ts',
  test: name,
  breakage: { summary: 'broke', report: 'broke\nin two lines' },
})

test('does not read a line before it is complete', () => {
  const journal = new Journal(temporaryFolder())
  journal.add(failed('first'))
  const line = `${JSON.stringify(failed('second'))}\n`
  appendFileSync(journal.path, line.slice(0, 40))
  expect(journal.read()).toEqual([failed('first')])
  appendFileSync(journal.path, line.slice(40, -1))
  expect(journal.read()).toEqual([failed('first')])
  appendFileSync(journal.path, '\n')
  expect(journal.read()).toEqual([failed('first'), failed('second')])
})

test('only the owner can read the file, because reports may quote private data', (context) => {
  const folder = temporaryFolder()
  const journal = new Journal(folder)
  journal.add(failed('first'))
  needsFileModes(context)
  expect(statSync(join(folder, 'journal.jsonl')).mode & 0o777).toBe(0o600)
})
