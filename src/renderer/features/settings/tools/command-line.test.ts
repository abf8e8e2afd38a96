import { expect, test } from 'vitest'

import { commandLine, commandWords } from './command-line'

test('reads quoted words, empty ones, and Windows paths as they are written', () => {
  expect(commandWords('  npx -y   "@scope/server files" \'/home/me/my notes\' ')).toEqual([
    'npx',
    '-y',
    '@scope/server files',
    '/home/me/my notes',
  ])
  expect(commandWords(String.raw`"C:\Program Files\node.exe" C:\tools\run.js --name="a \"b\"" ''`)).toEqual([
    String.raw`C:\Program Files\node.exe`,
    String.raw`C:\tools\run.js`,
    '--name=a "b"',
    '',
  ])
  expect(commandWords('')).toEqual([])
})

test.each([
  [['npx', '-y', 'server']],
  [['C:\\Program Files\\node.exe', 'C:\\x\\', '']],
  [['a "quoted" word', "it's", 'back\\slash "and" quote\\']],
  [['tab\there', 'ä ö']],
])('the command line of %j has the same words', (words) => {
  expect(commandWords(commandLine(words))).toEqual(words)
})

test('an open quote ends with the line', () => {
  expect(commandWords('run "no end')).toEqual(['run', 'no end'])
})
