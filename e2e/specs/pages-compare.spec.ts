import type { FrameLocator, Locator, Page } from '@playwright/test'

import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { clickInFrame } from '../helpers/pages/click-in-frame.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { Inspections } from '../helpers/pages/inspections.ts'
import { invoke } from '../helpers/pages/window-api.ts'

const saying = (...tokens: string[]) => completeStream([{ type: 'tokens', tokens }])

/** A page that counts clicks and greets; `fields` precede its button, and it is `height` pixels high. */
function counter(title: string, { fields = '<label>Name <input></label>', height = 3_000 } = {}): string {
  return `<!doctype html><title>${title}</title><body style="margin:0;height:${height}px">
<h1>${title}</h1>${fields}<button>Add</button><output>0 clicks</output>
<script>
let clicks = 0
const output = document.querySelector('output')
document.querySelector('button').onclick = () => { output.textContent = ++clicks + ' clicks' }
document.querySelector('input')?.addEventListener('input', (event) => { output.textContent = 'Hello ' + event.target.value })
addEventListener('keydown', ({ key }) => { if (key === 'g') output.textContent = 'key g' })
</script>`
}

const code = (html: string) => ['Here it is.\n\n', '```html\n', `${html}\n`, '```\n', '\nThat is all.']
const paragraphs = Array.from({ length: 60 }, (_, index) => `Paragraph ${index} of a long answer.\n\n`)

test.use({
  appOptions: {
    models: {
      // Their elements have different places.
      'zorblax-one': saying(...paragraphs, ...code(counter('One'))),
      'zorblax-two': saying(
        ...code(
          counter('Two', {
            fields: '<p style="height:90px">A paragraph.</p><label>Name <input></label>',
            height: 6_000,
          }),
        ),
      ),
      'zorblax-fieldless': saying(...code(counter('Fieldless', { fields: '' }))),
      'zorblax-named': saying(
        ...code('<!doctype html><!-- by Zorblax --><title>Zorblax</title><h1>Named</h1>'),
      ),
      'zorblax-wrong': saying(
        ...code(
          '<!doctype html><h1>Wrong</h1>\n<script>\nmissing()\n</script><script src="https://cdn.example/a.js"></script>',
        ),
      ),
      'zorblax-stuck': saying(...code('<!doctype html><h1>Never</h1><script>for (;;);</script>')),
      prose: saying('Only words.'),
    },
  },
})

const inspections = new Inspections()
test.afterAll(() => {
  console.log(inspections.table())
})

const frameOf = (compare: Compare, number: number): FrameLocator =>
  compare.pane(number).region.frameLocator('iframe')
const bodyOf = (compare: Compare, number: number): Locator =>
  compare.pane(number).region.locator('[data-slot="pane-page"]')
const toggle = (page: Page) => page.getByRole('button', { name: 'Show pages' })

async function answered(page: Page, models: readonly string[], options = {}): Promise<Compare> {
  const compare = new Compare(page)
  await compare.begin(
    models.map((model) => `fake/${model}`),
    options,
  )
  await compare.ask('Write a page that counts.')
  await expect(page.getByText('Which answer is best?')).toBeVisible()
  return compare
}

async function enter(compare: Compare, number: number): Promise<void> {
  await compare.pane(number).region.getByRole('button', { name: 'Use page' }).press('Enter')
}

test('all panes switch to their pages and back with one key, without starting again, and each answer keeps its place', async ({
  page,
}) => {
  const look = inspections.of(page, 'pages of a comparison')
  const compare = await answered(page, ['zorblax-one', 'zorblax-two', 'prose'])
  const scroller = compare.pane(1).region.locator('[data-slot="follow-scroll"]')
  await compare.pane(1).answer.getByText('Paragraph 20 of').scrollIntoViewIfNeeded()
  const before = await scroller.evaluate((element) => element.scrollTop)

  await page.keyboard.press('Alt+G')
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(frameOf(compare, 1).getByRole('heading', { name: 'One' })).toBeVisible()
  await expect(frameOf(compare, 2).getByRole('heading', { name: 'Two' })).toBeVisible()
  await expect(bodyOf(compare, 3)).toContainText('This answer contains no page.')
  await expect(compare.pane(1).answer).toBeHidden()
  await look('shown')

  await page.getByRole('radio', { name: 'Phone' }).press('Space')
  for (const number of [1, 2])
    await expect
      .poll(() =>
        frameOf(compare, number)
          .locator('html')
          .evaluate((root) => root.clientWidth),
      )
      .toBe(390)

  await clickInFrame(frameOf(compare, 1).getByRole('button', { name: 'Add' }))
  await toggle(page).focus()
  for (const isShown of [false, true]) {
    await page.keyboard.press('Alt+G')
    await expect(toggle(page)).toHaveAttribute('aria-pressed', String(isShown))
    if (!isShown) {
      await expect(compare.pane(1).answer).toBeVisible()
      expect(await scroller.evaluate((element) => element.scrollTop)).toBe(before)
      await expect(bodyOf(compare, 1).locator('iframe')).toBeHidden()
    }
  }
  // The same frame, which has not started again.
  await expect(frameOf(compare, 1).getByText('1 clicks')).toBeVisible()
})

test('arrow keys go through the panes, one of them can be large, and leaving ends the frames', async ({
  page,
}) => {
  const compare = await answered(page, ['zorblax-one', 'zorblax-two', 'zorblax-fieldless'])
  await toggle(page).click()
  await expect(frameOf(compare, 3).getByRole('heading')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mirror' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(bodyOf(compare, 1)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(bodyOf(compare, 3)).toBeFocused()

  await page.keyboard.press('Alt+M')
  await expect(frameOf(compare, 3).getByRole('heading')).toBeVisible()
  await expect(frameOf(compare, 1).getByRole('heading')).toBeHidden()
  await page.keyboard.press('ArrowLeft')
  await expect(frameOf(compare, 2).getByRole('heading', { name: 'Two' })).toBeVisible()
  await expect(bodyOf(compare, 2)).toBeFocused()
  // In a page, the arrow keys are those of the page.
  await enter(compare, 2)
  await page.keyboard.press('ArrowLeft')
  await expect(frameOf(compare, 2).getByRole('heading', { name: 'Two' })).toBeVisible()
  await page.keyboard.press('Alt+M')
  await expect(frameOf(compare, 1).getByRole('heading')).toBeVisible()

  await compare.pane(3).region.getByRole('button', { name: 'Remove pane' }).click()
  await expect(page.locator('iframe')).toHaveCount(2)
  await page.getByRole('button', { name: 'New comparison', exact: true }).first().click()
  await expect(page.locator('iframe')).toHaveCount(0)
  await page.goBack()
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'false')
  await expect(page.locator('iframe')).toHaveCount(0)
})

test('what the user does in one page is repeated in the others, once, and it is said where it could not be', async ({
  page,
}) => {
  const look = inspections.of(page, 'mirrored pages')
  const compare = await answered(page, ['zorblax-one', 'zorblax-two', 'zorblax-fieldless'])
  await toggle(page).click()
  for (const number of [1, 2, 3]) await expect(frameOf(compare, number).getByText('0 clicks')).toBeVisible()

  await clickInFrame(frameOf(compare, 1).getByRole('button', { name: 'Add' }))
  for (const number of [1, 2, 3]) await expect(frameOf(compare, number).getByText('1 clicks')).toBeVisible()
  await clickInFrame(frameOf(compare, 2).getByRole('button', { name: 'Add' }))
  for (const number of [1, 2, 3]) await expect(frameOf(compare, number).getByText('2 clicks')).toBeVisible()

  await clickInFrame(frameOf(compare, 1).getByRole('textbox', { name: 'Name' }))
  await page.keyboard.type('Ada')
  await expect(frameOf(compare, 2).getByText('Hello Ada')).toBeVisible()
  await expect(bodyOf(compare, 3)).toContainText('Not repeated here: typing, “Name”')
  await look('not repeated')

  const scrollTopOf = (number: number) =>
    frameOf(compare, number)
      .locator('html')
      .evaluate((root) => root.scrollTop)
  await clickInFrame(frameOf(compare, 1).getByRole('heading'))
  await page.keyboard.press('g')
  await expect(frameOf(compare, 2).getByText('key g')).toBeVisible()
  expect(await scrollTopOf(2)).toBe(0)

  await frameOf(compare, 1).getByRole('heading').hover()
  await page.mouse.wheel(0, 10_000)
  const isAtEnd = (number: number) =>
    frameOf(compare, number)
      .locator('html')
      .evaluate((root) => root.scrollTop + root.clientHeight >= root.scrollHeight - 1)
  for (const number of [1, 2]) await expect.poll(() => isAtEnd(number)).toBe(true)
  await clickInFrame(frameOf(compare, 1).getByRole('button', { name: 'Add' }))
  // Until the click has arrived, a page may still be scrolled with the first one, under the pointer of the next click.
  for (const number of [1, 2, 3]) await expect(frameOf(compare, number).getByText('3 clicks')).toBeVisible()
  await expect(bodyOf(compare, 3)).not.toContainText('Not repeated')

  await page.getByRole('button', { name: 'Mirror' }).click()
  await clickInFrame(frameOf(compare, 3).getByRole('button', { name: 'Add' }))
  await expect(frameOf(compare, 3).getByText('4 clicks')).toBeVisible()
  await page.getByRole('button', { name: 'Mirror' }).click()
  await clickInFrame(frameOf(compare, 3).getByRole('button', { name: 'Add' }))
  // The click before was not repeated.
  for (const number of [1, 2]) await expect(frameOf(compare, number).getByText('4 clicks')).toBeVisible()
})

test('what went wrong in a page is named below it, also in a low window', async ({ page, windowErrors }) => {
  windowErrors.expect(/missing is not defined|Content Security Policy/)
  const look = inspections.of(page, 'problems of compared pages')
  await page.setViewportSize({ width: 1200, height: 700 })
  const compare = await answered(page, ['zorblax-one', 'zorblax-wrong', 'prose', 'prose'])
  await toggle(page).click()
  await bodyOf(compare, 2).getByText('2 messages from the page').click()
  const problems = bodyOf(compare, 2).getByRole('listitem')
  await expect(problems.filter({ hasText: 'missing is not defined' })).toContainText('Line 3')
  await expect(problems.filter({ hasText: 'cdn.example' })).toBeVisible()
  await look('open')
  await expect(bodyOf(compare, 1)).not.toContainText('from the page')
  await bodyOf(compare, 2).getByRole('button', { name: 'Ask to fix' }).click()
  const field = compare.pane(2).region.locator('[data-slot="composer-text"]')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(/missing is not defined[^]*```html/)
})

test('hidden contestants show their pages together, say nothing about themselves, and a vote by key says that pages were shown', async ({
  page,
}) => {
  const look = inspections.of(page, 'blind pages')
  await answered(page, ['zorblax-one', 'zorblax-stuck'], { isBlind: true })
  await toggle(page).click()
  await expect(page.getByText('The pages appear together once all are ready.')).toHaveCount(2)
  await expect(page.locator('iframe')).toHaveCount(2)
  await expect(page.locator('iframe').first()).toBeHidden()
  await look('waiting')
  await expect(page.getByText('Stopped: the page did not respond')).toBeVisible()
  await expect(page.getByText('The pages appear together once all are ready.')).toHaveCount(0)
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'One' })).toBeVisible()
  expect((await page.content()).toLowerCase()).not.toContain('zorblax')

  await clickInFrame(page.frameLocator('iframe').getByRole('button', { name: 'Add' }))
  await page.keyboard.press('Alt+V')
  // The keys of a page reach the window by a message.
  await expect(page.locator('[data-slot="vote-bar"]')).toBeFocused()
  await page.keyboard.press('b')
  await expect(page.getByText('Pages shown')).toBeVisible()
  const { votes } = await invoke(page, 'votes.list', {})
  expect(votes).toMatchObject([{ isBlind: true, how: 'rendered', result: 'best', chosen: [1] }])

  await page.getByRole('button', { name: 'Ranking', exact: true }).first().click()
  await expect(page.getByText('Based on 1 vote.')).toBeVisible()
  const how = page.getByRole('combobox', { name: 'How the answers were shown' })
  await how.selectOption('Only read')
  await expect(page.getByText('No votes to rank')).toBeVisible()
  await how.selectOption('Only rendered')
  await expect(page.getByText('Based on 1 vote.')).toBeVisible()
})

test('names in a page are marked as in an answer', async ({ page }) => {
  await answered(page, ['zorblax-one', 'zorblax-named'], { isBlind: true })
  await toggle(page).click()
  await expect(page.locator('[data-slot="pane-page"]').getByText('Names a model')).toHaveCount(1)
  await page.getByRole('button', { name: 'Answer A is best' }).click()
  const { votes } = await invoke(page, 'votes.list', {})
  expect(votes[0]?.shown.filter(({ namesContestant }) => namesContestant === true)).toHaveLength(1)
})
