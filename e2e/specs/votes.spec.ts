import { saying } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { pickModel } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { invoke } from '../helpers/pages/window-api.ts'

test.use({
  appOptions: {
    models: {
      one: saying('The tower is 330 m high. It was built in 1889. Visit it at night.'),
      two: saying(
        'The tower is 324 m high. It was built in 1889. Take the stairs, all 674 of them, in 40 minutes.',
      ),
      three: saying('It was built in 1889. Plan 90 min for it.'),
      judge: saying('{"why": "The stairs are closed.", "better": "tie"}'),
    },
  },
})

test('answers are voted on by keyboard once they are finished, and their differences are listed', async ({
  page,
}) => {
  await test.step('nothing can be voted on while an answer is being written', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/stall', 'fake/brief'])
    await compare.ask('Take your time')
    await expect(compare.pane(2).status).toHaveText('Done')
    await expect(page.getByRole('group', { name: 'Vote', exact: true })).toHaveCount(0)
    await page.keyboard.press('Alt+V')
    await expect(page.getByText('There are no finished answers to vote on.')).toBeVisible()
    await compare.pane(1).stop.click()
    await expect(page.getByRole('group', { name: 'Vote', exact: true })).toBeVisible()
  })

  await test.step('answers are voted on by keyboard: best, tie, all bad, an order; with a reason and tags', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/brief', 'fake/brief', 'fake/brief'])
    await compare.ask('Write a function that adds two numbers')
    const bar = page.getByRole('group', { name: 'Vote', exact: true })
    await expect(bar).toContainText('Which answer is best?')

    await page.keyboard.press('Alt+V')
    await expect(bar).toBeFocused()
    await page.keyboard.press('b')
    await expect(bar).toContainText('B brief > A brief, C brief')
    await page.keyboard.press('=')
    await expect(bar).toContainText('A brief = B brief = C brief')
    await page.keyboard.press('0')
    await expect(bar).toContainText('None is good')

    await bar.getByRole('button', { name: 'Change' }).press('Enter')
    await bar.getByRole('button', { name: 'Rank…' }).press('Enter')
    await page.keyboard.press('c')
    await page.keyboard.press('a')
    await page.keyboard.press('Enter')
    await expect(bar).toContainText('C brief > A brief > B brief')

    await bar.getByRole('button', { name: 'Add reason and tags' }).press('Enter')
    await page.keyboard.type('It handles negative numbers')
    await bar.getByRole('textbox', { name: 'Tags' }).fill('algebra')
    await bar.getByRole('button', { name: 'Add the tag code' }).press('Enter')
    await expect(bar.getByRole('textbox', { name: 'Tags' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(bar).toContainText('It handles negative numbers')
    await expect(bar).toContainText('code')

    const { votes, total } = await invoke(page, 'votes.list', {})
    expect(total).toBe(1)
    expect(votes[0]).toMatchObject({ result: 'order', chosen: [2, 0], tags: ['algebra', 'code'] })

    await page.reload()
    await expect(bar).toContainText('C brief > A brief > B brief')

    // Tags used before are suggested for other answers, but never set without the user.
    await compare.begin(['fake/brief', 'fake/brief'])
    await compare.ask('Who invented algebra?')
    await bar.getByTitle('Answer A is best').press('Enter')
    await bar.getByRole('button', { name: 'Add reason and tags' }).press('Enter')
    const tags = bar.getByRole('textbox', { name: 'Tags' })
    await expect(tags).toHaveValue('')
    await expect(bar.getByRole('button', { name: /^Add the tag/ }).first()).toHaveText('+ algebra')
    await tags.press('Tab')
    await page.keyboard.press('Enter')
    await expect(tags).toHaveValue('algebra')
    await bar.getByRole('button', { name: 'Cancel' }).click()
    await bar.getByRole('button', { name: 'Delete vote' }).click()
    await expect(bar).toContainText('Which answer is best?')
    for (const { id } of votes) await invoke(page, 'votes.remove', { voteId: id })
  })

  await test.step('a pane that was asked something else is left out of the vote, and the bar says so', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/brief', 'fake/brief', 'fake/brief'])
    await compare.ask('Name a colour')
    const bar = page.getByRole('group', { name: 'Vote', exact: true })
    await expect(bar.getByTitle('Answer C is best')).toBeVisible()
    await compare.pane(3).message.fill('Name a number')
    await compare.pane(3).message.press('Enter')
    await expect(page.getByText('C was asked something else.')).toBeVisible()
    await expect(bar.getByTitle(/^Answer . is best$/)).toHaveText(['A', 'B'])
    await compare.pane(2).message.fill('Name a letter')
    await compare.pane(2).message.press('Enter')
    await expect(page.getByText('The panes were last asked different questions')).toBeVisible()
    await expect(bar).toHaveCount(0)
  })

  await test.step('the differences beside the answers list conflicts, mark their passages in the panes, and are judged', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/one', 'fake/two', 'fake/three'])
    await compare.ask('How high is it?')
    const toggle = page
      .getByRole('group', { name: 'Vote', exact: true })
      .getByRole('button', { name: 'Differences' })
    await toggle.press('Enter')
    const drawer = page.getByRole('complementary', { name: 'Differences' })
    const conflict = drawer.getByRole('list', { name: '1 possible conflict' }).getByRole('listitem')
    await expect(conflict).toContainText('The tower is 330 m high.')
    await expect(conflict).toContainText('The tower is 324 m high.')
    const marked = () =>
      page.evaluate(() => {
        const { CSS } = globalThis as unknown as { CSS: { highlights: Map<string, Iterable<unknown>> } }
        return [...(CSS.highlights.get('passage') ?? [])].map(String)
      })
    const show = conflict.getByTitle('Show in the answers')
    await show.press('Enter')
    await expect.poll(marked).toEqual(['330 m', '324 m'])
    await show.press('Enter')
    expect(await marked()).toEqual([])

    const values = drawer.getByRole('list', { name: 'Numbers and dates, side by side' })
    await expect(values.getByRole('listitem')).toHaveText(['minutesB40 minutesC90 min'])
    await values.getByRole('button', { name: 'C 90 min' }).press('Enter')
    await expect.poll(marked).toEqual(['90 min'])

    const only = drawer.getByRole('button', { name: 'Take the stairs, all 674 of them, in 40 minutes.' })
    await expect(only).toHaveCount(0)
    await drawer.getByText('Found only in B').click()
    await only.press('Enter')
    await expect.poll(marked).toEqual(['Take the stairs, all 674 of them, in 40 minutes'])

    await pickModel(page, drawer, 'fake/judge')
    await conflict.getByRole('button', { name: 'Judge' }).press('Enter')
    await expect(conflict.getByRole('status')).toContainText('No passage is better. The stairs are closed.')
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(toggle).toBeFocused()
    expect(await marked()).toEqual([])

    await toggle.press('Enter')
    await drawer.getByRole('button', { name: 'Explain with a model…' }).press('Enter')
    const merges = page.getByRole('region', { name: 'Merged answer' })
    await expect(merges.getByRole('combobox', { name: 'Kind of merge' })).toHaveValue('conflicts')
    await merges.press('Escape')
  })

  await test.step('the pair that tells most is compared blind with one press', async () => {
    await page.getByRole('group', { name: 'Vote', exact: true }).getByTitle('Answer A is best').click()
    await page.keyboard.press('Alt+Shift+R')
    const ranking = page.getByRole('region', { name: 'Ranking' })
    await ranking.getByRole('button', { name: 'Compare these two blind' }).click()
    await expect(ranking).toBeHidden()
    await expect(page.getByText('Contestant A', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('Contestant B', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('Contestant C', { exact: true })).toHaveCount(0)
    for (const { id } of (await invoke(page, 'votes.list', {})).votes)
      await invoke(page, 'votes.remove', { voteId: id })
  })
})

test('the ranking says who leads, what would settle it, and changes with a vote in another window', async ({
  page,
  openWindow,
}) => {
  const lines = [
    ...Array.from({ length: 7 }, () => 'Alpha,Beta,a,code,,true'),
    ...Array.from({ length: 3 }, () => 'Alpha,Beta,b,,,true'),
  ]
  await invoke(page, 'votes.import', { csv: ['a,b,result,tag,at,blind', ...lines].join('\n') })
  await page.keyboard.press('Alt+Shift+R')
  const ranking = page.getByRole('region', { name: 'Ranking' })
  await expect(
    ranking.getByText(
      /^Alpha won 70% of 10 decided votes against Beta; too early to say\. At this rate, about \d+ more votes will settle it\.$/,
    ),
  ).toBeVisible()
  await ranking.getByText('Numbers', { exact: true }).click()
  await expect(ranking.getByRole('row', { name: /Alpha against Beta/ })).toContainText('7 – 3 – 0')
  await ranking.getByRole('combobox', { name: 'Tag' }).selectOption('code')
  await expect(ranking.getByText(/Based on 7 votes/)).toBeVisible()
  await ranking.getByRole('combobox', { name: 'Tag' }).selectOption('All tags')

  const other = await openWindow()
  const wins = Array.from({ length: 49 }, () => 'Alpha,Beta,a,,,true')
  await invoke(other, 'votes.import', { csv: ['a,b,result,tag,at,blind', ...wins].join('\n') })
  await expect(ranking.getByRole('row', { name: /Alpha against Beta/ })).toContainText('56 – 3 – 0')
  await expect(ranking.getByRole('row', { name: /Alpha against Beta/ })).toContainText('Settled')

  await page.getByRole('radio', { name: 'Votes' }).check({ force: true })
  await expect(ranking.getByText('59 votes, newest first.')).toBeVisible()
  await ranking.getByRole('button', { name: 'Show more' }).press('Enter')
  await expect(ranking.getByRole('listitem').nth(50).getByRole('button', { name: 'Edit' })).toBeFocused()
  const first = ranking.getByRole('list').first().getByRole('listitem').first()
  await expect(first).toContainText('Alpha > Beta')
  await first.getByRole('button', { name: 'Edit' }).press('Enter')
  await page.keyboard.press('=')
  await expect(first).toContainText('Alpha = Beta')
  await first.getByRole('button', { name: 'Delete vote' }).press('Enter')
  await expect(ranking.getByText('58 votes, newest first.')).toBeVisible()
  await expect(ranking.getByRole('region', { name: 'Votes' })).toBeFocused()

  const battles = ['model_a', 'tie (bothbad)'].map((winner) => ({
    model_a: 'Gamma',
    model_b: 'Delta',
    winner,
  }))
  await page
    .getByLabel('Import votes…')
    .setInputFiles({ name: 'arena.json', mimeType: '', buffer: Buffer.from(JSON.stringify(battles)) })
  await expect(ranking.getByText(/^2 votes imported\. .*under “arena\.json”\.$/)).toBeVisible()
  await expect(ranking.getByText('58 votes, newest first.')).toBeVisible()
  await ranking.getByRole('combobox', { name: 'Votes', exact: true }).selectOption('arena.json')
  await expect(ranking.getByRole('list').first().getByRole('listitem')).toHaveCount(2)
  await page.goBack()
  await expect(ranking).toBeHidden()
})
