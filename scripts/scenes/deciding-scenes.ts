import type { Page } from '@playwright/test'

import { completeStream, type ModelScript, saying } from '../../e2e/fake-provider/script.ts'
import { pickModel } from '../../e2e/helpers/pages/chat.ts'
import { Compare } from '../../e2e/helpers/pages/compare.ts'
import { invoke } from '../../e2e/helpers/pages/window-api.ts'
import type { Scene } from './scene.ts'
import { removeSets } from './set-scenes.ts'

/** Merges the two answers below, whose sentences it finds in the request. */
const merging: ModelScript = ({ body }) => {
  const prompt = JSON.stringify(body)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll(String.raw`\n`, '\n')
  const idOf = (words: string) => new RegExp(`"id":"(\\w+)","text":"[^"\n]*${words}`).exec(prompt)?.[1] ?? '?'
  const units = [
    { text: 'The tower is 330 m high.', as: 'paragraph', sources: [idOf('330 m')], quote: ['is 330 m high'] },
    { text: 'Take the stairs.', sources: [idOf('stairs')], quote: 'Take the stairs' },
    { text: 'Book the lift early.', sources: [] },
    {
      conflict: 'Height: 330 m or 324 m.',
      sources: [idOf('330 m'), idOf('324 m')],
      quote: ['is 330 m high', 'is 324 m high'],
    },
  ]
  return completeStream([{ type: 'tokens', tokens: units.map((unit) => `${JSON.stringify(unit)}\n`) }])
}

/** Two answers that differ, one that stays silent in the middle, and one that merges the first two. */
export const decidingModels: Readonly<Record<string, ModelScript>> = {
  'tower-one': () =>
    saying(
      '# Height\n\nThe tower is **330 m** high. Visit it at night, when the lights of the city are on. It opened in 1889, and 6.8 million people come each year.',
    ),
  'tower-two': () =>
    saying(
      'The tower is 324 m high. Take the stairs up to the second floor. First visitors: 1887. Today it has 7.2 million people a year.',
    ),
  'tower-drawn': () =>
    saying(
      'The tower is 324 m high.\n\n```mermaid\nflowchart LR\n  ground[Ground] --> stairs[Stairs, 674 steps]\n  ground --> lift[Lift]\n  stairs --> second[Second floor]\n  lift --> second\n```\n\nTake the stairs.',
    ),
  'tower-judge': () => saying('{"why": "It gives the height that was measured last.", "better": "tie"}'),
  'tower-half': () => ({
    type: 'stream',
    steps: [{ type: 'tokens', tokens: ['The tower is 330 m high, and in summer'] }, { type: 'silence' }],
  }),
  'tower-merger': merging,
}

const two = ['fake/tower-one', 'fake/tower-two']
const question =
  'How high is the tower, from the ground to its tip, and is it worth going up on foot rather than with the lift, if you have only one evening in the city?'

/** Votes of months on seven models, and one in the comparison that is open. */
export async function voted(page: Page): Promise<void> {
  const names = ['amber', 'birch', 'cedar', 'dune', 'ember', 'fjord', 'glade'].map((name) => `lab/${name}-2`)
  const rows = Array.from({ length: 150 }, (_, index) => {
    const [one, other] = [names[index % 7] ?? '', names[(index + 1 + (index % 3)) % 7] ?? '']
    const result = index % 11 === 0 ? 'tie' : one < other !== (index % 5 === 0) ? 'a' : 'b'
    const at = new Date(Date.UTC(2026, 5, 1 + index)).toISOString()
    return [one, other, result, index % 2 === 0 ? 'code' : 'prose', at, index % 3 !== 0].join(',')
  })
  await removeVotes(page)
  await asked(page, two)
  await invoke(page, 'votes.import', { csv: ['a,b,result,tag,at,blind', ...rows].join('\n') })
  await page.getByRole('group', { name: 'Vote', exact: true }).getByRole('button').first().click()
}

/** Without those that other scenes have left. */
export async function removeVotes(page: Page): Promise<void> {
  const { votes } = await invoke(page, 'votes.list', { limit: 1_000 })
  for (const { id } of votes) await invoke(page, 'votes.remove', { voteId: id })
}

/** Views for deciding between answers: merges, differences, the ranking, removed panes, answers to continue. */
export const decidingScenes: Readonly<Record<string, Scene>> = {
  'deciding-merge-form': async (page) => {
    await asked(page, two)
    await page.keyboard.press('Alt+Shift+M')
    await page.getByRole('region', { name: 'Merged answer' }).getByRole('combobox').first().waitFor()
  },
  'deciding-merge': async (page) => {
    await asked(page, two)
    await page.keyboard.press('Alt+Shift+M')
    const panel = page.getByRole('region', { name: 'Merged answer' })
    await pickModel(page, panel, 'fake/tower-merger')
    await panel.getByRole('textbox', { name: 'Instructions' }).press('Control+Enter')
    await panel.getByText('statements have sources').waitFor()
  },
  'deciding-differences': async (page) => {
    await asked(page, two)
    await page.getByRole('button', { name: 'Differences' }).click()
    const drawer = page.getByRole('complementary', { name: 'Differences' })
    await drawer.getByTitle('Show in the answers').first().click()
    await drawer.getByText('Found only in').first().click()
  },
  'deciding-differences-judged': async (page) => {
    await asked(page, two)
    await judgeFirstConflict(page)
  },
  'deciding-differences-three': async (page) => {
    await asked(page, [...two, 'fake/tower-drawn'])
    await judgeFirstConflict(page)
  },
  'deciding-replay': async (page) => {
    await asked(page, two)
    await page.getByRole('button', { name: 'Metrics' }).click()
    await page.getByRole('button', { name: 'Replay…' }).click()
    await page.getByRole('dialog', { name: 'Replay' }).waitFor()
  },
  'deciding-export': async (page) => {
    await asked(page, two)
    await page.keyboard.press('Alt+Shift+E')
    await page.getByRole('dialog', { name: 'Export this comparison' }).waitFor()
  },
  'deciding-ranking-empty': async (page) => {
    await removeVotes(page)
    await asked(page, two)
    await page.keyboard.press('Alt+Shift+R')
    await page
      .getByRole('region', { name: 'Ranking' })
      .getByRole('region')
      .getByRole('paragraph')
      .first()
      .waitFor()
  },
  'deciding-ranking': async (page) => {
    await voted(page)
    await page.keyboard.press('Alt+Shift+R')
    await page.getByRole('region', { name: 'Ranking' }).getByRole('table').first().waitFor()
  },
  'deciding-ranking-pairs': async (page) => {
    await voted(page)
    await page.keyboard.press('Alt+Shift+R')
    const region = page.getByRole('region', { name: 'Ranking' })
    await region.getByText('Numbers').click()
    await region.getByRole('region', { name: 'Every pair' }).evaluate((matrix) => matrix.scrollIntoView())
  },
  'deciding-votes': async (page) => {
    await voted(page)
    await page.keyboard.press('Alt+Shift+R')
    const region = page.getByRole('region', { name: 'Ranking' })
    await page.getByRole('radio', { name: 'Votes' }).check({ force: true })
    const first = region.getByRole('listitem').filter({ hasText: 'Open comparison' })
    await first.getByRole('button', { name: 'Edit' }).click()
  },
  'deciding-removed': async (page) => {
    const compare = await asked(page, [...two, 'fake/tower-one'])
    const thumb = page.getByRole('button', { name: 'Show pane C' })
    if ((await thumb.count()) > 0) await thumb.click()
    await compare.pane(3).region.getByRole('button', { name: 'Remove pane' }).click()
    await page.getByRole('button', { name: /removed/ }).click()
    await page.getByRole('menu').waitFor()
  },
  'deciding-sets-empty': async (page) => {
    await removeSets(page)
    await page.keyboard.press('Alt+Shift+S')
    await page.getByRole('region', { name: 'Prompt sets' }).waitFor()
  },
  'deciding-blind-stopped': async (page, { fake }) => {
    const compare = new Compare(page)
    await compare.begin(['fake/tower-half', 'fake/tower-one'], { isBlind: true })
    await compare.ask(question)
    await fake.waitForRequest('tower-half')
    await (
      await fake.waitForRequest('tower-one')
    ).closed
    await compare.stopAll.click()
    await page.getByText('This round was stopped').first().waitFor()
  },
  'deciding-continue-all': async (page) => {
    const compare = new Compare(page)
    await compare.begin(['fake/tower-half', 'fake/tower-half', 'fake/tower-one'])
    await compare.ask(question)
    await compare.pane(2).answer.getByText('in summer').waitFor({ state: 'attached' })
    await compare.stopAll.click()
    await page.getByRole('button', { name: 'Continue all' }).waitFor()
  },
}

/** Opens the differences and has a model judge the first conflict. */
export async function judgeFirstConflict(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Differences' }).click()
  const drawer = page.getByRole('complementary', { name: 'Differences' })
  await pickModel(page, drawer, 'fake/tower-judge')
  await drawer.getByRole('button', { name: 'Judge' }).first().click()
  await drawer.getByText('No passage is better.').waitFor()
}

/** The first of the two answers, and that of `model`. */
export function askedTwo(page: Page, model: string): Promise<Compare> {
  return asked(page, ['fake/tower-one', model])
}

async function asked(page: Page, models: readonly string[]): Promise<Compare> {
  const compare = new Compare(page)
  await compare.begin(models)
  await compare.ask(question)
  for (const position of models.keys()) {
    await compare
      .pane(position + 1)
      .status.getByText('Done')
      .waitFor({ state: 'attached' })
  }
  return compare
}
