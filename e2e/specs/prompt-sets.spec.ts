import { saying } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { Palette } from '../helpers/pages/palette.ts'
import { invoke, openByAddress } from '../helpers/pages/window-api.ts'

const pane = (model: string, temperature: number) => ({ model, params: { temperature } })

test.use({
  appOptions: {
    models: {
      good: saying('It is Paris.'),
      other: saying('It is Paris, in France.'),
      biased: saying('{"why": "It says where.", "better": "1"}'),
    },
  },
})

test('a set is written by keyboard, run on two models, and a later run shows first what changed', async ({
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
  await page.keyboard.type('Paris')
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
  await expect(sets).toContainText(/No regression beyond chance .* 1 result changed within noise/)
  const first = grid.getByRole('row').nth(1)
  await expect(first).toContainText('was 1/1, within noise')

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
  await expect(asked).toContainText('It is Paris')
  await expect(sets.getByRole('button', { name: 'Vote on 1 prompt' })).toBeVisible()

  // The answers of a row have an address. They have been voted on, so their models are shown, even in a new window.
  await page.goBack()
  await expect(answers.filter({ hasText: 'Paris' })).toContainText('good')
  await expect(page).toHaveURL(/#\/sets\/[^/]+\/[^/]+\/1$/)
  await page.goForward()
  await expect(asked.getByRole('button').first()).toBeFocused()
  // A window that begins there shows the models only if there is a vote.
  await page.goBack()
  await page.reload()
  await expect(answers.filter({ hasText: 'Paris' })).toContainText('good')
  await page.goto(page.url().replace(/1$/, '2'))
  await expect(sets).toContainText('Unchecked')
  await expect(answers).toHaveCount(2)
  await expect(answers.filter({ hasText: /good|other/ })).toHaveCount(0)
  // One ballot is left to vote on, whatever the order; after it, there is none.
  await sets.getByRole('button', { name: '‹ Result' }).press('Enter')
  await sets.getByRole('button', { name: 'Vote on 1 prompt' }).press('Enter')
  await expect(answers).toHaveCount(2)
  await expect(page).toHaveURL(/\/2$/)
  const order = sets.getByRole('combobox', { name: 'Order of votes' })
  await expect(order).toHaveValue('telling')
  await order.selectOption('Random')
  await sets.getByRole('button', { name: 'Next ›' }).press('Enter')
  await expect(grid).toBeVisible()
  // Turned off in the grid, Blind stays off for answers to which the user comes back.
  await sets.getByRole('button', { name: 'Blind', pressed: true }).press('Enter')
  await expect(grid.getByRole('columnheader', { name: 'good' })).toContainText('won 1 of 1 vote')
  await expect(sets).toContainText('For “Capitals”: Not settled between good and other.')
  await grid
    .getByRole('row', { name: /Unchecked/ })
    .getByRole('button')
    .first()
    .press('Enter')
  const named = sets.getByRole('region', { name: 'other', exact: true })
  await expect(named).toContainText('It is Rome.')
  await page.keyboard.press('Alt+n')
  await expect(sets).toBeHidden()
  await page.goBack()
  await expect(named).toContainText('It is Rome.')

  // The set is watched: it is asked again, and compared with the run that was chosen.
  await page.getByRole('link', { name: 'Capitals' }).press('Enter')
  await sets.getByRole('button', { name: 'Watch…' }).press('Enter')
  await sets.getByRole('combobox', { name: 'Control' }).selectOption('good')
  await sets.getByRole('button', { name: 'Watch', exact: true }).press('Enter')
  const watch = sets.getByRole('region', { name: 'Watch' })
  await expect(watch).toContainText('No run yet.')
  await watch.getByRole('button', { name: 'Run now' }).press('Enter')
  await expect(watch).toContainText('good: no change beyond chance.')
  await expect(watch.getByRole('row', { name: /^other/ })).toContainText('0 worse, 0 better of 1 pair')
  await watch.getByRole('button', { name: 'Stop watching' }).press('Enter')
  await expect(sets.getByRole('button', { name: 'Watch…' })).toBeVisible()
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
  await new Palette(page).do('rivers', /^Rivers/)
  await expect(page.getByRole('heading', { name: 'Rivers' })).toBeVisible()

  await openByAddress(page, 'sets', 'gone')
  await expect(page.getByRole('heading', { name: 'Prompt sets' })).toBeVisible()
  await expect(sets.getByRole('alert')).toBeVisible()
})

test('a column of a CSV file gets another role before its prompts are added, and a bad row is named; a configuration for promptfoo says what is not imported', async ({
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

  const configuration = `
prompts: ['Is {{ city }} in {{ country }}?', 'file://more.txt']
providers: [openai:gpt]
defaultTest: {vars: {country: Italy}}
tests:
  - vars: {city: [Rome, Milan]}
    assert: [{type: icontains, value: yes}, {type: llm-rubric, value: is polite}]
`
  const dropped = await page.evaluateHandle((content) => {
    const { DataTransfer } = globalThis as unknown as {
      DataTransfer: new () => { items: { add: (file: object) => void } }
    }
    const data = new DataTransfer()
    data.items.add(new File([content], 'promptfooconfig.yaml'))
    return data
  }, configuration)
  await sets.getByRole('list', { name: 'Prompts' }).dispatchEvent('drop', { dataTransfer: dropped })
  await expect(mapping).toContainText('A configuration for promptfoo')
  await expect(mapping.getByRole('list').first()).toHaveText('providers (1)file://more.txt (1)llm-rubric (1)')
  await expect(mapping.getByRole('list').nth(1)).toContainText('Is {{ city }} in {{ country }}?')
  await add.press('Enter')
  await expect(sets).toContainText(
    '2 prompts added. Not imported: providers (1), file://more.txt (1), llm-rubric (1).',
  )
  await expect(sets.getByRole('listitem').nth(2)).toHaveText(/Is Milan in Italy\?.*Contains “yes”/)
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
  await sets.getByText('How far this judge can be trusted').click()
  await expect(sets).toContainText('Contradicts itself in 100% of 2 pairs')
  await expect(sets).toContainText('is not measured: that takes 20 pairs that you have voted on blind')

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
    await sets.getByRole('button', { name: 'Cancel' }).press('Enter')
  })

  await test.step('questions of chats are chosen by keyboard, and another provider gets them once it is confirmed', async () => {
    const sets = page.getByRole('region', { name: 'Prompt sets' })
    const chat = new Chat(page)
    await chat.begin('fake/good', 'Which bridge is old? Tell anna@example.org')
    await expect(chat.answerThatIs('complete')).toBeVisible()
    await page.keyboard.press('Alt+Shift+S')
    await sets.getByRole('button', { name: /^Mine/ }).press('Enter')
    await sets.getByRole('button', { name: 'From chats…' }).press('Enter')
    const questions = sets.getByRole('listbox', { name: 'Questions from your chats' })
    // The other one is in the set.
    await expect(questions.getByRole('option')).toHaveText([
      /^Which bridge is old\? .+e-mail address.+English.+good/,
    ])
    await expect(sets.getByRole('searchbox', { name: 'Words in the question' })).toBeFocused()
    await page.keyboard.type('nothing like it')
    await expect(sets.getByRole('status')).toHaveText('No questions found.')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('old bridge')
    await expect(questions.getByRole('option')).toHaveCount(1)
    await questions.press('d')
    await expect(questions.getByRole('option')).toContainText('Dropped')
    await questions.press('k')
    await expect(questions.getByRole('option', { selected: true })).toContainText('Kept')
    await questions.press('Enter')
    const question = sets.getByRole('region', { name: 'Question', exact: true })
    await expect(question.locator('mark')).toHaveText('anna@example.org')
    await question.getByRole('checkbox', { name: 'The earlier answer is the expected one' }).press('Space')
    await question.getByRole('textbox', { name: 'Prompt' }).fill('Which bridge is old?')
    await expect(question.locator('mark')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(questions).toBeFocused()
    await sets.getByRole('button', { name: 'Add 1 prompt' }).press('Enter')
    await expect(sets.getByRole('button', { name: 'From chats…' })).toBeFocused()
    await sets.getByRole('button', { name: /^Which bridge is old\?/ }).press('Enter')
    await expect(sets.getByRole('textbox', { name: 'Expected answer' })).toHaveValue('It is Paris.')
    await sets.getByRole('button', { name: 'Check: contains it' }).press('Enter')
    await sets.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(sets.getByRole('list', { name: 'Prompts' })).toContainText('Contains “It is Paris.”')

    await invoke(page, 'lineUps.save', {
      name: 'Elsewhere',
      panes: [{ model: 'demo/brief' }, { model: 'fake/good' }],
    })
    await sets.getByRole('button', { name: 'Run…' }).press('Enter')
    await sets.getByRole('combobox', { name: 'Use a line-up…' }).selectOption('Elsewhere')
    const confirmation = sets.getByRole('checkbox', { name: /come from your chats with other providers/ })
    const start = sets.getByRole('button', { name: 'Start run' })
    await expect(confirmation).toBeVisible()
    await expect(start).toHaveAttribute('aria-disabled', 'true')
    await confirmation.press('Space')
    await sets.getByRole('checkbox', { name: /^Compare with the earlier answers from chats/ }).press('Space')
    await start.press('Enter')
    await expect(sets).toContainText('6 of 6 answers · complete')
    await expect(sets.getByRole('columnheader', { name: /^Earlier answer/ })).toBeVisible()
    await page.getByRole('link', { name: 'Mine' }).press('Enter')
    await sets.getByRole('button', { name: 'Run…' }).press('Enter')
    await expect(start).toHaveAttribute('aria-disabled', 'false')
    await expect(confirmation).toHaveCount(0)
  })

  await test.step('a later question takes its conversation along, which each model then has for itself', async () => {
    const sets = page.getByRole('region', { name: 'Prompt sets' })
    const chat = new Chat(page)
    await chat.beginAnswered('fake/good', 'Where is the lake?', 'Are you sure?')
    await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('Alt+ArrowUp')
    await expect(chat.questions.last()).toBeFocused()
    await page.keyboard.press('s')
    const dialog = page.getByRole('dialog', { name: 'Add to prompt set' })
    await expect(dialog.getByRole('status')).toHaveText('Included: 2 earlier turns.')
    await expect(dialog.getByRole('radio', { name: 'With its conversation' })).toBeChecked()
    await dialog.getByRole('textbox', { name: 'Name of a new set' }).fill('Talks')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Open set' }).press('Enter')
    const added = sets.getByRole('list', { name: 'Prompts' }).getByRole('listitem')
    await expect(added).toContainText('Are you sure?2 earlier turns · No checks')
    await added.getByRole('button').click()
    await expect(sets.getByRole('textbox', { name: '2. Answer' })).toHaveValue('It is Paris.')
    await sets.getByRole('textbox', { name: '1. Question' }).fill('Where is {{what}}?')
    await sets.getByRole('textbox', { name: 'what' }).fill('the lake')
    await sets.getByRole('combobox', { name: 'How it is asked' }).selectOption('Conversation')
    await sets.getByRole('button', { name: 'Save' }).press('Enter')
    await sets.getByRole('button', { name: 'Run…' }).press('Enter')
    await sets.getByRole('button', { name: 'Start run' }).press('Enter')
    const row = sets.getByRole('table', { name: 'Result' }).getByRole('row', { name: /Are you sure/ })
    await expect(row).toContainText('after 1 turn')
    await row.getByRole('button').first().press('Enter')
    await sets.getByText('after 1 turn').click()
    await expect(sets).toContainText('Where is the lake?')
    await sets.getByText('1 earlier answer').first().click()
    await expect(sets.getByRole('region', { name: /^Answer / }).first()).toContainText(/Paris.*Paris/s)
  })
})

function never(): never {
  throw new Error('expected a set')
}
