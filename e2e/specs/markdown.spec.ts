import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/chat.ts'

test.use({ appOptions: { models: { author: completeStream([]) } } })

const vectors = [
  '<script>globalThis.pwned = 1</script>',
  '<img src=x onerror="globalThis.pwned = 1">',
  '<svg onload="globalThis.pwned = 1"><circle/></svg>',
  '<iframe src="javascript:globalThis.pwned=1"></iframe>',
  '<a href="javascript:globalThis.pwned=1" onclick="globalThis.pwned=1">press</a>',
  '[press](javascript:globalThis.pwned=1)',
  '![x](javascript:globalThis.pwned=1)',
  '<details open ontoggle="globalThis.pwned=1"><summary>s</summary></details>',
  '<style>body{display:none}</style>',
  '<form action="https://evil.example"><input name="a"></form>',
  '<base href="https://evil.example/">',
  '[click](data:text/html,<script>globalThis.pwned=1</script>)',
]

test('raw HTML in an answer is shown as text and never becomes elements', async ({ app, page }) => {
  app.fake.script(
    'author',
    completeStream([{ type: 'tokens', tokens: [vectors.join('\n\n'), '\n\nafter **all**'] }]),
  )
  const chat = new Chat(page)
  await chat.begin('fake/author', 'Try to break out')
  const answer = chat.answerThatIs('complete')
  await expect(answer.locator('strong', { hasText: 'all' })).toBeVisible()
  await expect(answer).toContainText('<script>')
  await expect(answer).toContainText('onerror=')
  const dangerous =
    'script, img, svg circle, iframe, object, embed, style, form, base, details, a[href^="javascript:"], a[href^="data:"], [onclick], [onload], [onerror], [ontoggle]'
  await expect(answer.locator(dangerous)).toHaveCount(0)
  expect(await page.evaluate(() => 'pwned' in globalThis)).toBe(false)
})

test('raw HTML that a user writes is shown as text too', async ({ page }) => {
  const chat = new Chat(page)
  await chat.begin('fake/brief', '<img src=x onerror="globalThis.pwned = 1">')
  await expect(chat.answerThatIs('complete')).toBeVisible()
  await expect(chat.questions).toContainText('<img src=x')
  await expect(chat.questions.locator('img')).toHaveCount(0)
})

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

test('an image in an answer is not fetched', async ({ app, page }) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret.png?told=everything`
    app.fake.script(
      'author',
      completeStream([
        { type: 'tokens', tokens: [`Look: ![a chart](${address})\n\n<img src="${address}">\n\nDone.`] },
      ]),
    )
    const chat = new Chat(page)
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await chat.begin('fake/author', 'An image please')
    const answer = chat.answerThatIs('complete')
    await expect(answer.getByRole('button', { name: /Image from 127\.0\.0\.1/ })).toBeVisible()
    await expect(answer.locator('img')).toHaveCount(0)
    expect(asked).toEqual([])
    expect(requests.filter((url) => url.includes('secret.png'))).toEqual([])
  } finally {
    server.close()
    server.closeAllConnections()
  }
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
