import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/chat.ts'

test.use({ appOptions: { models: { author: completeStream([]) } } })

test('a link shows where it leads before it is opened, and warns when its text says otherwise', async ({
  app,
  page,
}) => {
  app.fake.script(
    'author',
    completeStream([{ type: 'tokens', tokens: ['See [https://bank.example](https://evil.example/login).'] }]),
  )
  const chat = new Chat(page)
  await chat.begin('fake/author', 'A link please')
  const link = chat.answerThatIs('complete').getByRole('link')
  await expect(link).toHaveAttribute('title', 'https://evil.example/login')
  await link.click()
  const dialog = page.getByRole('dialog', { name: 'Open this link?' })
  await expect(dialog).toContainText('https://evil.example/login')
  await expect(dialog).toContainText('The text says bank.example, but the link leads to evil.example.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect(page.context().pages()).toHaveLength(1)
})

test('code is copied as it was written', async ({ app, page }) => {
  const code = 'if (a < b && c > d) {\n  return "<b>&amp;</b>"\n}'
  app.fake.script(
    'author',
    completeStream([{ type: 'tokens', tokens: ['Here:\n\n```ts\n', code, '\n```\n\nThat is all.'] }]),
  )
  const chat = new Chat(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await chat.begin('fake/author', 'Code please')
  await chat.answerThatIs('complete').getByRole('button', { name: 'Copy code' }).click()
  await expect(chat.answer.getByRole('button', { name: 'Copied' })).toBeVisible()
  const copied = await page.evaluate(() =>
    (
      globalThis as unknown as { navigator: { clipboard: { readText(): Promise<string> } } }
    ).navigator.clipboard.readText(),
  )
  expect(copied.trimEnd()).toBe(code)
})

test('Markdown that arrives in small pieces looks as it does in one piece', async ({ app, page }) => {
  const text =
    '## A heading\n\nSome *emphasis* and `code`.\n\n- one\n- two\n  - inner\n\n1. first\n2. second\n\n> quoted\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```js\nconst x = 1\n```\n\nEnd.'
  const chat = new Chat(page)
  const shown: string[] = []
  for (const tokens of [text.split(''), [text]]) {
    app.fake.script('author', completeStream([{ type: 'tokens', tokens, perSecond: 400 }]))
    await chat.begin('fake/author', 'The same twice')
    const answer = chat.answerThatIs('complete')
    for (const tag of ['h3', 'em', 'li li', 'ol li', 'blockquote', 'td', 'pre .code-keyword']) {
      await expect(answer.locator(tag).first()).toBeVisible()
    }
    shown.push(await answer.locator('.markdown').first().innerHTML())
  }
  expect(shown[0]).toBe(shown[1])
})
