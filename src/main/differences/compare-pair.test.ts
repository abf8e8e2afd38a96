import { expect, test } from 'vitest'

import type { PairDifferences } from '../../shared/differences/differences'
import { compareAnswers } from './compare-answers'
import { shownFacts, shownRows } from './testing/shown-pair'

function pair(first: string, second: string): PairDifferences {
  const found = compareAnswers([first, second])
  if (found.kind !== 'pair') throw new Error('two answers are compared as a pair')
  return found
}

const rows = (first: string, second: string) => shownRows(first, second, pair(first, second))
const facts = (first: string, second: string) => shownFacts(pair(first, second))

const cityTable = (value: string) => `| city | people |\n|---|---|\n| Rome | ${value} |\n| Oslo | 700,000 |`
const runCode = (...lines: string[]) => ['```js', 'function run() {', ...lines, '}', '```'].join('\n')
const indented = (indent: string) => `\`\`\`py\nif ready:\n    start()\n${indent}stop()\n\`\`\``
const numbered = (...items: string[]) => items.map((item, index) => `${index + 1}. ${item}`).join('\n')
const nestedList = (value: number) =>
  `- one item\n  - a nested item\n\n    \`\`\`\n    x = ${value}\n    \`\`\`\n- last item`

test('equal answers have only equal rows; spaces, line ends, emphasis and numbering do not count', () => {
  const first = '# Title\n\nOne **bold** word.\n\n1. first item\n2. second item\n'
  const second = '# Title\r\n\r\nOne bold  word.\r\n\r\n2. first item\r\n3. second item'
  expect(rows(first, second)).toEqual([
    '= # Title',
    '= One **bold** word.',
    '= 1. first item',
    '= 2. second item',
  ])
  expect(facts(first, second)).toEqual([])
})

test('a moved paragraph is shown as moved, with what changed in it', () => {
  const intro = 'Trees absorb carbon dioxide from the air.'
  const moved = 'Rivers carry sediment from mountains to the sea every year.'
  const end = 'Deserts receive very little rain during the whole season.'
  const other = 'Rivers carry sediment from mountains to the ocean every year.'
  expect(rows([moved, intro, end].join('\n\n'), [intro, end, other].join('\n\n'))).toEqual([
    `< ${moved}`,
    '  ~ Rivers carry sediment from mountains to the {-sea -}{+ocean +}every year.',
    `= ${intro}`,
    `= ${end}`,
    `> ${other}`,
  ])
})

test('a reworded sentence is compared by words, an unrelated one is not', () => {
  const first = 'The capital of France is Paris. It has many museums. Bread is cheap there.'
  const second = 'The capital of France is called Paris. It has many old museums. Trains run hourly.'
  expect(rows(first, second)).toEqual([
    '~ The capital of France is {+called +}Paris.',
    '~ It has many {+old +}museums.',
    '- Bread is cheap there.',
    '+ Trains run hourly.',
  ])
})

test('answers about different things are only in one of both', () => {
  expect(rows('Cats sleep all day.', 'Compilers translate source code.')).toEqual([
    '- Cats sleep all day.',
    '+ Compilers translate source code.',
  ])
})

test('sentences that share a few words are not compared by words', () => {
  const [first, second] = [
    'The old library opens early on Monday mornings.',
    'The new bridge closes late on Monday evenings.',
  ]
  expect(rows(first, second)).toEqual([`- ${first}`, `+ ${second}`])
})

test('rules and other text of little weight are not shown as moved', () => {
  const [one, two] = ['Water boils at sea level.', 'Copper conducts heat well.']
  expect(rows(`${one}\n\nSo.\n\n---\n\n${two}`, `So.\n\n---\n\n${one}\n\n${two}`)).toEqual([
    '+ So.',
    '+ ---',
    `= ${one}`,
    '- So.',
    '- ---',
    `= ${two}`,
  ])
})

test('a sentence that moved within its paragraph or to another one is shown as moved', () => {
  const [one, two, three] = [
    'Water boils at sea level.',
    'Copper conducts heat well.',
    'Glass breaks very easily.',
  ]
  expect(rows(`${one} ${two} ${three}`, `${two} ${three} ${one}`)).toEqual([
    `< ${one}`,
    `= ${two}`,
    `= ${three}`,
    `> ${one}`,
  ])
  const [left, right] = [
    'Whales are mammals that live in oceans.',
    'Eagles are birds that hunt small animals.',
  ]
  expect(rows(`${left} ${two}\n\n${right}`, `${left}\n\n${right} ${two}`)).toEqual([
    `= ${left}`,
    `< ${two}`,
    `= ${right}`,
    `> ${two}`,
  ])
})

test('finds a reworded paragraph far from its place in long answers', () => {
  const paragraphs = Array.from(
    { length: 60 },
    (_, index) => `Station ${index} measures wind${index} and rain${index} daily.`,
  )
  const [moved, reworded] = [
    'Volcanoes release sulphur into the stratosphere.',
    'Volcanoes release ash into the stratosphere.',
  ]
  const found = rows([moved, ...paragraphs].join('\n\n'), [...paragraphs, reworded].join('\n\n'))
  expect(found.filter((row) => !row.startsWith('='))).toEqual([
    `< ${moved}`,
    '  ~ Volcanoes release {-sulphur -}{+ash +}into the stratosphere.',
    `> ${reworded}`,
  ])
})

test('abbreviations and dates end no sentence', () => {
  const first = 'Es gibt Orte, z. B. Bonn. Es begann am 3. März. Dr. Maier kam aus dem Süden.'
  const second = 'Es gibt Orte, z. B. Bonn. Es begann am 5. März. Dr. Maier kam aus dem Süden.'
  expect(rows(first, second)).toEqual([
    '= Es gibt Orte, z. B. Bonn.',
    '~ Es begann am {-3-}{+5+}. März.',
    '= Dr. Maier kam aus dem Süden.',
  ])
})

test('a changed number in a table is found in its row and listed first', () => {
  expect(rows(cityTable('2,800,000'), cityTable('2,900,000'))).toEqual([
    '= | city | people |',
    '= |---|---|',
    '~ | Rome | {-2,800,000 -}{+2,900,000 +}|',
    '= | Oslo | 700,000 |',
  ])
  expect(facts(cityTable('2,800,000'), cityTable('2,900,000'))).toEqual(['number: 2800000 / 2900000'])
})

test('code is compared by lines', () => {
  expect(rows(runCode('  a()', '  return 1'), runCode('  a()', '  b()', '  return 2'))).toEqual([
    '= ```js',
    '= function run() {',
    '=   a()',
    '+   b()',
    '~   return {-1-}{+2+}',
    '= }',
    '= ```',
  ])
})

test('line ends and blank lines with spaces are no differences in code', () => {
  const code = '```py\na = 1\n\nb = 2\n```'
  expect(rows(code, code.replaceAll('\n', '\r\n'))).toEqual([`= ${code}`])
  expect(rows(`${code}\n`, `${code.replace('\n\n', '\n  \n')}\n`)).toEqual([`= ${code}`])
})

test('indentation of code counts', () => {
  expect(rows(indented('    '), indented('')).filter((row) => !row.startsWith('='))).toEqual([
    '~ {-    -}stop()',
  ])
})

test('a reordered list is shown with its items moved', () => {
  const first = numbered('Install the package', 'Write a configuration', 'Start the server')
  const second = numbered('Write a configuration', 'Start the server', 'Install the package')
  expect(rows(first, second)).toEqual([
    '< 1. Install the package',
    '= 2. Write a configuration',
    '= 3. Start the server',
    '> 3. Install the package',
  ])
})

test('a nested list with code is compared item by item and line by line', () => {
  expect(rows(nestedList(1), nestedList(2))).toEqual([
    '= - one item',
    '=   - a nested item',
    '=     ```',
    '~     x = {-1-}{+2+}',
    '=     ```',
    '= - last item',
  ])
})
