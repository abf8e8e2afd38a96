import { expect, test } from 'vitest'

import { importFile } from '../../testing/import-file'
import { connectTo, startTestApp } from '../../testing/test-app'
import {
  answer,
  asked,
  comparisonRows,
  exported,
  head,
  inert,
  outcome,
  pageOf,
  row,
  runRows,
  withItems,
} from './testing/bundle-pages'

/** The rows with other ids, so that they are of another comparison. */
const named = (prefix: number, rows: readonly unknown[]) =>
  JSON.parse(
    JSON.stringify(rows).replaceAll(/"(c|[spqam]\d|run|set)"/g, (_, id) => `"n${prefix}-${id}"`),
  ) as unknown[]

const two = comparisonRows(['One.', 'Two.'])
const vote = (columns: object) => [...two, row('votes', { comparison_id: 'c', ...columns })]
const polluting = (items: readonly unknown[]) =>
  items.map((item) => inert(item).replaceAll('{', '{"__proto__":{"polluted":1},').replaceAll(',}', '}'))
const thousand = Array.from({ length: 1_000 }, (_, index) => [
  row('sessions', { id: `s${index}` }),
  row('panes', { id: `p${index}`, session_id: `s${index}`, position: index }),
]).flat()

/** Each page with the result of its import. */
const pages: Record<string, [page: string | readonly unknown[], expected: string[]]> = {
  'is intact': [vote({}), ['1']],
  'has no data': ['<!doctype html><p>Nothing', ['failed', 'pageWithoutData']],
  'has other data': [pageOf('{"a":1}'), ['failed', 'fileOther', 'whatIsRead']],
  'is from a newer version': [pageOf(inert([{ ...head, version: 2 }, ...two])), ['failed', 'newerVersion']],
  'was changed': [pageOf(inert([head, ...named(1, two)]), '0'.repeat(64)), ['1', 'pageChanged']],
  'ends within its data': [withItems(...named(2, two)).slice(0, -200), ['1', 'cut']],
  'has a comparison without panes': [[row('comparisons', { id: 'empty' })], ['1']],
  'has a vote on an answer that does not exist': [vote({ id: 'v1', chosen: [7] }), ['0', 'damagedEntry']],
  'has an answer that was paid to be written': [
    vote({ id: 'v2', shown: [{ ...answer, costUsd: -1 }, answer] }),
    ['0', 'damagedEntry'],
  ],
  'has a thousand panes': [named(3, [row('comparisons'), ...thousand]), ['1', 'refusedRows']],
  'has messages in a circle': [
    named(4, [
      ...two,
      row('messages', { id: 'm8', parent_id: 'm9' }),
      row('messages', { id: 'm9', parent_id: 'm8' }),
    ]),
    ['1', 'strayRows'],
  ],
  'answers a message of another chat': [
    named(5, [...two, row('messages', { id: 'm8', parent_id: 'q1' })]),
    ['1', 'refusedRows'],
  ],
  'is nested without end': [
    pageOf(`[${inert(head)},${'['.repeat(100_000)}${']'.repeat(100_000)}]`),
    ['0', 'noConversation'],
  ],
  'has keys of prototypes': [
    pageOf(`[${[inert(head), ...polluting(named(6, two)), ...polluting([{}])].join(',')}]`),
    ['1', 'noConversation'],
  ],
  'has ids of prototypes and of other folders': [
    ['__proto__', 'constructor', '../../up', 'C:\\', ''].map((id) => row('comparisons', { id })),
    ['0', 'damagedEntry'],
  ],
  'has a run of too many models': [
    runRows({ models: Array.from({ length: 17 }, () => ({ ...asked })) }),
    ['0', 'strayRows', 'tooManyModels'],
  ],
  'has answers without a run': [[row('set_cells', { run_id: 'none' })], ['0', 'strayRows']],
  'has answers of cells that a run does not have': [
    named(7, [...runRows(), row('set_cells', { cell: 7 })]),
    ['0', 'refusedRows'],
  ],
  'has a judge of answers that do not exist': [
    named(8, [...runRows(), row('set_runs', { id: 'm1', judge_of: 'run', prompts: [[0, 7]] })]),
    ['0', 'refusedRows'],
  ],
  'has what nobody shares': [
    [row('drafts'), row('spending'), row('line_ups'), row('set_ballots')],
    ['0', 'refusedRows'],
  ],
  'has scripts for names': [
    named(
      9,
      comparisonRows(['</script><script>alert(1)</script>', 'Two.'], { title: '<img src=x onerror=a()>' }),
    ),
    ['1'],
  ],
}

test('imports the valid parts of a page, and reports the others', async () => {
  const parley = connectTo(await startTestApp())
  const said: Record<string, string[]> = {}
  for (const [name, [page]] of Object.entries(pages)) {
    said[name] = outcome(await importFile(parley, typeof page === 'string' ? page : withItems(...page)))
  }
  expect(said).toEqual(
    Object.fromEntries(Object.entries(pages).map(([name, [, expected]]) => [name, expected])),
  )
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  const { comparisons } = await parley.invoke('compare.list', {})
  expect(Math.max(...comparisons.map(({ paneCount }) => paneCount))).toBe(16)
  // Each can be opened and exported, whatever it lacks.
  for (const { id: comparisonId } of comparisons) {
    await parley.invoke('compare.get', { comparisonId })
    expect(await exported(parley, { format: 'bundle', comparisonId })).toContain('</html>')
  }
  expect((await parley.invoke('drafts.list', {})).drafts).toEqual({})
})
