// Takes pictures of every view; a name on the command line takes only the scenes that have it in theirs.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { type BrowserContext, chromium, type Page } from '@playwright/test'

import { markdownTokens } from '../e2e/fake-provider/sample-text.ts'
import { completeStream } from '../e2e/fake-provider/script.ts'
import { Chat } from '../e2e/helpers/chat.ts'
import { Compare } from '../e2e/helpers/compare.ts'
import { type LiveApp, startWebApp } from '../e2e/helpers/live-app.ts'
import { openSettings } from '../e2e/helpers/settings.ts'
import { invoke } from '../e2e/helpers/window-api.ts'
import { findBrowser } from './ensure-browser.mjs'

const sizes = [
  { width: 1440, height: 900 },
  { width: 900, height: 600 },
  { width: 2560, height: 1440 },
]
const themes = ['light', 'dark'] as const
const folder = join(import.meta.dirname, '../test-results/screenshots')

/** What is on the picture, and how a window of a fresh app comes to show it. */
const scenes: Record<string, (page: Page, app: LiveApp) => Promise<void>> = {
  palette: async (page) => {
    await new Chat(page).begin('fake/brief', 'What to do with an afternoon')
    await page.getByText('Here is the answer.').waitFor()
    await page.keyboard.press('Control+Shift+P')
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
  },
  'palette-found': async (page) => {
    await new Chat(page).begin('fake/brief', 'A brief walk')
    await page.getByText('Here is the answer.').waitFor()
    await page.keyboard.press('Control+Shift+P')
    await page.keyboard.type('brief')
    await page.getByText('Search for “brief” in all chats').waitFor()
  },
  'palette-refused': async (page) => {
    await page.getByRole('button', { name: 'New compare', exact: true }).first().click()
    await page.keyboard.press('Control+Shift+P')
    await page.keyboard.type('pane')
    await page.getByRole('option', { name: /Move the pane to the left/ }).waitFor()
  },
  shortcuts: async (page) => {
    await new Chat(page).message.click()
    await page.keyboard.press('Control+/')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  },
  'chat-empty': async (page) => {
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await page.getByText('What is on your mind?').waitFor()
  },
  'chat-streaming': async (page) => {
    await new Chat(page).begin('fake/essay', 'Explain how a stream of tokens becomes a page')
    await page.getByText('Section 2').waitFor()
  },
  'chat-stopped': async (page) => {
    const chat = new Chat(page)
    await chat.begin('fake/stall', 'Say something, and I will stop you')
    await page.getByText('the a small model').waitFor()
    await chat.stop.click()
    await page.getByText('Stopped by you').waitFor()
  },
  'chat-error': async (page) => {
    await new Chat(page).begin('fake/error-401', 'Will you answer me?')
    await page.getByRole('alert').waitFor()
  },
  'chat-error-after-text': async (page) => {
    await new Chat(page).begin('fake/cut', 'Will you finish?')
    await page.getByRole('alert').waitFor()
  },
  'chat-refused': async (page) => {
    const chat = new Chat(page)
    await chat.begin('fake/stall', 'The first message')
    await page.getByText('the a small model').waitFor()
    await chat.message.fill('The second message, while the first is still answered')
    await chat.message.press('Enter')
    await page.getByRole('alert').waitFor()
  },
  'chat-markdown': async (page) => {
    await new Chat(page).begin('fake/document', 'Everything that Markdown can do')
    await page.getByText('The very end.').waitFor()
    await page.getByText('Everything that Markdown can do').last().scrollIntoViewIfNeeded()
  },
  'chat-reasoning': async (page) => {
    await new Chat(page).begin('fake/reasoning', 'Think first')
    await page.getByText('Here is the answer.').waitFor()
    await page.getByRole('button', { name: /Thought/ }).click()
  },
  'model-picker': async (page) => {
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await page.getByRole('combobox', { name: 'Model' }).click()
    await page.getByRole('option').first().waitFor()
  },
  'link-dialog': async (page) => {
    await new Chat(page).begin('fake/link', 'A link')
    await page.getByRole('link', { name: 'https://bank.example' }).click()
    await page.getByRole('dialog').waitFor()
  },
  'compare-new': async (page) => {
    await new Compare(page).begin(['fake/brief', 'fake/essay', 'fake/steady'])
  },
  'compare-four': async (page) => {
    const compare = new Compare(page)
    await compare.begin(['fake/essay', 'fake/stall', 'fake/brief', 'fake/error-500'])
    await compare.ask('The same question for all four of you')
    await compare.pane(1).answer.getByText('Section 2').waitFor()
    await compare.pane(2).stop.click()
    await compare.pane(2).status.getByText('Stopped').waitFor()
    await compare.pane(4).status.getByText('Failed').waitFor()
  },
  'compare-eight': async (page) => {
    const compare = new Compare(page)
    await compare.begin(
      Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? 'fake/essay' : 'fake/steady')),
    )
    await compare.ask('Eight at once')
    await compare.pane(7).answer.getByText('Section 2').waitFor({ state: 'attached' })
  },
  'compare-figures': async (page) => {
    const compare = new Compare(page)
    await compare.begin(['fake/brief', 'fake/document', 'fake/reasoning', 'fake/error-401'])
    await compare.ask('Which of you is faster?')
    for (const number of [1, 2, 3]) await compare.pane(number).status.getByText('Done').waitFor()
    await page.getByRole('button', { name: 'Figures' }).click()
    await page.getByRole('dialog', { name: 'Figures' }).getByText('Failed').waitFor()
  },
  'compare-maximised': async (page) => {
    const compare = new Compare(page)
    await compare.begin(['fake/essay', 'fake/steady', 'fake/brief'])
    await compare.ask('One of you is read, the others are seen')
    await compare.pane(1).answer.getByText('Section 2').waitFor({ state: 'attached' })
    await compare.pane(1).message.focus()
    await page.keyboard.press('Alt+m')
  },
  'compare-settings': async (page) => {
    await new Compare(page).begin(['fake/brief', 'fake/brief'])
    await page.getByRole('button', { name: 'Actions for pane 2' }).click()
    await page.getByRole('menuitem', { name: 'Model settings…' }).click()
    await page.getByRole('dialog').getByLabel('Temperature').fill('0.2')
  },
  'banner-runs-shut': async (page) => {
    const chat = new Chat(page)
    await chat.begin('fake/brief', 'A question from before')
    await chat.answerThatIs('complete').waitFor()
    await invoke(page, 'test.shutRuns', {})
    await chat.ask('Will this one be answered?')
    await page.getByRole('region', { name: 'Problem' }).getByRole('button', { name: 'Details' }).click()
  },
  'banner-disk-full': async (page) => {
    await new Chat(page).begin('fake/brief', 'A question from before')
    await new Chat(page).answerThatIs('complete').waitFor()
    await invoke(page, 'test.storeFault', { kind: 'full' })
    await new Chat(page).ask('Can this be kept?')
    await page.getByRole('region', { name: 'Problem' }).waitFor()
  },
  'view-broken': async (page) => {
    await new Chat(page).begin('fake/brief', 'A question from before')
    await invoke(page, 'test.throwInRender', {})
    await page.getByRole('region', { name: 'Problem' }).waitFor()
  },
  settings: async (page, app) => {
    await invoke(page, 'providers.save', {
      id: 'hosted',
      kind: 'openai-compatible',
      name: 'A hosted provider',
      baseUrl: app.fake.baseUrl,
      apiKey: 'sk-screenshot-4242',
    })
    const settings = await openSettings(page, 'Providers')
    await settings.getByRole('button', { name: 'Test A hosted provider' }).click()
    await settings.getByText(/^Works/).waitFor()
    await settings.getByRole('button', { name: 'Edit A hosted provider' }).click()
  },
  'settings-models': async (page) => {
    const settings = await openSettings(page, 'Models')
    await settings
      .getByRole('button', { name: /^Favourite / })
      .first()
      .click()
  },
  'settings-general': async (page) => {
    await openSettings(page, 'General')
  },
  'settings-data': async (page) => {
    await openSettings(page, 'Data')
  },
}

const document = `# Everything

Some *emphasis*, **strong words**, ~~mistakes~~, \`inline code\` and [a link](https://example.com/path).

## Lists

- one
- two, which is long enough to reach the end of the column so that it has to be broken into more than one line
  - inner
- [ ] open
- [x] done

1. first
2. second

> A quotation with **weight**.

| name | value | what it means to those who read tables |
| --- | ---: | --- |
| alpha | 1 | the first |
| beta | 20 | the second |

\`\`\`ts
export function answer(question: string): Promise<string> {
  // A line that is so long that it does not fit into the column and has to be scrolled sideways to be read
  return ask(question)
}
\`\`\`

### Something smaller

![a chart](https://example.com/chart.png)

<b>raw html</b> and a rule:

---

The very end.`

const wanted = process.argv[2] ?? ''
const browser = findBrowser()
if (browser === null) throw new Error('There is no browser to take pictures with.')
mkdirSync(folder, { recursive: true })
const chromiumBrowser = await chromium.launch({
  executablePath: browser.path,
  args: process.getuid?.() === 0 ? ['--no-sandbox', '--test-type'] : [],
})
try {
  const app = await startWebApp(Promise.resolve(chromiumBrowser), {
    models: {
      essay: completeStream([{ type: 'tokens', tokens: markdownTokens(3_000), perSecond: 150 }]),
      document: completeStream([{ type: 'tokens', tokens: [document] }]),
      link: completeStream([
        { type: 'tokens', tokens: ['See [https://bank.example](https://evil.example/).'] },
      ]),
    },
  })
  try {
    for (const theme of themes) for (const size of sizes) await takeAll(app, theme, size)
  } finally {
    await app.close()
  }
} finally {
  await chromiumBrowser.close()
}

async function takeAll(
  app: LiveApp,
  theme: (typeof themes)[number],
  size: { width: number; height: number },
): Promise<void> {
  for (const [name, show] of Object.entries(scenes)) {
    if (!name.includes(wanted)) continue
    const context = await openContext(app, theme, size)
    try {
      const page = await context.newPage()
      await page.goto(app.host?.pageUrl ?? '')
      await show(page, app)
      await page.screenshot({ path: join(folder, `${name}-${theme}-${size.width}x${size.height}.png`) })
      const { runs } = await invoke(page, 'runs.list', {})
      await Promise.all(runs.map(({ sessionId }) => invoke(page, 'runs.stop', { sessionId })))
      await mend(page)
    } catch (error) {
      process.exitCode = 1
      console.error(`${name} (${theme}, ${size.width}x${size.height}): ${String(error)}`)
    } finally {
      await context.close()
    }
  }
}

/** A scene that broke the app leaves a whole one to the next. */
async function mend(page: Page): Promise<void> {
  await invoke(page, 'test.storeFault', { kind: null })
  if ((await invoke(page, 'health.get', {})).status === 'ok') return
  const reloaded = page.waitForEvent('load')
  await invoke(page, 'app.restart', {})
  await reloaded
}

async function openContext(
  app: LiveApp,
  colorScheme: (typeof themes)[number],
  viewport: { width: number; height: number },
): Promise<BrowserContext> {
  const cookie = await app.host?.cookie()
  const context = await chromiumBrowser.newContext({ colorScheme, viewport })
  context.setDefaultTimeout(7_000)
  if (cookie !== undefined) await context.addCookies([{ ...cookie, domain: '127.0.0.1' }])
  return context
}
