import { completeStream, type ModelScript, saying } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { pickModel } from '../helpers/pages/chat.ts'
import { invoke } from '../helpers/pages/window-api.ts'

/** Merges like a model that reads the request: finds the ids of sentences by their text. */
const merging: ModelScript = ({ body }) => {
  const prompt = JSON.stringify(body)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll(String.raw`\n`, '\n')
  const idOf = (words: string) => new RegExp(`"id":"(\\w+)","text":"[^"\n]*${words}`).exec(prompt)?.[1] ?? '?'
  const units = [
    { text: 'The tower is 330 m high.', as: 'paragraph', sources: [idOf('330 m')], quote: ['is 330 m high'] },
    { text: 'Take the stairs.', sources: [idOf('stairs')], quote: 'Take the stairs' },
    { text: 'It has a lift.', sources: [idOf('stairs'), 'Z9'], quote: 'It has a lift' },
    {
      conflict: 'Height: 330 m or 324 m.',
      sources: [idOf('330 m'), idOf('324 m')],
      quote: ['is 330 m high', 'is 324 m high'],
    },
  ]
  return completeStream([
    {
      type: 'tokens',
      tokens: units.flatMap((unit) => [
        JSON.stringify(unit).slice(0, 20),
        `${JSON.stringify(unit).slice(20)}\n`,
      ]),
    },
  ])
}

test.use({
  appOptions: {
    models: {
      one: saying('# Height\n\nThe tower is **330 m** high. Visit it at night.'),
      two: saying('The tower is 324 m high. Take the stairs.'),
      merger: merging,
      broken: {
        type: 'stream',
        steps: [
          { type: 'tokens', tokens: ['The tower is'] },
          { type: 'error', error: { message: 'Out of memory' } },
        ],
      },
      half: {
        type: 'stream',
        steps: [
          { type: 'tokens', tokens: ['{"text": "Half of it."}\n', '{"text": "And'] },
          { type: 'silence' },
        ],
      },
    },
  },
})

test('answers are merged with their sources, except failed ones; a merge can be stopped, continued, compared and voted on', async ({
  page,
  app,
}) => {
  await test.step('Stop cancels a merge, and its partial answer is saved once', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/one', 'fake/two'])
    await compare.ask('How high is the tower?')
    await expect(compare.pane(2).status).toHaveText('Done')
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    const panel = page.getByRole('region', { name: 'Merged answer' })
    await pickModel(page, panel, 'fake/half')
    await panel.getByRole('button', { name: 'Merge', exact: true }).click()
    await expect(panel).toContainText('Half of it.')
    const request = await app.fake.waitForRequest('half')
    await panel.getByRole('button', { name: 'Stop' }).click()
    await request.closed
    await expect(panel.getByText(/^Stopped/)).toBeVisible()

    const { comparisons } = await invoke(page, 'compare.list', {})
    const comparisonId = comparisons[0]?.id ?? ''
    const { merges } = await invoke(page, 'merges.list', { comparisonId })
    expect(merges).toHaveLength(1)
    const { messages } = await invoke(page, 'sessions.get', { sessionId: merges[0]?.sessionId ?? '' })
    expect(messages.map(({ role, status }) => [role, status])).toEqual([
      ['user', 'complete'],
      ['assistant', 'partial'],
    ])

    // A critique round gives each pane the answer of the other, and the new answers can be voted on.
    await page.getByRole('button', { name: 'Critique round' }).click()
    for (const [number, given] of [
      [1, 'Answer 1.*324 m'],
      [2, 'Answer 1.*330 m'],
    ] as const) {
      const { answers, region } = compare.pane(number)
      await expect(answers).toHaveCount(2)
      const words = region.locator('[data-slot=user-words]').last()
      await expect(words).toHaveText('Critique round: the other answers were sent.')
      await region.getByRole('button', { name: 'Show all' }).click()
      await expect(words).toContainText(new RegExp(given))
      await expect(words).not.toContainText('fake')
    }
    await expect(page.getByRole('group', { name: 'Vote', exact: true })).toContainText(
      'Which answer is best?',
    )
  })

  await test.step('answers are merged; each statement shows its sources, survives a reload and continues as a chat', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/one', 'fake/two'])
    await compare.ask('How high is the tower?')
    await expect(compare.pane(2).status).toHaveText('Done')

    await page.keyboard.press('Alt+Shift+M')
    const panel = page.getByRole('region', { name: 'Merged answer' })
    await expect(panel).toBeFocused()
    await pickModel(page, panel, 'fake/merger')
    await panel.getByRole('textbox', { name: 'Instructions' }).press('ControlOrMeta+Enter')

    const statements = panel.locator('[data-slot=merged-statement]')
    await expect(statements).toContainText([
      'The tower is 330 m high. A2',
      'Take the stairs. B2',
      'It has a lift. added by the merging model',
      'Height: 330 m or 324 m. A2B1',
    ])
    await expect(panel.getByRole('region', { name: '1 conflict' })).toContainText('Height')
    await expect(panel.getByText('3 of 4 statements have sources')).toBeVisible()

    await panel.getByRole('button', { name: 'Source A2: is 330 m high' }).first().click()
    await expect(panel.getByText('A2 is highlighted in its answer.')).toBeAttached()
    const marked = () =>
      page.evaluate(() => {
        const { CSS } = globalThis as unknown as { CSS: { highlights: Map<string, Iterable<unknown>> } }
        return [...(CSS.highlights.get('passage') ?? [])].map(String)
      })
    expect(await marked()).toEqual(['is 330 m high'])
    await page.keyboard.press('Enter')
    expect(await marked()).toEqual([])

    await page.reload()
    await expect(compare.pane(2).answer).toContainText('Take the stairs')
    // Where only one pane has room, the merge is that one, until a source is shown in its pane.
    await page.setViewportSize({ width: 900, height: 600 })
    await page.keyboard.press('Alt+Shift+M')
    await expect(statements).toHaveCount(4)
    await expect(compare.pane(2).answer).toBeHidden()
    await panel.getByRole('button', { name: 'Source A2: is 330 m high' }).first().click()
    await expect(compare.pane(1).answer).toBeVisible()
    await page.getByRole('button', { name: 'Show pane M' }).press('Enter')
    await expect(panel).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(compare.pane(2).answer).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await page.setViewportSize({ width: 1_440, height: 900 })
    // It cannot be moved between the panes, which keep their order.
    await page.keyboard.press('Alt+Shift+ArrowLeft')
    await expect(page.getByRole('alert')).toHaveText('Select a pane first.')
    await panel.getByRole('button', { name: 'Continue as chat' }).click()
    await expect(panel).toBeHidden()
    await expect(page.locator('article[data-role=assistant]')).toContainText(
      'The tower is 330 m high. Take the stairs.',
    )
    await expect(page.locator('article[data-role=user]')).toContainText('How high is the tower?')
  })

  await test.step('a failed answer is not merged, and a merge is compared and voted on like any other answer', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/one', 'fake/two', 'fake/broken'])
    await compare.ask('How high is the tower?')
    await expect(compare.pane(3).status).toHaveText('Failed')
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    const panel = page.getByRole('region', { name: 'Merged answer' })
    await pickModel(page, panel, 'fake/merger')
    const start = panel.getByRole('button', { name: 'Merge', exact: true })
    await start.click()
    await expect(panel.getByRole('alert')).toContainText('Answer C failed')
    await panel.getByRole('button', { name: 'Answer C' }).click()
    await start.click()
    await expect(panel.getByText('3 of 4 statements have sources')).toBeVisible()

    await page.getByRole('button', { name: 'Metrics' }).click()
    const metrics = page.getByRole('dialog', { name: 'Metrics' })
    await expect(metrics.getByRole('columnheader', { name: /^M1 .*Merge: Best of all/ })).toBeVisible()
    await expect(
      metrics
        .getByRole('row', { name: /^Words/ })
        .getByRole('cell')
        .last(),
    ).not.toHaveText('–')
    await page.keyboard.press('Escape')

    await panel.getByRole('button', { name: 'Vote blind' }).click()
    await expect(panel).toBeHidden()
    const bar = page.getByRole('group', { name: 'Vote', exact: true })
    await expect(bar).toContainText('Which answer is best?')
    await expect(page.getByRole('main')).not.toContainText(/fake|merger|≠/)
    await expect(page.locator('article[data-role=assistant]', { hasText: 'It has a lift' })).toHaveCount(1)
    await page.keyboard.press('Alt+V')
    await page.keyboard.press('a')
    await expect(bar).toContainText(/A .+ > /)
    await expect(page.getByRole('main')).toContainText(/Revealed:.*merger/)
  })
})
