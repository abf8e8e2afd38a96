import type { Page } from '@playwright/test'

import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { invoke } from '../helpers/pages/window-api.ts'

const saying = (perSecond: number, ...tokens: string[]) =>
  completeStream([{ type: 'tokens', tokens, perSecond }])

test.use({
  appOptions: {
    models: {
      'zorblax-fast': saying(100, 'The tower ', 'is 330 m high.'),
      'zorblax-slow': saying(10, 'I am Zorblax. ', 'It is ', '324 m ', 'high.'),
      'zorblax-late': saying(1, 'One ', 'two ', 'three ', 'four ', 'five.'),
    },
  },
})

test.afterEach(({ page }) => invoke(page, 'settings.set', { compareBlind: false }))

const names = ['zorblax', 'fast', 'slow']

/** Everything that the page shows or says to assistive technology, without the answers themselves. */
async function said(page: Page): Promise<string> {
  const inPage = `(() => {
    const copy = document.documentElement.cloneNode(true)
    for (const gone of copy.querySelectorAll('[data-role=assistant], script, style, link')) gone.remove()
    const values = [...document.querySelectorAll('input, textarea')].map((field) => field.value)
    return [document.title, copy.outerHTML, ...values].join(' ')
  })()`
  return String(await page.evaluate(inPage)).toLowerCase()
}

/** Asks two models in a blind comparison that is set up with the keyboard. */
async function askBlind(page: Page, models: readonly string[]): Promise<Compare> {
  const compare = new Compare(page)
  await compare.beginByHand(models)
  await page.keyboard.press('Alt+B')
  await expect(page.getByRole('button', { name: 'Blind', pressed: true })).toBeVisible()
  await compare.ask('How high is it?')
  await expect(page.getByText('Contestant A')).toBeVisible()
  return compare
}

test('answers appear together without a name, a vote by keyboard or Reveal names the models, and the choice is remembered', async ({
  page,
}) => {
  await test.step('Stop ends all answers together, and revealing without a vote asks first and makes votes open', async () => {
    const compare = await askBlind(page, ['fake/zorblax-late', 'fake/zorblax-late'])
    await expect(page.getByText('2 answers are being written.')).toBeVisible()
    await compare.stopAll.click()
    await expect(compare.pane(1).status).toHaveText(/Stopped|Failed/)
    await expect(compare.pane(2).status).toHaveText(/Stopped|Failed/)

    await page.getByRole('button', { name: 'Reveal without voting…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reveal without voting?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Contestant A')).toBeVisible()
    await page.getByRole('button', { name: 'Reveal without voting…' }).click()
    await dialog.getByRole('button', { name: 'Reveal', exact: true }).press('Enter')
    await expect(page.getByText('Contestant A')).toHaveCount(0)
    const { comparisons } = await invoke(page, 'compare.list', {})
    const [first] = comparisons
    if (first === undefined) throw new Error('expected a comparison')
    const { comparison } = await invoke(page, 'compare.get', { comparisonId: first.id })
    expect(comparison.panes.map(({ model }) => model)).toEqual(['fake/zorblax-late', 'fake/zorblax-late'])
    await invoke(page, 'settings.set', { compareBlind: false })
  })

  await test.step('answers appear together without a name, a vote by keyboard reveals them, and the choice is remembered', async () => {
    const compare = await askBlind(page, ['fake/zorblax-fast', 'fake/zorblax-slow'])
    const bar = page.getByRole('group', { name: 'Vote', exact: true })
    await expect(page.getByText('2 answers are being written. They appear together')).toBeVisible()
    const early = await said(page)
    await expect(bar).toContainText('Which answer is best?')
    const late = await said(page)
    await page.reload()
    await expect(bar).toContainText('Which answer is best?')
    const reloaded = await said(page)
    for (const text of [early, late, reloaded]) {
      expect(names.filter((name) => text.includes(name))).toEqual([])
      expect(text).toContain('contestant b')
    }
    await expect(compare.pane(1).answer).toContainText('m high.')
    await expect(compare.pane(2).answer).toContainText('m high.')
    await expect(page.getByText('Names a model')).toHaveCount(1)
    await expect(compare.addPane).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Metrics' })).toHaveCount(0)

    await page.keyboard.press('Alt+V')
    await page.keyboard.press('b')
    await expect(bar).toContainText('Blind vote')
    await expect(page.getByText(/^Revealed: A .*zorblax-.*, B .*zorblax-/)).toBeAttached()
    await expect(page.getByText('Names a model')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Metrics' })).toBeVisible()
    const { votes } = await invoke(page, 'votes.list', {})
    expect(votes).toMatchObject([{ isBlind: true, shown: [{}, {}] }])
    expect(votes[0]?.shown.filter(({ namesContestant }) => namesContestant)).toHaveLength(1)

    await page.getByRole('button', { name: 'New comparison', exact: true }).first().click()
    await expect(page.getByRole('button', { name: 'Blind', pressed: true })).toBeVisible()
  })
})
