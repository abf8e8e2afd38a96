import type { Locator, Page } from '@playwright/test'

import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { boxOf } from '../helpers/pages/box-of.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'

test.use({ appOptions: { models: { author: completeStream([]) } } })

test('links show their target, code is copied exactly, and an answer that fails to render shows its text and affects nothing else', async ({
  app,
  page,
  windowErrors,
}) => {
  await test.step('a link shows its target before it is opened, and warns if its text names another one', async () => {
    app.fake.script(
      'author',
      completeStream([
        { type: 'tokens', tokens: ['See [https://bank.example](https://evil.example/login).'] },
      ]),
    )
    const opened: Page[] = []
    page.context().on('page', (other) => opened.push(other))
    const chat = new Chat(page)
    await chat.begin('fake/author', 'A link please')
    const link = chat.answerThatIs('complete').getByRole('link')
    await expect(link).toHaveAttribute('title', 'https://evil.example/login')
    const dialog = page.getByRole('dialog', { name: 'Open this link?' })
    for (const how of [{}, { button: 'middle' as const }, { modifiers: ['ControlOrMeta' as const] }]) {
      await link.click(how)
      await expect(dialog).toContainText('https://evil.example/login')
      await expect(dialog).toContainText('The text says bank.example, but the link goes to evil.example.')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(dialog).toBeHidden()
    }
    expect(opened).toEqual([])
  })

  await test.step('copies code exactly as it was written', async () => {
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
    expect((await clipboardOf(page)).trimEnd()).toBe(code)
  })

  await test.step('a table is copied for a spreadsheet, and the last code block by its key', async () => {
    const table = '| Name | Value |\n|---|---:|\n| "a", b | -1 |\n| =1+1 | 2 |'
    app.fake.script(
      'author',
      completeStream([{ type: 'tokens', tokens: [table, '\n\n```sh\nls -l\n```\n\nEnd.'] }]),
    )
    const chat = new Chat(page)
    await chat.begin('fake/author', 'A table please')
    await chat.answerThatIs('complete').getByRole('table').hover()
    await chat.answer.getByRole('button', { name: 'Copy table' }).click()
    await page.getByRole('menuitem', { name: 'Copy as CSV' }).click()
    await expect(chat.answer.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await clipboardOf(page)).toBe('Name,Value\r\n"""a"", b",-1\r\n"\'=1+1",2\r\n')
    await page.keyboard.press('Alt+Shift+K')
    await expect.poll(() => clipboardOf(page)).toBe('ls -l')
  })

  await test.step('selected text is quoted in the composer as Markdown, below the existing text', async () => {
    const greeting = '\u0645\u0631\u062D\u0628\u0627 \u0628\u0643'
    const text = `One **bold** word\nand \`code\`.\n\n1. first\n2. second $x^2$\n3. third\n\n| Name | Size |\n| --- | --- |\n| left | 1 |\n| right | 2 |\n\n\`\`\`ts\nconst a = 1\nconst b = 2\n\`\`\`\n\n${greeting}`
    app.fake.script('author', completeStream([{ type: 'tokens', tokens: [text] }]))
    const chat = new Chat(page)
    await chat.begin('fake/author', 'Quote me')
    await expect(chat.answerThatIs('complete')).toContainText('third')
    // The formula moves what follows it, and the colours of the code replace its text.
    await expect(chat.answer.locator('.katex-html')).toHaveCount(1)
    await expect(chat.answer.locator('pre [data-code]').first()).toBeVisible()
    await page.evaluate('document.fonts.ready.then(() => null)')
    await chat.message.fill('Before')
    await dragOver(page, chat.answer.locator('li').nth(1), chat.answer.locator('pre'))
    await page.getByRole('button', { name: 'Quote', exact: true }).click()
    await expect(chat.message).toHaveValue(
      `Before\n\n> 2. second $x^2$\n> 3. third\n>\n${quotedTable(' left | 1 ', ' right | 2 ')}\n>\n> \`\`\`ts\n> const a = 1\n> \`\`\`\n\n`,
    )
    await expect(chat.message).toBeFocused()
    await page.keyboard.type('Why?')
    await expect(chat.message).toHaveValue(/> ```\n\nWhy\?$/)

    // Rows keep the header of their table, and what is around the message is no part of it.
    await chat.message.fill('')
    await dragOver(page, chat.answer.getByRole('cell', { name: 'right' }), chat.answer.locator('pre'))
    await page.keyboard.press('Alt+q')
    await expect(chat.message).toHaveValue(
      `${quotedTable(' right | 2 ')}\n>\n> \`\`\`ts\n> const a = 1\n> \`\`\`\n\n`,
    )
    await chat.message.fill('')
    await dragOver(page, chat.answer.locator('pre'), chat.message)
    await page.keyboard.press('Alt+q')
    await expect(chat.message).toHaveValue(
      `> \`\`\`ts\n> const a = 1\n> const b = 2\n> \`\`\`\n>\n> ${greeting}\n\n`,
    )

    await chat.message.fill('')
    await dragOver(page, chat.answer.locator('p').first(), chat.answer.locator('p').last(), 'rtl')
    await page.keyboard.press('Alt+q')
    await expect(chat.message).toHaveValue(
      `> One **bold** word\n> and \`code\`.\n>\n> 1. first\n> 2. second $x^2$\n> 3. third\n>\n${quotedTable(' left | 1 ', ' right | 2 ')}\n>\n> \`\`\`ts\n> const a = 1\n> const b = 2\n> \`\`\`\n>\n> ${greeting}\n\n`,
    )

    // Without a selection, the key quotes the focused message, or says what is missing.
    await chat.message.fill('')
    await page.keyboard.press('Alt+q')
    const notice = page.getByText('First select text in a message, or focus a message.')
    await expect(async () => {
      const covered = await boxOf(notice)
      expect(covered.y + covered.height).toBeLessThanOrEqual(
        (await boxOf(page.locator('[data-slot="follow-scroll"]'))).y,
      )
    }).toPass()
    await expect(page.getByRole('button', { name: 'Quote', exact: true })).toBeHidden()
    await expect(chat.message).toHaveValue('')
    await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('Alt+ArrowUp')
    await expect(chat.questions.last()).toBeFocused()
    await page.keyboard.press('Alt+q')
    await expect(chat.message).toHaveValue('> Quote me\n\n')
  })

  await test.step('words of a quote are quoted as a quote, in answers and in questions', async () => {
    const text = '> Outer words\n>\n> > Inner words\n> > - of two\n>\n> The end'
    app.fake.script('author', completeStream([{ type: 'tokens', tokens: [text] }]))
    const chat = new Chat(page)
    await chat.begin('fake/author', '> You said\n> two things\n\nWhich?')
    await expect(chat.answerThatIs('complete')).toContainText('The end')
    const quoteSelected = async (element: Locator, from: number, to: number) => {
      await chat.message.fill('')
      await element.evaluate(
        (node: object, [start, end]) => {
          const { getSelection } = globalThis as unknown as {
            getSelection: () => { setBaseAndExtent: (...ends: unknown[]) => void }
          }
          const words = (node as { firstChild: object }).firstChild
          getSelection().setBaseAndExtent(words, start, words, end)
        },
        [from, to] as const,
      )
      await page.keyboard.press('Alt+q')
    }
    await quoteSelected(chat.answer.locator('blockquote blockquote li'), 3, 6)
    await expect(chat.message).toHaveValue('> > > - two\n\n')
    await quoteSelected(chat.answer.locator('blockquote > p').first(), 0, 5)
    await expect(chat.message).toHaveValue('> > Outer\n\n')
    await quoteSelected(chat.questions.locator('[data-slot="user-words"]'), 6, 16)
    await expect(chat.message).toHaveValue('> > said\n> > two\n\n')
  })

  await test.step('Markdown that arrives in small pieces looks the same as in one piece', async () => {
    const text =
      '## A heading\n\nSome *emphasis* and `code`.\n\n- one\n- two\n  - inner\n\n1. first\n2. second\n\n> quoted\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```js\nconst x = 1\n```\n\nEnd.'
    const chat = new Chat(page)
    let inPieces = ''
    for (const tokens of [text.split(''), [text]]) {
      app.fake.script('author', completeStream([{ type: 'tokens', tokens, perSecond: 400 }]))
      await chat.begin('fake/author', 'The same twice')
      const answer = chat.answerThatIs('complete')
      for (const tag of ['h3', 'em', 'li li', 'ol li', 'blockquote', 'td', 'pre [data-code="keyword"]']) {
        await expect(answer.locator(tag).first()).toBeVisible()
      }
      const markdown = answer.locator('[data-slot="markdown"]').first()
      if (inPieces === '') inPieces = await markdown.innerHTML()
      else await expect.poll(() => markdown.innerHTML()).toBe(inPieces)
    }
  })

  await test.step('text from right to left is written and shown that way, and deep lists and stacked marks keep other text readable', async () => {
    const levels = Array.from({ length: 30 }, (_, level) => `${'  '.repeat(level)}- level ${level + 1}`)
    const text = `שלום **«שם»**של\n\nSee \\eqref{a}: $\\ce{H2O}$ a${'\u0301'.repeat(100)}b\n\n\\begin{align}x &= y \\label{a}\\end{align}\n\n${levels.join('\n')}`
    app.fake.script('author', completeStream([{ type: 'tokens', tokens: [text] }]))
    const chat = new Chat(page)
    await chat.begin('fake/author', 'سؤال (مهم)؟\nIn English.')
    const answer = chat.answerThatIs('complete')
    // The number at the margin, the reference to it, and the water.
    await expect(answer.locator('.katex-html')).toHaveCount(3)
    await expect(answer.locator('[data-math=display] .katex-html')).toContainText('(1)')
    await expect(answer.locator('p').first()).toHaveCSS('direction', 'rtl')
    await expect(answer.locator('strong')).toHaveText('«שם»')
    await chat.message.fill('مرحبا')
    const title = page.getByRole('heading', { level: 1 })
    for (const place of [chat.message, chat.questions.locator('[data-slot=user-words]'), title])
      await expect(place).toHaveCSS('direction', 'rtl')
    await expect(chat.questions.locator('[data-slot=user-words]')).toHaveCSS('unicode-bidi', 'plaintext')
    await chat.message.fill('')

    await page.setViewportSize({ width: 400, height: 800 })
    // The sidebar makes room a moment later.
    await expect(async () => {
      expect((await boxOf(answer.locator('li').last())).width).toBeGreaterThan(50)
      const line = await boxOf(answer.locator('p').nth(1))
      expect((await boxOf(answer.locator('p span', { hasText: /^a\u0301+$/ }))).height).toBeLessThanOrEqual(
        line.height,
      )
    }).toPass()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step("an answer that fails to render shows its text and says so; other answers and the app's health are unaffected", async () => {
    windowErrors.expect(/this link cannot be rendered/)
    await failForLinks(page)
    const chat = new Chat(page)
    app.fake.script('author', completeStream([{ type: 'tokens', tokens: ['A **good** answer.'] }]))
    await chat.begin('fake/author', 'The first question')
    await expect(chat.answerThatIs('complete').locator('strong')).toHaveText('good')
    app.fake.script('author', completeStream([{ type: 'tokens', tokens: [undrawable] }]))
    await chat.ask('The second question')
    const broken = chat.answerThatIs('complete')
    await expect(broken).toContainText('Parley could not format this text. It is shown unformatted.')
    await expect(broken).toContainText(undrawable)
    await expect(broken.getByRole('button', { name: 'Copy answer' })).toBeVisible()
    await expect(chat.answers.first().locator('strong')).toHaveText('good')
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect((await app.health()).status).toBe('ok')
  })

  await test.step('an answer that fails to render in one pane does not affect the other pane', async () => {
    windowErrors.expect(/this link cannot be rendered/)
    await failForLinks(page)
    app.fake.script('author', completeStream([{ type: 'tokens', tokens: [undrawable] }]))
    const compare = new Compare(page)
    await compare.begin(['fake/author', 'fake/brief'])
    await compare.message.fill('The same question')
    await compare.sendToAll.click()
    await expect(compare.pane(1).answer).toContainText(undrawable)
    await expect(compare.pane(1).answer).toContainText('Parley could not format this text.')
    await expect(compare.pane(2).answer).toHaveAttribute('data-status', 'complete')
    expect((await app.health()).status).toBe('ok')
  })
})

const undrawable = 'A [link](https://undrawable.example/) in **this**.'

/** Simulates a rendering fault: reading the address of that link throws. */
async function failForLinks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const canParse = URL.canParse.bind(URL)
    URL.canParse = (address, base) => {
      if (address.includes('undrawable')) throw new Error('this link cannot be rendered')
      return canParse(address, base)
    }
  })
}

function clipboardOf(page: Page): Promise<string> {
  return page.evaluate(() =>
    (
      globalThis as unknown as { navigator: { clipboard: { readText(): Promise<string> } } }
    ).navigator.clipboard.readText(),
  )
}

/** A quote of the table with these rows. */
function quotedTable(...rows: readonly string[]): string {
  return ['> | Name | Size |', '> | --- | --- |', ...rows.map((cells) => `> |${cells}|`)].join('\n')
}

/**
 * Selects with the mouse, from the start of the first line of one element to the end of that of another. Each end is
 * looked up when the mouse gets there, because the field below may still be changing its height.
 */
async function dragOver(
  page: Page,
  from: Locator,
  to: Locator,
  direction: 'ltr' | 'rtl' = 'ltr',
): Promise<void> {
  const { width } = await boxOf(to)
  await from.hover({ position: { x: 1, y: 10 } })
  await page.mouse.down()
  // Without the check of what is there: the button that copies code is.
  await to.hover({ position: { x: direction === 'ltr' ? width - 4 : 1, y: 18 }, force: true })
  await page.mouse.up()
}
