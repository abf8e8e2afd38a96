import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

import { markdownTokens, proseTokens } from '../fake-provider/sample-text.ts'
import { completeStream } from '../fake-provider/script.ts'
import { expect } from '../fixtures.ts'
import { agentTest, openAgentChat } from '../helpers/agent-test.ts'
import { Chat } from '../helpers/chat.ts'
import { Compare } from '../helpers/compare.ts'
import { openSettings } from '../helpers/settings.ts'
import { formatTable } from '../helpers/table.ts'
import { invoke } from '../helpers/window-api.ts'
import type { AppSettings } from '../../src/shared/settings.ts'

const test = agentTest({ without: ['gemini'] })

const themes = ['light', 'dark'] as const
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What a rule takes for a fault and is none, told by a piece of the element. */
const listWhy =
  'the field that it belongs to keeps the keyboard; its arrows move through the list and scroll it'
const excused: readonly { rule: string; at: string; why: string }[] = [
  { rule: 'scrollable-region-focusable', at: 'class="command-list"', why: listWhy },
  { rule: 'scrollable-region-focusable', at: 'class="model-list-scroll"', why: listWhy },
  {
    rule: 'region',
    at: 'popup',
    why: 'a popup lies above the page, in no part of it, and belongs to its button',
  },
]
const impacts = ['critical', 'serious', 'moderate', 'minor'] as const

const everything = `# A heading

Words with **weight**, \`inline code\` and [a link](https://example.com/path).[^1]

## A second one

- one
- [x] done

> A quotation.

| name | value | what it means to those who read tables |
| --- | ---: | --- |
| alpha | 1 | the first |
| beta | 20 | the second |

Inline $e^{i\\pi} = -1$, and apart from the text:

$$\\int_0^1 x^2 \\, dx = \\tfrac{1}{3}$$

\`\`\`ts
export function answer(question: string): Promise<string> {
  // A line that is so long that it does not fit into the column and has to be scrolled sideways to be read by anyone
  return ask(question, { twice: true, name: 'parley', count: 42 })
}
\`\`\`

![a chart](https://example.com/chart.png)

[^1]: What stands below.`

test.use({
  appOptions: {
    models: {
      // An answer has the headings that its model wrote, and they are put under those of the page: these are in order.
      essay: completeStream([
        { type: 'tokens', tokens: ['# An essay', ...markdownTokens(3_000)], perSecond: 60 },
      ]),
      brisk: completeStream([{ type: 'tokens', tokens: proseTokens(60), perSecond: 60 }]),
      prose: completeStream([{ type: 'tokens', tokens: proseTokens(120) }]),
    },
  },
})

/** What is looked at: a window in a theme, and a word for each state that it is brought into. */
interface Visit {
  page: Page
  theme: string
  look: (state: string) => Promise<void>
}

const rows: string[][] = []
test.afterAll(() => {
  console.log(formatTable(['view', 'theme', ...impacts, 'excused', 'undecided'], rows))
})

/** Tells every rule that what `page` shows now breaks, as "impact rule: where". */
async function brokenRules(page: Page, view: string, theme: string): Promise<string[]> {
  // There are no frames to look into, and no page but this one is opened for it.
  const found = await new AxeBuilder({ page }).withTags(standards).setLegacyMode(true).analyze()
  const isPopupOpen = await page.locator('.popup').isVisible()
  const isExcused = (rule: string, html: string) =>
    excused.some((one) => one.rule === rule && (one.at === 'popup' ? isPopupOpen : html.includes(one.at)))
  const violations = found.violations.filter(
    ({ id, nodes }) => !nodes.every(({ html }) => isExcused(id, html)),
  )
  const count = (impact: string) => violations.filter((violation) => violation.impact === impact).length
  const excusedCount = found.violations.length - violations.length
  rows.push([view, theme, ...[...impacts.map(count), excusedCount, found.incomplete.length].map(String)])
  return violations.map(({ id, impact, nodes }) => {
    const places = nodes.map(({ html, any }) => [html.slice(0, 160), ...any.map(({ message }) => message)])
    return `${impact} ${id}: ${places.map((words) => words.join(', ')).join(' | ')}`
  })
}

const scenes: Record<string, (visit: Visit) => Promise<void>> = {
  'an empty chat': async ({ page, look }) => {
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await page.getByText('What is on your mind?').waitFor()
    await look('empty')
    await page.getByRole('combobox', { name: 'Model' }).click()
    await page.locator('[role=option]').first().waitFor()
    await look('model picker')
    await page.keyboard.press('Escape')
  },
  'writing a message': async ({ page, look }) => {
    const chat = new Chat(page)
    await chat.begin('fake/prose', 'Write to me')
    await chat.answerThatIs('complete').waitFor()
    await chat.message.focus()
    await page.keyboard.type('/')
    await page.getByRole('listbox', { name: 'Commands' }).waitFor()
    await look('commands')
    await chat.message.fill('')
    await page.keyboard.type('@')
    await page.getByRole('option').first().waitFor()
    await look('models to ask')
    await chat.message.fill('')
    await page.getByRole('button', { name: 'Model settings' }).click()
    await page.getByLabel('Temperature').waitFor()
    await look('model settings')
  },
  'a chat with everything': async ({ page, theme, look }) => {
    await openEverything(page, `Everything in ${theme}`)
    await look('answer, tools, form')
    await page.getByRole('button', { name: /Thought/ }).click()
    await page.getByRole('button', { name: /get_weather/ }).click()
    await look('reasoning and tool open')
    await page.getByRole('button', { name: 'Actions for this answer' }).click()
    await page.getByRole('menu').waitFor()
    await look('menu of a message')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+f')
    await page.keyboard.type('alpha')
    await page
      .getByRole('search', { name: 'Find in this chat' })
      .getByRole('status')
      .getByText(/of/)
      .waitFor()
    await look('find bar')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Outline' }).click()
    await page.getByRole('navigation', { name: 'Outline' }).waitFor()
    await look('outline')
    await page.getByRole('button', { name: 'Close outline' }).click()
    await page.getByRole('link', { name: 'a link' }).click()
    await page.getByRole('dialog').waitFor()
    await look('where a link leads')
  },
  'a chat under way': async ({ page, look }) => {
    const chat = new Chat(page)
    await chat.begin('fake/essay', 'Explain how a stream of tokens becomes a page')
    await page.getByText('Section 2').waitFor()
    await chat.message.fill('And then?')
    await look('streaming')
    await chat.message.press('Enter')
    await look('queued or refused')
    await chat.stop.click()
    await page.getByText('Stopped by you').waitFor()
    await look('stopped, with its receipt')
  },
  'a chat that failed': async ({ page, look }) => {
    await new Chat(page).begin('fake/error-401', 'Will you answer me?')
    await page.getByRole('alert').waitFor()
    await look('error card')
    await new Chat(page).begin('fake/cut', 'Will you finish?')
    await page.getByRole('alert').waitFor()
    await look('error after text')
  },
  'the list of chats': async ({ page, theme, look }) => {
    const titles = ['One', 'Two', 'Three'].map((name) => `${name} in ${theme}`)
    for (const title of titles) await invoke(page, 'sessions.create', { title })
    await invoke(page, 'compare.create', { models: ['demo/brief', 'demo/writer'], title: `Pair in ${theme}` })
    const list = page.getByRole('navigation', { name: 'Sessions' })
    await page.getByRole('button', { name: `Actions for One in ${theme}` }).click()
    await page.getByRole('menu').waitFor()
    await look('menu of a chat')
    await page.getByRole('menuitem', { name: 'Export' }).click()
    await page.getByRole('dialog', { name: 'Export this chat' }).waitFor()
    await look('export dialog')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `Actions for One in ${theme}` }).focus()
    await list.getByRole('link', { name: `Three in ${theme}` }).focus()
    await page.keyboard.press('F2')
    await look('renaming')
    await page.keyboard.press('Escape')
    await list.getByRole('link', { name: `Three in ${theme}` }).click({ modifiers: ['ControlOrMeta'] })
    await list.getByRole('link', { name: `Two in ${theme}` }).click({ modifiers: ['ControlOrMeta'] })
    await page.getByText('2 selected').waitFor()
    await look('selection')
    await page.getByRole('group', { name: 'Selected chats' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted 2 chats').waitFor()
    await look('an offer to undo')
    await page.getByRole('button', { name: 'Bin', exact: true }).click()
    await list
      .getByRole('button', { name: `Two in ${theme}` })
      .first()
      .waitFor()
    await look('bin')
    await page.getByRole('button', { name: 'Empty bin' }).click()
    await page.getByRole('dialog').waitFor()
    await look('erase dialog')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Archived', exact: true }).click()
    await page.getByRole('button', { name: 'Back to chats' }).waitFor()
    await look('archived, empty')
    await page.getByRole('button', { name: 'Back to chats' }).click()
    await page.getByRole('searchbox', { name: 'Search' }).fill('One')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await look('search results')
    await page.getByRole('searchbox', { name: 'Search' }).fill('nowhere to be found')
    await page.getByText('Nothing was found.', { exact: true }).last().waitFor()
    await look('nothing found')
  },
  settings: async ({ page, look }) => {
    await invoke(page, 'providers.save', {
      id: 'hosted',
      kind: 'openai-compatible',
      name: 'A hosted provider',
      baseUrl: 'http://127.0.0.1:9/v1',
      apiKey: 'sk-accessible-4242',
    })
    const settings = await openSettings(page, 'Providers')
    await look('providers')
    await settings.getByRole('button', { name: 'Edit A hosted provider' }).click()
    await look('a provider being changed')
    for (const part of ['Models', 'General', 'Appearance', 'Data', 'Shortcuts']) {
      await settings.getByRole('navigation').getByRole('button', { name: part }).click()
      await settings.getByRole('heading', { level: 3 }).first().waitFor()
      await look(part.toLowerCase())
    }
    await settings.getByRole('navigation').getByRole('button', { name: 'Data' }).click()
    await settings.getByRole('button', { name: 'Take one now' }).click()
    await settings
      .getByRole('button', { name: /^Restore the snapshot/ })
      .first()
      .click()
    await page.getByRole('dialog', { name: 'Restore this snapshot?' }).waitFor()
    await look('restore dialog')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await invoke(page, 'providers.remove', { id: 'hosted' })
  },
  'actions and prompts': async ({ page, look }) => {
    await page.keyboard.press('Control+Shift+p')
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
    await look('palette')
    await page.keyboard.type('theme')
    await look('palette, searched')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+/')
    await page.getByRole('dialog').waitFor()
    await look('shortcuts')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Alt+p')
    const prompts = page.getByRole('dialog', { name: 'Prompts' })
    await prompts.waitFor()
    await look('prompts')
    await prompts
      .getByRole('button', { name: /Write the first|New prompt/ })
      .first()
      .click()
    await prompts.getByRole('textbox', { name: 'Text' }).fill('Tell me of {{a bird}}')
    await look('a prompt being written')
  },
  'comparing two': async ({ page, look }) => {
    const compare = new Compare(page)
    await compare.begin(['fake/prose', 'fake/error-401'])
    await look('new')
    await compare.ask('Both of you')
    await compare.pane(1).status.getByText('Done').waitFor()
    await compare.pane(2).status.getByText('Failed').waitFor()
    await look('done and failed')
    await page.getByRole('button', { name: 'Actions for pane 1' }).click()
    await page.getByRole('menu').waitFor()
    await look('menu of a pane')
    await page.getByRole('menuitem', { name: 'Model settings…' }).click()
    await page.getByRole('dialog').waitFor()
    await look('settings of a pane')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Figures' }).click()
    await page.getByRole('dialog', { name: 'Figures' }).waitFor()
    await look('figures')
    await page.keyboard.press('Escape')
    await compare.pane(1).message.focus()
    await page.keyboard.press('Alt+m')
    await page.getByRole('button', { name: 'Show pane 2' }).waitFor()
    await look('one maximised')
  },
  'comparing four': (visit) => compareMany(visit, 4),
  'comparing eight': (visit) => compareMany(visit, 8),
  'comparing eight in a small window': async (visit) => {
    await visit.page.setViewportSize({ width: 900, height: 600 })
    await compareMany(visit, 8)
  },
}

/** Scenes that are seen in strong colours and large letters too. */
const strongScenes = ['a chat with everything', 'settings', 'comparing four']

for (const theme of themes) {
  for (const [name, show] of Object.entries(scenes)) {
    test(`nobody is kept out of ${name}, ${theme}`, async ({ page }) => {
      await wear(page, { theme })
      await show(visitOf(page, name, theme))
    })
  }
  for (const name of strongScenes) {
    test(`nobody is kept out of ${name} with high contrast and the largest text, ${theme}`, async ({
      page,
    }) => {
      await wear(page, { theme, highContrast: true, textSize: 'largest' })
      await scenes[name]?.(visitOf(page, name, `${theme}, strong and large`))
      await wear(page, { highContrast: false, textSize: 'normal' })
    })
  }
}

for (const theme of themes) {
  test(`nobody is kept out of what an agent does and asks, ${theme}`, async ({ page, folder }) => {
    await wear(page, { theme })
    const { look } = visitOf(page, 'an agent', theme)
    writeFileSync(join(folder, 'notes.txt'), 'one\n')
    const chat = new Chat(page)
    await openAgentChat(page, { model: 'claude-code/default', folder })
    await look('empty')
    await chat.ask(
      'think\nplan\nrun echo first; exit 3\nedit notes.txt with two\nsubagent Look around\nread notes.txt\nrun echo second\nsay Done.',
    )
    const asked = chat.answer.getByRole('group', { name: 'Permission needed' })
    const allow = asked.getByRole('button', { name: 'Allow once' })
    await expect(asked).toContainText('echo first')
    await look('asking')
    await allow.click()
    await expect(asked).toContainText('Look around')
    await look('asking for a sub-agent')
    await allow.click()
    await expect(asked).toContainText('echo second')
    await look('at work')
    await allow.click()
    await chat.answerThatIs('complete').waitFor()
    await look('done')
    for (const name of [/echo first/, /Changed notes/, /Look around/]) {
      await chat.answer.getByRole('group', { name }).getByRole('button').first().click()
    }
    await chat.answer.getByRole('group', { name: 'Changes in notes.txt' }).waitFor()
    await look('unfolded')
    await openAgentChat(page, { model: 'gemini-cli/default', folder })
    await chat.ask('Are you there?')
    await chat.answer.getByRole('group', { name: 'The command that installs it' }).waitFor()
    await look('not installed')
  })
}

test.describe('with no model but the scripted ones', () => {
  test.use({ appOptions: { provider: 'none' } })
  for (const theme of themes) {
    test(`nobody is kept out of the first window, ${theme}`, async ({ page }) => {
      await wear(page, { theme })
      await page.getByRole('button', { name: 'Use Claude Code' }).waitFor()
      await visitOf(page, 'the first window', theme).look('first use')
    })
  }
})

test('nobody is kept out of a window that tells of a full disk', async ({ startApp }) => {
  const app = await startApp({})
  try {
    const desk = await app.openDesk()
    const page = await desk.openWindow()
    for (const theme of themes) {
      await wear(page, { theme })
      await invoke(page, 'test.storeFault', { kind: 'full' })
      await new Chat(page).begin('fake/brief', 'Can this be kept?')
      await page.getByRole('region', { name: 'Problem' }).waitFor()
      await visitOf(page, 'a full disk', theme).look('banner')
      await invoke(page, 'test.storeFault', { kind: null })
    }
    await desk.close()
  } finally {
    await app.close()
  }
})

function visitOf(page: Page, view: string, theme: string): Visit {
  const look = async (state: string) => {
    const broken = await brokenRules(page, `${view}: ${state}`, theme)
    expect.soft(broken, `${view}: ${state}, ${theme}`).toEqual([])
  }
  return { page, theme, look }
}

/** Changes how the window looks, as Settings would. It reads that when it starts. */
async function wear(page: Page, look: Partial<AppSettings>): Promise<void> {
  await invoke(page, 'settings.set', look)
  await page.reload()
  await page.getByRole('navigation', { name: 'Sessions' }).waitFor()
  if (look.theme !== undefined) await expect(page.locator('html')).toHaveAttribute('data-theme', look.theme)
}

/** Opens a chat in which everything stands that an answer can be made of. */
async function openEverything(page: Page, title: string): Promise<void> {
  const properties = {
    name: { type: 'string', title: 'Name', minLength: 2 },
    room: { type: 'string', title: 'Where', enum: ['bar', 'terrace'] },
    guests: { type: 'integer', title: 'Guests', maximum: 12 },
    candles: { type: 'boolean', title: 'Candles' },
  }
  const { session } = await invoke(page, 'sessions.import', {
    title,
    model: 'demo/brief',
    messages: [
      { role: 'user', content: 'Everything, please' },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'First I think about that.' },
          { type: 'text', text: everything },
          {
            type: 'tool-call',
            toolCallId: 'call',
            toolName: 'get_weather',
            input: { city: 'Bern' },
            state: 'done',
          },
          { type: 'tool-result', toolCallId: 'call', output: 'Sunny' },
          {
            type: 'form',
            formId: `form of ${title}`,
            title: 'A table for dinner',
            schema: { type: 'object', required: ['name'], properties },
          },
        ],
      },
    ],
  })
  await page.goto(new URL(`#/chat/${encodeURIComponent(session.id)}`, page.url()).href)
  await page.getByRole('region', { name: 'Form: A table for dinner' }).waitFor()
}

async function compareMany({ page, look }: Visit, count: number): Promise<void> {
  const compare = new Compare(page)
  await compare.begin(
    Array.from({ length: count }, (_, index) => (index % 2 === 0 ? 'fake/essay' : 'fake/prose')),
  )
  await compare.ask('All of you at once')
  await compare.pane(1).status.getByText('Streaming').waitFor()
  await compare.pane(2).status.getByText('Done').waitFor()
  await look('running')
  await compare.stopAll.click()
  await compare
    .pane(count - 1)
    .status.getByText('Stopped')
    .waitFor()
  await look('done')
}

/** What of a browser these tests use; this project has no DOM types. */
interface PageElement {
  textContent: string | null
  className: unknown
  closest(selector: string): PageElement | null
}
interface PageGlobals {
  said: string[]
  document: { body: unknown; querySelectorAll(selector: string): Iterable<PageElement> }
  getComputedStyle(
    this: void,
    of: PageElement,
    pseudo?: string,
  ): { animation: string; transitionDuration: string }
  MutationObserver: new (
    told: (changes: { target: PageElement & { parentElement: PageElement } }[]) => void,
  ) => {
    observe(of: unknown, what: object): void
  }
}

/** Keeps what a screen reader would be told from now on. */
function listen(page: Page): Promise<void> {
  return page.evaluate(() => {
    const world = globalThis as unknown as PageGlobals
    world.said = []
    const live = '[aria-live=polite], [aria-live=assertive], [role=alert], [role=status]:not([aria-live=off])'
    new world.MutationObserver((changes) => {
      const places = changes.map(({ target }) => ('closest' in target ? target : target['parentElement']))
      for (const place of new Set(places.map((element) => (element as PageElement | null)?.closest(live)))) {
        if (place?.textContent) world.said.push(place.textContent)
      }
    }).observe(world.document.body, { subtree: true, childList: true, characterData: true })
  })
}

function heard(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as PageGlobals).said)
}

test('an answer is announced when it begins and when it ends, never by the word', async ({ page }) => {
  await listen(page)
  const chat = new Chat(page)
  await chat.begin('fake/brisk', 'Go on')
  await chat.answerThatIs('complete').waitFor()
  expect(await heard(page)).toEqual(['Answering', 'Answer finished'])
})

test('each pane is announced once, by its name, when its answer ends', async ({ page }) => {
  const compare = new Compare(page)
  await compare.begin(['fake/brisk', 'fake/stall', 'fake/error-401'])
  await listen(page)
  await compare.ask('All of you')
  await compare.pane(1).status.getByText('Done').waitFor()
  await compare.pane(3).status.getByText('Failed').waitFor()
  await compare.pane(2).answer.getByText('the a small model').waitFor()
  await compare.pane(2).stop.click()
  await compare.pane(2).status.getByText('Stopped').waitFor()
  const panes = (await heard(page)).filter((words) => words.startsWith('Pane '))
  expect(panes.toSorted()).toEqual(['Pane 1 done', 'Pane 2 stopped', 'Pane 3 failed'])
  expect((await heard(page)).filter((words) => words.includes('model ')).length).toBeLessThan(3)
})

/** What still moves on the page, by its class. */
function moving(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { document, getComputedStyle } = globalThis as unknown as PageGlobals
    const isMoving = (element: PageElement, pseudo?: string) => {
      const { animation, transitionDuration } = getComputedStyle(element, pseudo)
      const names = /^none\b|\bnone$/.test(animation) || animation === ''
      // What merely waits before it is shown does not move.
      return (!names && !animation.includes('search-late')) || /[1-9]/.test(transitionDuration)
    }
    return [...document.querySelectorAll('*')]
      .filter((element) => [undefined, '::before', '::after'].some((pseudo) => isMoving(element, pseudo)))
      .map(({ className }) => String(className))
  })
}

test('nothing moves for those who asked their system for that', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const chat = new Chat(page)
  await chat.begin('fake/essay', 'A chat without motion')
  await page.getByText('Section 1').waitFor()
  expect(await moving(page)).toEqual([])
  await chat.stop.click()
  await page.getByText('Stopped by you').waitFor()
  await page.getByRole('searchbox', { name: 'Search' }).fill('motion')
  // The title is found too, above the message.
  await page.locator('[role=option]').last().click()
  await page.locator('[data-pointed-out], [data-found]').first().waitFor()
  expect(await moving(page)).toEqual([])
  await openSettings(page, 'Appearance')
  expect(await moving(page)).toEqual([])
  await page.keyboard.press('Escape')
  const compare = new Compare(page)
  await compare.begin(['fake/essay', 'fake/no-headers'])
  await compare.ask('Both of you')
  await compare.pane(1).status.getByText('Streaming').waitFor()
  expect(await moving(page)).toEqual([])
})
