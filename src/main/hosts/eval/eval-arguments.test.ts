import { join } from 'node:path'

import { expect, test } from 'vitest'

import { temporaryFolder } from '../../base/testing/temporary-folder'
import { parseEvalArguments } from './eval-arguments'

test.each<[string, string[]]>([
  ['no set', []],
  ['two sets', ['one', 'two']],
  ['an option that does not exist', ['set', '--modle', 'a/b']],
  ['no repeats', ['set', '--repeats', '0']],
  ['half an answer at once', ['set', '--at-once', '1.5']],
  ['a cost limit of nothing', ['set', '--cost-limit', '0']],
  ['a cost limit that is no number', ['set', '--cost-limit', '$5']],
  ['a folder as the file of the result', ['set', '--out', '.']],
  ['a result without a name', ['set', '--out', '']],
  ['a result in a folder that does not exist', ['set', '--out', join('gone', 'result.json')]],
])('refuses %s before anything is paid for', (_what, args) => {
  expect(() => parseEvalArguments(args)).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT', data: expect.objectContaining({ reason: 'argument' }) }),
  )
})

test('--help needs no set', () => {
  expect(parseEvalArguments(['--help'])).toBeNull()
})

test('--list needs no set, and refuses one, and options that it would ignore', () => {
  expect(parseEvalArguments(['--list', '--user-data', 'data'])).toEqual({ isList: true, userData: 'data' })
  for (const extra of ['set', '--new', '--model=demo/brief']) {
    expect(() => parseEvalArguments(['--list', extra])).toThrow(
      expect.objectContaining({
        data: expect.objectContaining({ problem: expect.stringContaining('--list') }),
      }),
    )
  }
})

test('a result may be written to this folder or another one', () => {
  for (const out of ['result.json', join(temporaryFolder(), 'result.csv')]) {
    expect(parseEvalArguments(['set', '--out', out])).toMatchObject({ out })
  }
})
