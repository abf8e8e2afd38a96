import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { invoke, openByAddress } from '../helpers/pages/window-api.ts'

const pane = (model: string, temperature: number) => ({ model, params: { temperature } })
const saying = (text: string) => completeStream([{ type: 'tokens', tokens: [text] }])

test.use({
  appOptions: {
    models: {
      good: saying('It is Paris.'),
      other: saying('It is Paris, in France.'),
      biased: saying('{"why": "It says where.", "better": "1"}'),
    },
  },
})

test('a set is written by keyboard, run on two models, and a later run shows its regression first', async ({
  page,
  app,
}) => {
  await invoke(page, 'settings.set', { compareModels: ['fake/good', 'fake/other'] })
  await page.keyboard.press('Alt+Shift+S')
  const sets = page.getByRole('region', { name: 'Prompt sets' })
  await sets.getByRole('button', { name: 'Try an example set' }).press('Enter')
  await expect(sets.getByRole('listitem')).toHaveCount(3)
  await page.keyboard.press('Alt+Shift+S')
  await expect(sets.getByRole('textbox', { name: 'Name of a new set' })).toBeFocused()
  await page.keyboard.type('Capitals')
  await page.keyboard.press('Enter')
  await sets.getByRole('button', { name: 'Add prompt' }).press('Enter')
  await expect(sets.getByRole('textbox', { name: 'Prompt', exact: true })).toBeFocused()
  await page.keyboard.type('What is the capital of {{country}}?')
  await sets.getByRole('textbox', { name: 'country' }).fill('France')
  await sets.getByRole('button', { name: 'Add check' }).press('Enter')
  await sets.getByRole('group', { name: 'Check 1' }).getByRole('textbox', { name: 'Text' }).fill('Paris')
  await sets.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(sets.getByRole('listitem')).toContainText('Contains “Paris”')

  const run = async () => {
    await sets.getByRole('button', { name: 'Run…' }).press('Enter')
    await expect(sets).toContainText('2 answers.')
    await sets.getByRole('button', { name: 'Start run' }).press('Enter')
    await expect(sets).toContainText('2 of 2 answers · complete')
  }
  await run()
  const grid = sets.getByRole('table', { name: 'Result' })
  await expect(grid.getByRole('row').last().getByRole('img', { name: '1 of 1 passed' })).toHaveCount(2)
  await expect(grid.getByRole('row').last()).toContainText('It is Paris, in France.')

  await invoke(page, 'sets.add', {
    setId: (await invoke(page, 'sets.list', {})).sets[0]?.id ?? never(),
    prompts: ['Unchecked'],
  })
  app.fake.script('other', saying('It is Rome.'))
  await page.getByRole('link', { name: 'Capitals' }).press('Enter')
  const prompt = sets.getByRole('list', { name: 'Prompts' }).getByRole('listitem').first()
  await prompt.getByRole('button').press('Enter')
  await sets.getByRole('group', { name: 'Check 1' }).getByRole('textbox', { name: 'Text' }).fill('France')
  const tried = sets.getByRole('region', { name: 'On the answers of the last run' })
  await expect(tried.getByRole('listitem').filter({ hasText: 'passed' }).first()).toContainText('in France')
  await expect(tried).toContainText('Contains “France”: failed')
  await sets.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(prompt.getByRole('button')).toBeFocused()
  await expect(prompt.getByRole('img', { name: '2 of 2 passed' })).toBeVisible()
  await sets.getByRole('button', { name: 'Run…' }).press('Enter')
  await sets.getByRole('button', { name: 'Start run' }).press('Enter')
  await expect(sets).toContainText('1 regression compared with the earlier run.')
  const first = grid.getByRole('row').nth(1)
  await expect(first).toContainText('↓ was 1/1')

  // Until the vote, the grid hides the results and the answers appear without their models. One key votes.
  await sets.getByRole('button', { name: 'Blind' }).press('Enter')
  const asked = grid.getByRole('row', { name: /capital of France/ })
  await expect(asked).toContainText('Shown after the vote')
  await expect(asked.getByRole('img')).toHaveCount(0)
  await expect(asked).not.toContainText('It is')
  await asked.getByRole('button').first().press('Enter')
  const answers = sets.getByRole('region', { name: /^Answer / })
  await expect(answers).toHaveCount(2)
  await expect(sets).not.toContainText('fake/')
  await expect(answers.filter({ hasText: /good|other/ })).toHaveCount(0)
  await expect(sets.getByRole('group', { name: 'Vote', exact: true })).toBeFocused()
  const letter = (await answers.first().textContent())?.includes('Paris') === true ? 'a' : 'b'
  await page.keyboard.press(letter)
  await expect(sets).toContainText('Blind vote')
  await expect(answers.filter({ hasText: 'Paris' })).toContainText('good')
  const { votes } = await invoke(page, 'votes.list', {})
  expect(votes).toMatchObject([{ result: 'best', isBlind: true }])
  await sets.getByRole('button', { name: 'All answers' }).press('Enter')
  await expect(sets.getByRole('region', { name: 'other', exact: true }).first()).toContainText('It is Rome.')
  await expect(sets).toContainText('Contains “Paris”: failed')
  await expect(sets.getByRole('heading', { name: 'Earlier run' })).toBeVisible()
  await sets.getByRole('button', { name: '‹ Result' }).press('Enter')
  await expect(asked.getByRole('button').first()).toBeFocused()
})

test('a set has an address, and a prompt that is being written survives leaving the page and closing the window', async ({
  page,
}) => {
  await invoke(page, 'sets.create', { name: 'Rivers', prompts: ['Where is the river?'] })
  const sets = page.getByRole('region', { name: 'Prompt sets' })
  const place = page.getByRole('link', { name: 'Prompt sets', exact: true }).last()
  await place.press('Enter')
  await expect(place).toHaveAttribute('aria-current', 'page')
  await sets.getByRole('button', { name: /^Rivers/ }).press('Enter')
  await sets.getByRole('button', { name: 'Add prompt' }).press('Enter')
  await page.keyboard.type('How long is')
  await page.keyboard.press('Alt+Shift+R')
  await expect(page.getByRole('region', { name: 'Ranking' })).toBeFocused()
  await page.goBack()
  await expect(sets.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveValue('How long is')
  await page.reload()
  await expect(sets.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveValue('How long is')
  await sets.getByRole('button', { name: 'Cancel' }).press('Enter')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Rivers' })).toBeVisible()
  await expect(sets.getByRole('listitem')).toContainText('Where is the river?')

  await page.keyboard.press('Alt+N')
  await page.keyboard.press('Control+Shift+P')
  await page.keyboard.type('rivers')
  await expect(page.getByRole('option', { name: /^Rivers/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Rivers' })).toBeVisible()

  await openByAddress(page, 'sets', 'gone')
  await expect(page.getByRole('heading', { name: 'Prompt sets' })).toBeVisible()
  await expect(sets.getByRole('alert')).toBeVisible()
})

test('a column of a CSV file gets another role before its prompts are added, and a bad row is named', async ({
  page,
}) => {
  await invoke(page, 'sets.create', { name: 'Imported', prompts: [] })
  await page.keyboard.press('Alt+Shift+S')
  const sets = page.getByRole('region', { name: 'Prompt sets' })
  await sets.getByRole('button', { name: /^Imported/ }).press('Enter')
  const rows = ['frage,erwartet,notiz', 'Wo?,Paris,a', ',Rom,b']
  await sets
    .locator('input[type=file]')
    .setInputFiles({ name: 'fragen.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })
  const mapping = page.getByRole('dialog', { name: 'Import prompts' })
  await mapping.getByRole('combobox', { name: 'Use frage as' }).selectOption('Prompt')
  await mapping.getByRole('combobox', { name: 'Use erwartet as' }).selectOption('Must contain')
  await mapping.getByRole('combobox', { name: 'Use notiz as' }).selectOption('Leave out')
  await expect(mapping.getByRole('list').last()).toHaveText('Row 2: no prompt.')
  const add = mapping.getByRole('button', { name: 'Add prompts' })
  // Disabled while the rows are read again.
  await expect(add).toBeEnabled()
  await add.press('Enter')
  await expect(mapping).toBeHidden()
  await expect(sets.getByRole('listitem')).toHaveText([/Wo\?.*Contains “Paris”/])
  await expect(sets).toContainText('1 prompt added. 1 row skipped.')
})

test('a set page follows a run, and a model judges it in its own column, where contradicting itself counts as a tie', async ({
  page,
  app,
}) => {
  await invoke(page, 'settings.set', { compareModels: ['fake/good', 'fake/other'] })
  const voteCount = (await invoke(page, 'votes.list', {})).total
  await invoke(page, 'sets.create', { name: 'Towers', prompts: ['Where?', 'Where else?'] })
  const mayAnswer = Promise.withResolvers<void>()
  app.fake.script('other', async () => {
    await mayAnswer.promise
    return saying('It is Paris, in France.')
  })
  await page.keyboard.press('Alt+Shift+S')
  const sets = page.getByRole('region', { name: 'Prompt sets' })
  await sets.getByRole('button', { name: /^Towers/ }).press('Enter')
  await sets.getByRole('button', { name: 'Run…' }).press('Enter')
  await sets.getByRole('button', { name: 'Start run' }).press('Enter')
  await page.getByRole('link', { name: 'Towers' }).press('Enter')
  const run = sets.getByRole('region', { name: 'Runs' }).getByRole('button')
  await expect(run).toContainText('of 4 answers · running')
  mayAnswer.resolve()
  await expect(run).toContainText('4 of 4 answers · complete')
  await run.press('Enter')
  await expect(sets).toContainText('4 of 4 answers · complete')

  await sets.getByRole('button', { name: 'Judge…' }).press('Enter')
  await sets.getByRole('combobox', { name: 'Choose the judge' }).press('Enter')
  await page.keyboard.type('biased')
  await page.keyboard.press('Enter')
  await expect(sets).toContainText('4 requests.')
  await sets.getByRole('button', { name: 'Start judging' }).press('Enter')
  await expect(sets).toContainText('Judge biased · 4 of 4 requests · complete')
  const grid = sets.getByRole('table', { name: 'Result' })
  await expect(grid.getByRole('columnheader', { name: /^Judge biased/ })).toContainText(
    '2 ties · 2 contradictory',
  )
  await expect(grid.getByRole('row').nth(1)).toContainText('No model leads')
  await expect(sets).toContainText('good wins 0% of 2 pairs')

  await grid.getByRole('row').nth(1).getByRole('button').first().press('Enter')
  await expect(sets).toContainText('the judge contradicts itself, which counts as a tie.')
  expect((await invoke(page, 'votes.list', {})).total).toBe(voteCount)

  await sets.getByRole('button', { name: '‹ Result' }).press('Enter')
  await sets.getByRole('button', { name: 'Delete verdicts' }).press('Enter')
  await expect(sets.getByRole('button', { name: 'Keep' })).toBeFocused()
  await sets.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  await expect(grid.getByRole('columnheader', { name: /^Judge biased/ })).toHaveCount(0)
  await expect(sets).toBeFocused()
})

test('a set is run through a saved line-up and opens as a comparison; a question goes from a chat into a set with one key', async ({
  page,
  app,
}) => {
  await test.step('a set is run through a saved line-up, and a row of the result opens as a comparison without a request', async () => {
    await invoke(page, 'lineUps.save', {
      name: 'With a gap',
      panes: [pane('fake/good', 0.5), pane('fake/gone', 0)],
    })
    await invoke(page, 'lineUps.save', {
      name: 'Warm',
      panes: [pane('fake/good', 0.5), pane('fake/other', 1)],
    })
    app.fake.script('other', saying('It is Paris, in France.'))
    await invoke(page, 'sets.create', { name: 'Hills', prompts: ['Where is the hill?'] })
    await page.keyboard.press('Alt+Shift+S')
    const sets = page.getByRole('region', { name: 'Prompt sets' })
    await sets.getByRole('button', { name: /^Hills/ }).press('Enter')
    await sets.getByRole('button', { name: 'Run…' }).press('Enter')
    const lineUp = sets.getByRole('combobox', { name: 'Use a line-up…' })
    await lineUp.selectOption('With a gap')
    await expect(sets.getByRole('alert')).toContainText('No longer available: fake/gone.')
    await sets.getByRole('button', { name: 'Start run' }).press('Enter')
    expect((await invoke(page, 'sets.runs', {})).runs.filter(({ name }) => name === 'Hills')).toEqual([])

    await lineUp.selectOption('Warm')
    await expect(sets.getByRole('listitem')).toHaveText([/temp 0\.5/, /temp 1/])
    await sets.getByRole('button', { name: 'Settings of model 2: other' }).press('Enter')
    const settings = page.getByRole('dialog', { name: 'Settings of model 2: other' })
    await settings.getByRole('textbox', { name: 'System prompt' }).fill('Be brief.')
    await page.keyboard.press('Escape')
    await expect(sets.getByRole('listitem').last()).toContainText('temp 1, “Be brief.”')
    await sets.getByRole('button', { name: 'Start run' }).press('Enter')
    await expect(sets).toContainText('2 of 2 answers · complete')
    const asked = app.fake.requests.length
    expect(app.fake.requests.slice(-2).map(({ body }) => body)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ temperature: 0.5 }),
        expect.objectContaining({
          temperature: 1,
          messages: [{ role: 'system', content: 'Be brief.' }, expect.anything()],
        }),
      ]),
    )

    const compare = sets.getByRole('button', { name: 'Open as comparison: Where is the hill?' })
    await compare.press('Enter')
    await expect(sets.getByRole('alert')).toContainText('You have not voted on these answers yet')
    await sets.getByRole('button', { name: 'Blind' }).press('Enter')
    await compare.press('Enter')
    await expect(sets).toBeHidden()
    const panes = new Compare(page)
    await expect(panes.pane(1).region).toContainText('It is Paris.')
    await expect(panes.pane(2).region).toContainText('It is Paris, in France.')
    await expect(panes.pane(2).region).toContainText('temp 1')
    const opened = page.url()
    // A vote in the panes is the vote on the row, and vice versa.
    const bar = page.getByRole('group', { name: 'Vote', exact: true })
    await bar.press('b')
    await expect(bar).toContainText(/B .+ > A /)
    const runs = (await invoke(page, 'sets.runs', {})).runs.filter(({ name }) => name === 'Hills')
    const row = { runId: runs[0]?.id ?? '', prompt: 0, repeat: 0 }
    const { vote, answers } = await invoke(page, 'sets.ballot', row)
    const chosen = vote?.shown[vote.chosen[0] ?? -1]?.paneId
    expect(answers.find(({ answerId }) => answerId === chosen)?.text).toContain('in France')
    const answerIds = answers.map(({ answerId }) => answerId)
    await invoke(page, 'sets.vote', { ...row, result: 'tie', answerIds })
    await expect(bar).toContainText(/[AB] .+ = [AB] /)
    await page.keyboard.press('Alt+Shift+S')
    await sets.getByRole('button', { name: /^Hills/ }).press('Enter')
    await sets
      .getByRole('list')
      .getByRole('button', { name: /complete/ })
      .press('Enter')
    await expect(sets.getByRole('button', { name: 'Blind' })).toHaveAttribute('aria-pressed', 'false')
    await compare.press('Enter')
    await expect(sets).toBeHidden()
    expect(page.url()).toBe(opened)
    expect(app.fake.requests).toHaveLength(asked)
  })

  await test.step('a question goes from a chat into a set with one key', async () => {
    await invoke(page, 'sets.create', { name: 'Mine' })
    const chat = new Chat(page)
    await chat.begin('fake/good', 'Where is the tower?')
    await expect(chat.answerThatIs('complete')).toBeVisible()
    await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('Alt+ArrowUp')
    await expect(chat.questions.first()).toBeFocused()
    await page.keyboard.press('s')
    const dialog = page.getByRole('dialog', { name: 'Add to prompt set' })
    await expect(dialog).toContainText('Where is the tower?')
    // A second press while it is added does not add it again, and neither does it press what is there afterwards.
    await dialog.getByRole('button', { name: /^Mine/ }).dblclick()
    await expect(dialog.getByRole('status')).toContainText('Added to “Mine”.')
    await expect(chat.answerThatIs('complete')).toBeVisible()
    await dialog.getByRole('button', { name: 'Open set' }).press('Enter')
    const sets = page.getByRole('region', { name: 'Prompt sets' })
    const added = sets.getByRole('list', { name: 'Prompts' }).getByRole('listitem')
    await expect(added).toContainText('Where is the tower?')
    await added.getByRole('button').click()
    await expect(sets.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveValue(
      'Where is the tower?',
    )
  })
})

function never(): never {
  throw new Error('expected a set')
}
