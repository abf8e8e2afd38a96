import { expect, test } from 'vitest'

import { parseTestArguments } from './test-arguments.mjs'

const parse = (...args: string[]) => parseTestArguments(args, () => 'new')

test('passes unknown arguments to the runner, in order', () => {
  expect(parse('specs/a.spec.ts', '--only', 'e2e', '--workers=1', '--shuffle=7', '-x')).toEqual({
    only: 'e2e',
    attach: null,
    seed: '7',
    isEachFileAlone: false,
    isQuick: false,
    rest: ['specs/a.spec.ts', '--workers=1', '-x'],
  })
})

test('--shuffle without a seed gets a new one, and does not consume another option', () => {
  expect(parse('--shuffle', '--each-file-alone', '--workers=1')).toEqual({
    only: null,
    attach: null,
    seed: 'new',
    isEachFileAlone: true,
    isQuick: false,
    rest: ['--workers=1'],
  })
})

test('takes a whole address, and reports a missing one', () => {
  const url = 'http://127.0.0.1:4711/w-x/?key=y'
  expect(parse('--attach', url).attach).toBe(url)
  expect(() => parse('--attach')).toThrow('--attach needs the address')
  expect(() => parse('--attach', 'nowhere')).toThrow('--attach needs the address')
})

test('refuses a suite that does not exist, by name', () => {
  expect(() => parse('--only', 'live')).toThrow('--only must be one of: unit, e2e, meta.')
})

test('removes --quick, and refuses it together with options that select tests', () => {
  expect(parse('--quick')).toMatchObject({ isQuick: true, rest: [] })
  expect(() => parse('--quick', '--only', 'unit')).toThrow(
    '--quick cannot be combined with --only or --attach.',
  )
})
