import { expect, test } from 'vitest'

import { importFile } from '../../testing/import-file'
import { connectTo, startTestApp } from '../../testing/test-app'
import {
  head,
  chat,
  comparisonHead,
  vote,
  setRun,
  setAnswers,
  pageOf,
  message,
  outcome,
  inert,
  withItems,
} from './testing/bundle-pages'

const polluting = (value: object) => inert(value).replace('{', '{"__proto__":{"polluted":1},')

/**
 * Each page with the result of its import. Panes with the same content would count as already imported from another
 * page.
 */
const pages: Record<string, [page: (pane: object) => string, expected: string[]]> = {
  'is intact': [(pane) => withItems({ ...comparisonHead, votes: [vote] }, pane, pane), ['1']],
  'has no data': [() => '<!doctype html><p>Nothing', ['failed', 'pageWithoutData']],
  'has other data': [() => pageOf('{"a":1}'), ['failed', 'fileOther', 'whatIsRead']],
  'is from a newer version': [
    (pane) => pageOf(inert([{ ...head, version: 2 }, pane])),
    ['failed', 'newerVersion'],
  ],
  'was changed': [
    (pane) => pageOf(inert([head, comparisonHead, pane, pane]), '0'.repeat(64)),
    ['1', 'pageChanged'],
  ],
  'ends within its data': [
    (pane) => withItems(comparisonHead, pane, pane).split(']}]')[0] ?? '',
    ['0', 'comparisonPanes', 'cut'],
  ],
  'has a comparison of the future': [
    () => withItems({ ...comparisonHead, version: 9 }),
    ['0', 'newerVersion'],
  ],
  'has a vote on an answer that does not exist': [
    () => withItems({ ...comparisonHead, votes: [{ ...vote, chosen: [7] }] }),
    ['0', 'badVotes', 'comparisonPanes'],
  ],
  'has an answer that was paid to be written': [
    () =>
      withItems({
        ...comparisonHead,
        votes: [{ ...vote, shown: vote.shown.map((answer) => ({ ...answer, costUsd: -1 })) }],
      }),
    ['0', 'badVotes', 'comparisonPanes'],
  ],
  'has a thousand panes': [
    () => withItems({ ...comparisonHead, panes: Array.from({ length: 1_001 }, () => ({ position: 0 })) }),
    ['0', 'tooManyPanes'],
  ],
  'has messages in a circle': [
    (pane) => {
      const circle = [
        { ...message, parent: 'm2' },
        { ...message, key: 'm2', parent: 'm1' },
      ]
      return withItems(comparisonHead, { ...pane, messages: circle }, pane)
    },
    ['0', 'comparisonPanes', 'strayMessage'],
  ],
  'is nested without end': [
    () => pageOf(`[${inert(head)},${'['.repeat(100_000)}${']'.repeat(100_000)}]`),
    ['0', 'noConversation'],
  ],
  'has keys of prototypes': [
    (pane) => {
      const items = [polluting({}), polluting(comparisonHead), polluting(pane), inert(pane)]
      return pageOf(`[${inert(head)},${items.join(',').replace(',}', '}')}]`)
    },
    ['1', 'noConversation'],
  ],
  'has a run of too many models': [
    () => withItems({ ...setRun, models: Array.from({ length: 17 }, () => setRun.models[0]) }),
    ['0', 'tooManyModels'],
  ],
  'has answers without a run': [() => withItems(setAnswers), ['0', 'strayAnswers']],
  'has answers of cells that a run does not have': [
    () => withItems(setRun, setAnswers),
    ['0', 'strayAnswers'],
  ],
  'has scripts for names': [
    (pane) =>
      withItems(
        { ...comparisonHead, title: '<img src=x onerror=alert(1)>' },
        { ...pane, model: '</script><script>alert(1)</script>' },
        pane,
      ),
    ['1'],
  ],
}

test('imports the valid parts of a page, and reports the others', async () => {
  const parley = connectTo(await startTestApp())
  const said: Record<string, string[]> = {}
  for (const [name, [page]] of Object.entries(pages)) {
    said[name] = outcome(await importFile(parley, page({ ...chat, title: name })))
  }
  expect(said).toEqual(
    Object.fromEntries(Object.entries(pages).map(([name, [, expected]]) => [name, expected])),
  )
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})
