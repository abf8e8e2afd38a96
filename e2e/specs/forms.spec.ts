import type { Locator, Page } from '@playwright/test'

import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { invoke, storedMessages } from '../helpers/pages/window-api.ts'

function cardOf(page: Page, title: string | RegExp): Locator {
  return page.getByRole('region', { name: title })
}

/** Opens a chat whose answer shows a form with this schema. */
async function openForm(page: Page, title: string, schema: Record<string, unknown>): Promise<Locator> {
  const { session } = await invoke(page, 'sessions.import', {
    title: 'A form from elsewhere',
    model: 'demo/brief',
    messages: [
      { role: 'user', content: 'A form, please' },
      { role: 'assistant', content: [{ type: 'form', formId: `form of ${title}`, title, schema }] },
    ],
  })
  await page.goto(new URL(`#/chat/${encodeURIComponent(session.id)}`, page.url()).href)
  return cardOf(page, `Form: ${title}`)
}

test('a form in a chat is filled in by keyboard, validated by main, and continues an answer that waits for it', async ({
  page,
}) => {
  await test.step('a form can be filled in by keyboard, is validated by main, and shows the submitted values', async () => {
    const chat = new Chat(page)
    await chat.begin('demo/form', 'A table for four')
    const card = cardOf(page, /Book a table/)
    const name = card.getByRole('textbox', { name: /^Name/ })
    await expect(name).toHaveAttribute('aria-required', 'true')
    await expect(card.getByRole('checkbox', { name: 'Candles' })).toBeChecked()
    await name.focus()
    await page.keyboard.press('Enter')
    await expect(card.getByRole('alert')).toHaveText('3 values need attention.')
    await expect(name).toBeFocused()
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await expect(name).toHaveAccessibleDescription('is required')

    await page.keyboard.type('Ada')
    await expect(name).toHaveAttribute('aria-invalid', 'false')
    await page.keyboard.press('Tab')
    await page.keyboard.type('terrace')
    await page.keyboard.press('Tab')
    await page.keyboard.type('40')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(card.getByRole('checkbox', { name: 'Candles' })).not.toBeChecked()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    const guests = card.getByRole('textbox', { name: /^Guests/ })
    await expect(guests).toHaveAccessibleDescription(/12/)
    await expect(guests).toBeFocused()
    await guests.fill('4')
    await card.getByRole('button', { name: 'Submit' }).press('Enter')

    await expect(card).toHaveAttribute('data-form-state', 'submitted')
    await expect(card).toContainText('NameAdaWhereterraceGuests4CandlesNo')
    await expect(card.getByRole('button')).toHaveCount(0)
    await expect(card).toBeFocused()
    await expect(chat.answerThatIs('complete')).toContainText('guests: 4')
    await expect(chat.questions).toHaveCount(1)
    const stored = await storedMessages(page)
    expect(stored.map(({ role, hidden }) => [role, hidden === true])).toEqual([
      ['user', false],
      ['assistant', false],
      ['user', true],
      ['assistant', false],
    ])
    expect(stored[2]?.parts).toMatchObject([
      { type: 'form', values: { name: 'Ada', room: 'terrace', guests: 4, candles: false } },
    ])
  })

  await test.step('a form that an answer waits for continues it, whether it is submitted or dismissed', async () => {
    const chat = new Chat(page)
    await chat.begin('demo/elicit', 'Plan a trip')
    const card = cardOf(page, /Where to/)
    await expect(card).toHaveAttribute('data-form-state', 'waiting')
    await expect(chat.stop).toBeVisible()
    const destination = card.getByRole('textbox', { name: /^Destination/ })
    await destination.fill('Lviv')
    // Here Escape must not stop the answer, which waits for this very field.
    await destination.press('Escape')
    await page.reload()
    await expect(destination).toHaveValue('Lviv')
    await destination.press('Enter')
    await expect(card).toHaveAttribute('data-form-state', 'submitted')
    await expect(chat.answerThatIs('complete')).toContainText('Your destination is Lviv.')
    await expect(card).toContainText('DestinationLviv')
    expect((await storedMessages(page)).map(({ role }) => role)).toEqual(['user', 'assistant'])

    await chat.ask('Another trip')
    const second = cardOf(page, /Where to/).last()
    await second.getByRole('button', { name: 'Dismiss' }).click()
    await expect(second).toHaveAttribute('data-form-state', 'declined')
    await expect(chat.answer).toContainText('You declined to answer')
    await expect(chat.answer).toHaveAttribute('data-status', 'complete')
  })
})

test('a form in a pane is answered there; a form is kept over a reload, can be dismissed and filled in later', async ({
  page,
}) => {
  await test.step('a form in a pane is answered in that pane, by a run of this window', async () => {
    const compare = new Compare(page)
    await compare.begin(['demo/form', 'demo/brief'])
    await compare.ask('A table for four')
    const pane = compare.pane(1)
    await expect(pane.status).toHaveText('Done')
    const card = cardOf(page, /Book a table/)
    await card.getByRole('textbox', { name: /^Name/ }).fill('Ada')
    await card.getByRole('combobox', { name: /^Where/ }).selectOption('terrace')
    await card.getByRole('textbox', { name: /^Guests/ }).fill('40')
    await card.getByRole('button', { name: 'Submit' }).click()
    await expect(card.getByRole('alert')).toHaveText('1 value needs attention.')
    await expect(pane.region.locator('[data-slot="error-card"]')).toHaveCount(0)
    await card.getByRole('textbox', { name: /^Guests/ }).fill('4')
    await card.getByRole('button', { name: 'Submit' }).click()
    await expect(card).toHaveAttribute('data-form-state', 'submitted')
    await expect(pane.answer).toContainText('guests: 4')
    await expect(pane.status).toHaveText('Done')
  })

  await test.step('the values of a form survive a reload; one that no answer waits for can be dismissed, and filled in later', async () => {
    const chat = new Chat(page)
    await chat.begin('demo/form', 'A table, but not yet')
    const card = cardOf(page, /Book a table/)
    await card.getByRole('textbox', { name: /^Name/ }).fill('Grace')
    const where = card.getByRole('combobox', { name: /^Where/ })
    // In the form a letter selects an option; among the messages it would move to the next one.
    await where.press('k')
    await expect(where).toBeFocused()
    await where.selectOption('bar')
    await page.reload()
    await expect(card.getByRole('textbox', { name: /^Name/ })).toHaveValue('Grace')
    await expect(card.getByRole('combobox', { name: /^Where/ }).locator(':checked')).toHaveText('bar')
    await card.getByRole('button', { name: 'Dismiss' }).click()
    await expect(card).toHaveAttribute('data-form-state', 'declined')
    await page.reload()
    await expect(card).toHaveAttribute('data-form-state', 'declined')
    await card.getByRole('button', { name: 'Fill in anyway' }).click()
    await expect(card.getByRole('textbox', { name: /^Name/ })).toBeVisible()
    expect((await storedMessages(page)).map(({ role }) => role)).toEqual(['user', 'assistant'])
  })
})

test('forms of every kind can be answered, as fields or as JSON, and their texts do nothing', async ({
  page,
}) => {
  await test.step('lists, groups, choices and alternatives submit values of the requested types', async () => {
    const card = await openForm(page, 'Everything', {
      type: 'object',
      required: ['people'],
      properties: {
        people: {
          type: 'array',
          title: 'People',
          minItems: 1,
          items: { type: 'object', properties: { name: { type: 'string', title: 'Called' } } },
        },
        days: { type: 'array', title: 'Days', uniqueItems: true, items: { enum: ['Mon', 'Tue', 'Wed'] } },
        pay: {
          title: 'Payment',
          anyOf: [
            {
              type: 'object',
              title: 'Card',
              properties: { digits: { type: 'string' } },
              required: ['digits'],
            },
            {
              type: 'object',
              title: 'Cash',
              properties: { amount: { type: 'number' } },
              required: ['amount'],
            },
          ],
        },
      },
    })
    await card.getByRole('button', { name: 'Submit' }).click()
    await expect(
      card
        .getByText('is required')
        .or(card.getByText(/must have at least 1/))
        .first(),
    ).toBeVisible()
    await card.getByRole('button', { name: 'Add to People' }).click()
    await card.getByRole('textbox', { name: 'Called' }).fill('Ada')
    await card.getByRole('button', { name: 'Add to People' }).click()
    await card.getByRole('textbox', { name: 'Called' }).last().fill('Grace')
    await card.getByRole('button', { name: 'Remove item 1' }).click()
    await card.getByRole('checkbox', { name: 'Wed' }).check()
    await card.getByRole('checkbox', { name: 'Mon' }).check()
    await card.getByRole('combobox', { name: 'Type of Payment' }).selectOption('Cash')
    await card.getByRole('textbox', { name: /^amount/ }).fill('12.50')
    await card.getByRole('button', { name: 'Submit' }).click()
    await expect(card).toHaveAttribute('data-form-state', 'submitted')
    const hidden = (await storedMessages(page)).find((message) => message.hidden === true)
    expect(hidden?.parts).toMatchObject([
      { values: { people: [{ name: 'Grace' }], days: ['Mon', 'Wed'], pay: { amount: 12.5 } } },
    ])
  })

  await test.step('a form that fields cannot represent is answered as JSON, and breaks nothing', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`field ${index}`, { type: 'string' }]),
    )
    const large = await openForm(page, 'Too large', { type: 'object', properties: many })
    await expect(large).toContainText('too many fields')
    const values = large.getByRole('textbox', { name: 'Values' })
    await values.fill('{ "field 1": ')
    await large.getByRole('button', { name: 'Submit' }).click()
    await expect(values).toHaveAccessibleDescription(/not a JSON object/)
    await expect(values).toBeFocused()

    const endless = await openForm(page, 'Endless', {
      type: 'object',
      properties: { child: { $ref: '#' }, name: { type: 'string', minLength: 3 } },
    })
    await expect(endless).toContainText('contains itself')
    await endless.getByText('Requested fields').click()
    await expect(endless.getByLabel('Schema')).toContainText('minLength')
    await endless.getByRole('textbox', { name: 'Values' }).fill('{ "child": { "name": "A" } }')
    await endless.getByRole('button', { name: 'Submit' }).click()
    await expect(endless.getByRole('textbox', { name: 'Values' })).toHaveAccessibleDescription(/child\.name/)
    await endless.getByRole('textbox', { name: 'Values' }).fill('{ "child": { "name": "Ada" } }')
    await endless.getByRole('button', { name: 'Submit' }).click()
    await expect(endless).toHaveAttribute('data-form-state', 'submitted')

    const broken = await openForm(page, 'Broken', { type: 7, properties: [], required: 'all' })
    await expect(broken.getByRole('textbox', { name: 'Values' })).toBeVisible()
  })

  await test.step('values can be edited as JSON, and are copied back into the fields', async () => {
    const card = await openForm(page, 'Both ways', {
      type: 'object',
      properties: { name: { type: 'string', title: 'Name' }, age: { type: 'integer', title: 'Age' } },
    })
    await card.getByRole('textbox', { name: 'Name' }).fill('Ada')
    await card.getByRole('button', { name: 'Edit as JSON' }).click()
    const values = card.getByRole('textbox', { name: 'Values' })
    await expect(values).toHaveValue('{\n  "name": "Ada"\n}')
    await values.fill('{ "name": "Ada", "age": 36 }')
    await card.getByRole('button', { name: 'Edit as form' }).click()
    await expect(card.getByRole('textbox', { name: 'Age' })).toHaveValue('36')
    await card.getByRole('button', { name: 'Submit' }).click()
    await expect(card).toContainText('NameAdaAge36')
  })

  await test.step('texts of a form are shown as plain text: they load nothing and run nothing', async () => {
    const hostile =
      '<img src=x onerror="window.wasRun = true"> ![x](https://127.0.0.1:9/x.png) <script>1</script>'
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    const card = await openForm(page, 'Hostile', {
      type: 'object',
      title: hostile,
      description: hostile,
      'ui:options': { enableMarkdownInDescription: true },
      properties: {
        text: {
          type: 'string',
          title: hostile,
          description: hostile,
          'ui:enableMarkdownInDescription': true,
        },
      },
    })
    await expect(card.getByRole('textbox')).toBeVisible()
    await expect(card.getByText('<img src=x').first()).toBeVisible()
    await expect(card.locator('img, script, a')).toHaveCount(0)
    expect(await page.evaluate(() => 'wasRun' in globalThis)).toBe(false)
    expect(requests.filter((url) => url.includes('127.0.0.1:9/'))).toEqual([])
  })

  await test.step('values of other kinds than the fields have break no field and are refused by main', async () => {
    const card = await openForm(page, 'Other kinds', {
      type: 'object',
      properties: {
        name: { type: 'string', title: 'Name' },
        tags: { type: 'array', title: 'Tags', items: { type: 'string' } },
        days: { type: 'array', title: 'Days', uniqueItems: true, items: { enum: ['Mon', 'Tue'] } },
        home: { type: 'object', title: 'Home', properties: { city: { type: 'string', title: 'City' } } },
        price: { type: 'number', title: 'Price' },
      },
    })
    await card.getByRole('button', { name: 'Edit as JSON' }).click()
    await card
      .getByRole('textbox', { name: 'Values' })
      .fill('{ "name": [7], "tags": "x", "days": { "Mon": true }, "home": 3, "price": "much" }')
    await card.getByRole('button', { name: 'Edit as form' }).click()
    await expect(card.getByRole('textbox', { name: 'Name' })).toHaveValue('')
    await expect(card.getByRole('textbox', { name: 'Price' })).toHaveValue('much')
    await card.getByRole('button', { name: 'Submit' }).click()
    await expect(card.getByRole('alert')).toHaveText('5 values need attention.')
    await card.getByRole('textbox', { name: 'Name' }).fill('Ada')
    await card.getByRole('button', { name: 'Add to Tags' }).click()
    await card.getByRole('textbox', { name: 'Tags 1' }).fill('first')
    await card.getByRole('button', { name: 'Add to Tags' }).click()
    await card.getByRole('textbox', { name: 'Tags 2' }).fill('second')
    await card.getByRole('button', { name: 'Remove item 1' }).click()
    await expect(card.getByRole('textbox', { name: 'Tags 1' })).toHaveValue('second')
    await card.getByRole('checkbox', { name: 'Tue' }).check()
    await card.getByRole('textbox', { name: 'City' }).fill('Lviv')
    const price = card.getByRole('textbox', { name: 'Price' })
    await price.fill('')
    await price.pressSequentially('1,050.50')
    await expect(price).toHaveValue('1,050.50')
    await card.getByRole('button', { name: 'Submit' }).click()
    await expect(card).toHaveAttribute('data-form-state', 'submitted')
    const hidden = (await storedMessages(page)).find((message) => message.hidden === true)
    expect(hidden?.parts).toMatchObject([
      {
        values: { name: 'Ada', tags: ['second'], days: ['Tue'], home: { city: 'Lviv' }, price: 1050.5 },
      },
    ])
  })
})
