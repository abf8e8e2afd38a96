import { readFile } from 'node:fs/promises'

import type { Locator, Page } from '@playwright/test'

import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { inspectState } from '../helpers/pages/accessibility.ts'
import { agreeOutside, separateProcesses } from '../helpers/pages/approvals.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { clickInFrame } from '../helpers/pages/click-in-frame.ts'
import { requestOf } from '../helpers/pages/request-of.ts'

// Without programs, nothing can be opened outside.
test.use({ appOptions: { models: { author: completeStream([]) }, env: { PATH: '' } }, ...separateProcesses })

const clock = `<!doctype html>
<title>Clock</title>
<h1>It is noon</h1>
<button onclick="this.textContent = 'Pressed'">Press</button>`

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\`\n`
}

function answerWith(text: string) {
  return completeStream([{ type: 'tokens', tokens: [text] }])
}

class PagePanel {
  readonly panel: Locator
  /** What the page shows. */
  readonly content: ReturnType<Locator['contentFrame']>
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
    this.panel = page.getByRole('region', { name: 'Page', exact: true })
    this.content = this.panel.locator('iframe').contentFrame()
  }

  button(name: string): Locator {
    return this.panel.getByRole('button', { name, exact: true })
  }

  async choose(name: string): Promise<void> {
    await this.panel.getByRole('radiogroup').getByText(name, { exact: true }).click()
  }

  /** Presses a button of the page. */
  press(name: string): Promise<void> {
    return clickInFrame(this.content.getByRole('button', { name, exact: true }))
  }

  async openFromCode(chat: Chat): Promise<Locator> {
    const button = chat.answer.getByRole('button', { name: 'Show page', exact: true }).last()
    await button.click()
    await expect(this.panel).toBeFocused()
    return button
  }

  async saved(): Promise<{ name: string; text: string }> {
    const saving = this.#page.waitForEvent('download')
    await this.button('Save').click()
    const download = await saving
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
  }
}

test('a page opens beside the chat, is copied and saved, and Escape returns to where it was opened', async ({
  app,
  page,
}) => {
  app.fake.script('author', answerWith(`Here:\n\n${fenced('html', clock)}`))
  const chat = new Chat(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await chat.begin('fake/author', 'A clock please')
  await expect(chat.answerThatIs('complete')).toBeVisible()
  const pages = new PagePanel(page)

  await test.step('from its code', async () => {
    const opener = await pages.openFromCode(chat)
    await expect(pages.content.getByRole('heading', { name: 'It is noon' })).toBeVisible()
    await pages.press('Press')
    await expect(pages.content.getByRole('button', { name: 'Pressed' })).toBeVisible()
    expect((await inspectState(page, 'page')).violations).toEqual([])
    await pages.button('Run again').click()
    await expect(pages.content.getByRole('button', { name: 'Press', exact: true })).toBeVisible()
    await pages.choose('Source')
    await pages.button('Copy code').click()
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(clock)
    await pages.choose('Page')
    expect(await pages.saved()).toEqual({ name: 'page.html', text: clock })
    await pages.button('Open in browser').click()
    expect((await agreeOutside(app, page)).text).toBe('Open this page in your browser?')
    if (app.dialogs === null) await expect(page.getByText('The page could not be opened')).toBeVisible()
    else expect(await app.dialogs.openedLink()).toMatch(/page\.html$/)
    // Escape first leaves the page, then closes it.
    await pages.press('Press')
    await page.keyboard.press('Escape')
    await expect(pages.button('Use page')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(pages.panel).toBeHidden()
    await expect(opener).toBeFocused()
  })

  await test.step('from the menu of the answer, and by its key', async () => {
    await chat.answer.hover()
    await chat.answer.getByRole('button', { name: 'Actions for this answer' }).click()
    await page.getByRole('menuitem', { name: 'Show page' }).click()
    await expect(pages.content.getByRole('heading', { name: 'It is noon' })).toBeVisible()
    await page.keyboard.press('Alt+g')
    await expect(pages.panel).toBeHidden()
    await page.keyboard.press('Alt+g')
    await expect(pages.panel).toBeFocused()
    await pages.button('Close page').click()
  })

  await test.step('over the chat in a narrow window, in the size of a phone', async () => {
    await page.setViewportSize({ width: 700, height: 800 })
    await page.keyboard.press('Alt+g')
    const [over, around] = await Promise.all([
      pages.panel.boundingBox(),
      page.locator('[data-slot="window-main"]').boundingBox(),
    ])
    expect(over?.width).toBe(around?.width)
    await pages.choose('Phone')
    await expect
      .poll(async () => pages.content.locator('html').evaluate((element) => element.clientWidth))
      .toBe(390)
    await expect(chat.message).toBeHidden()
    await page.keyboard.press('Alt+g')
    await expect(chat.message).toBeVisible()
  })
})

test('every kind of page is shown, and the blocks of one answer become one page', async ({ app, page }) => {
  const chat = new Chat(page)
  const pages = new PagePanel(page)
  const shown = async (text: string) => {
    app.fake.script('author', answerWith(text))
    await chat.begin('fake/author', 'A page please')
    await expect(chat.answerThatIs('complete')).toBeVisible()
    await page.keyboard.press('Alt+g')
    return pages.content
  }
  const joined = await shown(
    fenced('html', '<link rel="stylesheet" href="a.css"><p id="a">before</p><script src="a.js"></script>') +
      fenced('css', 'p { color: rgb(1, 2, 3) }') +
      fenced('js', 'document.querySelector("#a").textContent = "after"'),
  )
  await expect(joined.getByText('after')).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect(pages.panel.getByText('Request blocked')).toBeHidden()

  const drawing = await shown('<svg viewBox="0 0 10 10"><title>A dot</title><circle r="5"/></svg>')
  await expect(drawing.locator('circle')).toBeVisible()

  const component = await shown(
    fenced(
      'tsx',
      'import { useState } from "react"\nexport default function Counter() {\n  const [n, set] = useState<number>(0)\n  return <button onClick={() => set(n + 1)}>Count {n}</button>\n}',
    ),
  )
  await pages.press('Count 0')
  await expect(component.getByRole('button', { name: 'Count 1' })).toBeVisible()

  const fromCdn = await shown(
    fenced(
      'html',
      `<div id="root"></div>
<script crossorigin src="https://unpkg.com/react@18/umd/react.development.js"></script>
<script crossorigin src="https://unpkg.com/react-dom@18/umd/react-dom.development.js"></script>
<script src="https://unpkg.com/@babel/standalone/babel.min.js"></script>
<script type="text/babel">
const { useState } = React
function App() {
  const [n, set] = useState(0)
  return <button onClick={() => { set(n + 1); console.error(new Error('pressed').stack.includes(':9:')) }}>Presses {n}</button>
}
ReactDOM.render(<App />, document.getElementById('root'))
</script>
<main id="other"></main>
<script type="module">
import { createElement } from 'https://esm.sh/react@18'
import { createRoot } from 'https://esm.sh/react-dom@18/client'
createRoot(document.getElementById('other')).render(createElement('p', null, 'Imported'))
</script>`,
    ),
  )
  await pages.press('Presses 0')
  await expect(fromCdn.getByRole('button', { name: 'Presses 1' })).toBeVisible()
  await expect(fromCdn.getByText('Imported')).toBeVisible()
  // The lines of its errors are those of its source.
  await expect(pages.panel.getByRole('listitem')).toHaveText(['Error: true'])

  // Tables and text come after what is a page, one step away.
  const table = await shown(
    fenced('json', '[{"town":"Ulm","people":2}]') + fenced('csv', 'town,people\nOulu,3'),
  )
  await expect(table.getByRole('cell', { name: 'Oulu' })).toBeVisible()
  await pages.button('Previous page of this answer').click()
  await expect(table.getByRole('columnheader', { name: 'people' })).toBeVisible()
  await expect(table.getByRole('cell', { name: 'Ulm' })).toBeVisible()

  const text = await shown(fenced('markdown', '# Title\n\n<b>not bold</b>'))
  await expect(text.getByRole('heading', { name: 'Title' })).toBeVisible()
  await expect(text.getByText('<b>not bold</b>')).toBeVisible()
})

test('a page in a thought is shown without versions', async ({ app, page }) => {
  app.fake.script(
    'author',
    completeStream([
      {
        type: 'tokens',
        tokens: [`A draft:\n\n${fenced('html', '<p>draft</p>')}`],
        field: 'reasoning_content',
      },
      { type: 'tokens', tokens: [fenced('html', '<p>final</p>')] },
    ]),
  )
  const chat = new Chat(page)
  const pages = new PagePanel(page)
  await chat.begin('fake/author', 'Think first')
  await expect(chat.answerThatIs('complete')).toBeVisible()
  await chat.answer.getByRole('button', { name: /^Thought/ }).click()
  await chat.answer.getByRole('button', { name: 'Show page', exact: true }).first().click()
  await expect(pages.content.getByText('draft')).toBeVisible()
  await pages.openFromCode(chat)
  await expect(pages.content.getByText('final')).toBeVisible()
})

test('while the answer is written, the last complete page stays and is not started again', async ({
  app,
  page,
}) => {
  const first = fenced('html', '<p id="a">first</p><div style="height: 3000px"></div>')
  app.fake.script(
    'author',
    completeStream([
      { type: 'tokens', tokens: [first, '\n\n```html\n<p>sec'] },
      { type: 'hold' },
      { type: 'tokens', tokens: ['ond</p>\n```\n\nThat is all.'] },
    ]),
  )
  const chat = new Chat(page)
  const pages = new PagePanel(page)
  await chat.begin('fake/author', 'Two pages please')
  await expect(chat.answerThatIs('streaming')).toContainText('<p>sec')
  await pages.openFromCode(chat)
  const text = pages.content.locator('#a')
  await expect(text).toHaveText('first')
  await text.evaluate((element) => {
    element.textContent = 'changed'
    element.ownerDocument.documentElement.scrollTop = 500
  })
  const request = await requestOf(app.fake, 'author', 'Two pages please')
  request.goOn()
  await expect(chat.answerThatIs('complete')).toContainText('That is all.')
  await expect(pages.panel.getByText('1 of 2')).toBeVisible()
  await expect(text).toHaveText('changed')
  expect(await text.evaluate((element) => element.ownerDocument.documentElement.scrollTop)).toBe(500)
  await pages.button('Next page of this answer').click()
  await expect(pages.content.getByText('second')).toBeVisible()
})

test('each version has its page, and two versions are compared', async ({ app, page }) => {
  app.fake.script('author', answerWith(fenced('html', '<p>It is red</p>')))
  const chat = new Chat(page)
  const pages = new PagePanel(page)
  await chat.begin('fake/author', 'A colour please')
  await expect(chat.answerThatIs('complete')).toBeVisible()
  await pages.openFromCode(chat)
  await expect(pages.content.getByText('It is red')).toBeVisible()

  app.fake.script('author', answerWith(fenced('html', '<p>It is blue</p>')))
  await chat.answer.getByRole('button', { name: 'Regenerate', exact: true }).click()
  await expect(pages.content.getByText('It is blue')).toBeVisible()
  await expect(pages.panel.getByText('Version 2')).toBeVisible()

  await pages.button('Close page').press('k')
  await expect(pages.content.getByText('It is red')).toBeVisible()
  await expect(chat.answer).toContainText('blue')
  await page.keyboard.press('j')
  await expect(pages.content.getByText('It is blue')).toBeVisible()

  await pages.choose('Compare')
  const side = (name: string) => pages.panel.getByRole('region', { name, exact: true })
  await expect(side('Version 1').locator('iframe').contentFrame().getByText('red')).toBeVisible()
  await expect(side('Version 2').locator('iframe').contentFrame().getByText('blue')).toBeVisible()
  expect((await inspectState(page, 'difference')).violations).toEqual([])
  await pages.choose('Slider')
  const slider = pages.panel.getByRole('slider')
  await expect(slider).toHaveAttribute('aria-valuetext', '50% Version 1')
  await slider.press('End')
  await expect(slider).toHaveAttribute('aria-valuetext', '100% Version 1')
  expect((await inspectState(page, 'slider')).violations).toEqual([])
})

test('problems are named with their lines, and the model is asked to fix them', async ({
  app,
  page,
  windowErrors,
}) => {
  // The browser also reports what happens in the frame.
  windowErrors.expect(/missing is not defined|late|unheard/)
  windowErrors.expect(/Content Security Policy/)
  const broken = `${clock}\n<script>\nmissing()\n</script>\n<script>console.log("hello")</script><img src="https://pictures.example/a.png" alt=""><link rel="preconnect" href="https://hint.example"><script src="own/a.js"></script><script>
for (let index = 0; index < 200; index += 1) console.log('again')
setInterval(() => { throw new Error('late') }, 10)
Promise.reject(new TypeError('unheard'))
</script>`
  app.fake.script('author', answerWith(fenced('html', broken)))
  const chat = new Chat(page)
  const pages = new PagePanel(page)
  await chat.begin('fake/author', 'A clock please')
  await expect(chat.answerThatIs('complete')).toBeVisible()
  await chat.message.fill('Hello.')
  await pages.openFromCode(chat)
  const problems = pages.panel.getByRole('listitem')
  await expect(problems.filter({ hasText: 'missing is not defined' })).toBeVisible()
  await expect(problems.filter({ hasText: 'hello' })).toBeVisible()
  await expect(problems.filter({ hasText: 'Request blocked: https://pictures.example' })).toBeVisible()
  await expect(problems.filter({ hasText: /^Request blocked: own\/a\.js$/ })).toBeVisible()
  await expect(problems.filter({ hasText: 'hint' })).toHaveCount(0)
  // However much a page logs, its errors are shown, each once.
  await expect(problems.filter({ hasText: 'late' })).toHaveText(/Line 10$/)
  await expect(problems.filter({ hasText: 'unheard' })).toHaveText(/^TypeError: unheard ?Line 11$/)
  expect((await inspectState(page, 'problems')).violations).toEqual([])

  await problems.filter({ hasText: 'missing' }).getByRole('button', { name: 'Line 6' }).click()
  await expect.poll(() => page.evaluate('String(document.getSelection())')).toBe('missing()')
  await expect(pages.panel.getByRole('group', { name: /^Code/ })).toBeFocused()

  await pages.button('Ask to fix').click()
  await expect(chat.message).toBeFocused()
  await expect(chat.message).toHaveValue(/^Hello\.\n\nThe page has the problems below\./)
  await expect(chat.message).toHaveValue(/send the complete code\. Pages run without a network/)
  await expect(chat.message).toHaveValue(/missing is not defined \(line 6\)/)
  await expect(chat.message).toHaveValue(/```html\n<!doctype html>/)
})

test('forms, storage, history and reloading work in a page, and a file that is not saved is named', async ({
  app,
  page,
  windowErrors,
}) => {
  // What it loads when it reloads is refused.
  windowErrors.expect(/frame-src/)
  const form = `<form novalidate><input required><button>Send</button><output></output></form>
<button onclick="const a = document.createElement('a'); a.download = 'data.csv'; a.href = 'data:,a'; a.click()">Save it</button>
<a href="https://example.org/there">Go there</a>
<dialog open><form method="dialog"><button>Close</button></form></dialog>
<a href="javascript:tell('A link with code')">Link</a><a href="/about" onclick="tell('A step'); event.preventDefault()">About</a>
<button onclick="location.reload()">Again</button>
<script>
const tell = (text) => { document.querySelector('output').textContent = text }
document.querySelector('form').onsubmit = (event) => { event.preventDefault(); tell('Checked by the page') }
localStorage.setItem('a', 1)
document.cookie = 'b=2; path=/'
onpopstate = ({ state }) => tell([localStorage.a, document.cookie, state, confirm('Sure?')].join())
for (const state of [3, 4]) history.pushState(state, '', '/' + state)
history.back()
</script>`
  app.fake.script('author', answerWith(fenced('html', form)))
  const chat = new Chat(page)
  const pages = new PagePanel(page)
  await chat.begin('fake/author', 'A form please')
  await expect(chat.answerThatIs('complete')).toBeVisible()
  await pages.openFromCode(chat)
  await expect(pages.content.getByText('1,b=2,3,true')).toBeVisible()
  await pages.press('Close')
  await expect(pages.content.locator('dialog')).toBeHidden()
  await pages.press('Save it')
  await expect(pages.panel.getByText('Request blocked: data.csv')).toBeVisible()
  await clickInFrame(pages.content.getByRole('link', { name: 'Go there' }))
  await expect(pages.panel.getByText('Link to https://example.org/there')).toBeVisible()
  await pages.press('Send')
  await expect(pages.content.getByText('Checked by the page')).toBeVisible()
  for (const [name, said] of [
    ['Link', 'A link with code'],
    ['About', 'A step'],
  ] as const) {
    await clickInFrame(pages.content.getByRole('link', { name }))
    await expect(pages.content.getByText(said)).toBeVisible()
  }
  await expect(pages.panel.getByText('Request blocked: /about')).toHaveCount(0)
  await pages.press('Again')
  await expect(pages.content.getByText('1,b=2,3,true')).toBeVisible()
})

test('a component is shown without its packages, and what is missing or blocked is named once', async ({
  app,
  page,
  windowErrors,
}) => {
  windowErrors.expect(/is not a function|Minified React error/)
  const component = `import { motion } from 'framer-motion'
import styled from 'styled-components'
import { Tabs } from 'tabs'
import clsx from 'clsx'
import { useForm } from 'forms'
const Box = styled.section\`color: red\`
export default function App() {
  const { register, formState: { errors } } = useForm()
  return <Box><input {...register('name')} />{errors.name && 'wrong'}<Tabs.List><motion.p id="a" className={clsx('b', false, 'c')} animate={{ opacity: 1 }}>It is here</motion.p></Tabs.List><Broken /></Box>
}
function Broken() {
  const [isBroken, set] = React.useState(false)
  return <button onClick={() => set(true)}>{isBroken ? {} : 'Break'}</button>
}`
  app.fake.script('author', answerWith(fenced('tsx', component)))
  const chat = new Chat(page)
  const pages = new PagePanel(page)
  await chat.begin('fake/author', 'A component please')
  await expect(chat.answerThatIs('complete')).toBeVisible()
  await pages.openFromCode(chat)
  await expect(pages.content.locator('section > p#a.b.c')).toHaveText('It is here')
  const problems = pages.panel.getByRole('listitem')
  await expect(problems).toHaveCount(5)
  await expect(pages.panel.getByText('Pages run without a network')).toBeVisible()
  await pages.press('Break')
  // A line of React is none of the component.
  await expect(
    problems.filter({ hasText: /^Error: An object cannot be shown as content \(object with keys/ }),
  ).toBeVisible()
  await expect(problems.getByRole('button')).toHaveCount(0)
})

test('a page that is stopped says why, and can be run again', async ({ app, page }) => {
  app.fake.script('author', answerWith(fenced('html', '<h1>Gone</h1><script>location.reload()</script>')))
  const chat = new Chat(page)
  const pages = new PagePanel(page)
  await chat.begin('fake/author', 'A page please')
  await expect(chat.answerThatIs('complete')).toBeVisible()
  await pages.openFromCode(chat)
  const stopped = pages.panel.getByRole('status').filter({ hasText: 'Stopped' })
  await expect(stopped).toContainText('the page tried to open another document')
  await expect(pages.panel.locator('iframe')).toHaveCount(0)
  const started = page.waitForEvent('frameattached')
  await stopped.getByRole('button', { name: 'Run again' }).click()
  await started
  await expect(stopped).toBeVisible()
  await page.setViewportSize({ width: 700, height: 800 })
  await pages.button('Ask to fix').click()
  await expect(pages.panel).toBeHidden()
  await expect(chat.message).toBeFocused()
  await expect(chat.message).toHaveValue(/- Stopped: the page tried to open another document/)
})
