import type { Page } from '@playwright/test'

import { expect, test } from '../fixtures.ts'
import { type LightRules, setAppearance } from '../helpers/pages/accessibility.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { inspectedModels, Inspections, type Look } from '../helpers/pages/inspections.ts'
import { openSettings } from '../helpers/pages/settings.ts'
import { invoke, openByAddress } from '../helpers/pages/window-api.ts'

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

test.use({ appOptions: { models: inspectedModels } })

/** A window, and the function that inspects each of its states. */
interface Visit {
  page: Page
  /** Distinguishes the chats of this visit from those of another. */
  suffix: string
  look: Look
  /** Whether the states were inspected with other colours and sizes, so those of the same components can be omitted. */
  isAgain: boolean
}

const inspections = new Inspections()
test.afterAll(() => {
  console.log(inspections.table())
})

const scenes = {
  'an empty chat': async ({ page, look }) => {
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await page.getByText('What’s on your mind?').waitFor()
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
    await page.keyboard.press('Escape')
  },
  'tools in German': async ({ page, look }) => {
    await setAppearance(page, { language: 'de' })
    await page.getByRole('button', { name: 'Neuer Chat', exact: true }).first().click()
    await page.keyboard.press('Alt+W')
    const tools = page.getByRole('dialog', { name: 'Werkzeuge' })
    await tools.getByRole('switch', { name: 'Web', exact: true }).click()
    await tools.getByRole('button', { name: 'Werkzeuge von Web' }).click()
    await look('switches')
    await page.keyboard.press('Escape')
    await setAppearance(page, { language: 'en' })
  },
  'a chat with everything': async ({ page, suffix, look }) => {
    await openEverything(page, `Everything in ${suffix}`)
    await page.getByRole('button', { name: /Thought/ }).click()
    await page.getByRole('button', { name: /get_weather/ }).click()
    await page.getByRole('button', { name: 'Actions for this answer' }).click()
    await page.getByRole('menu').waitFor()
    await look('menu of a message')
    await page.keyboard.press('Escape')
    await page.keyboard.press('ControlOrMeta+f')
    await page.keyboard.type('alpha')
    const found = page.getByRole('search', { name: 'Find in chat' }).getByRole('status').getByText(/of/)
    await found.waitFor()
    await page.getByRole('button', { name: 'Outline' }).click()
    await page.getByRole('navigation', { name: 'Outline' }).waitFor()
    await expect(found).toBeVisible()
    await look('answer, reasoning, tool, form, find bar, outline')
    await page.getByRole('button', { name: 'Close outline' }).click()
    await page.getByRole('link', { name: 'a link' }).click()
    await page.getByRole('dialog').waitFor()
    await look('link dialog')
    await page.keyboard.press('Escape')
  },
  'a running chat': async ({ page, look }) => {
    const chat = new Chat(page)
    await chat.begin('fake/essay', 'Explain how a stream of tokens becomes a page')
    await page.getByText('Section 2').waitFor()
    await chat.message.fill('And then?')
    await chat.message.press('Enter')
    await expect(chat.answerThatIs('streaming')).toBeVisible()
    await look('streaming, queued or refused')
    await chat.stop.click()
    await page.locator('[data-slot="receipt"]').waitFor()
    await look('stopped, with receipt')
  },
  'a failed chat': async ({ page, look }) => {
    await new Chat(page).begin('fake/error-401', 'Will you answer me?')
    await page.getByRole('alert').waitFor()
    await look('error card')
  },
  'the list of chats': async ({ page, suffix, look }) => {
    const titles = ['One', 'Two', 'Three'].map((name) => `${name} in ${suffix}`)
    for (const title of titles) await invoke(page, 'sessions.create', { title })
    await invoke(page, 'compare.create', {
      models: ['demo/brief', 'demo/writer'],
      title: `Pair in ${suffix}`,
    })
    const list = page.getByRole('navigation', { name: 'Chats' })
    await page.getByRole('button', { name: `Actions for One in ${suffix}` }).click()
    await page.getByRole('menu').waitFor()
    await look('menu of a chat')
    await page.getByRole('menuitem', { name: 'Export' }).click()
    await page.getByRole('dialog', { name: 'Export this chat' }).waitFor()
    await look('export dialog')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `Actions for One in ${suffix}` }).focus()
    await list.getByRole('link', { name: `Three in ${suffix}` }).focus()
    await page.keyboard.press('F2')
    await look('renaming')
    await page.keyboard.press('Escape')
    await list.getByRole('link', { name: `Three in ${suffix}` }).click({ modifiers: ['ControlOrMeta'] })
    await list.getByRole('link', { name: `Two in ${suffix}` }).click({ modifiers: ['ControlOrMeta'] })
    await page.getByText('2 selected').waitFor()
    await look('selection')
    await page.getByRole('group', { name: 'Selected chats' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted 2 chats').waitFor()
    await look('an offer to undo')
    await page.getByRole('button', { name: 'Trash', exact: true }).click()
    await list
      .getByRole('button', { name: `Two in ${suffix}` })
      .first()
      .waitFor()
    await look('trash')
    await page.getByRole('button', { name: 'Empty trash' }).click()
    await page.getByRole('dialog').waitFor()
    await look('erase dialog')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Back to chats' }).click()
  },
  settings: async ({ page, look, isAgain }) => {
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
    const parts = ['Models', 'Appearance', 'Shortcuts', ...(isAgain ? [] : ['General', 'Sync', 'Data'])]
    for (const part of parts) {
      await settings.getByRole('navigation').getByRole('button', { name: part }).click()
      await settings.getByRole('heading', { level: 3 }).first().waitFor()
      await look(part.toLowerCase())
    }
    if (!isAgain) {
      await settings.getByRole('button', { name: 'Take now' }).click()
      await settings
        .getByRole('button', { name: /^Restore the snapshot/ })
        .first()
        .click()
      await page.getByRole('dialog', { name: 'Restore this snapshot?' }).waitFor()
      await look('restore dialog')
      await page.keyboard.press('Escape')
    }
    await page.keyboard.press('Escape')
    await invoke(page, 'providers.remove', { id: 'hosted' })
    await page.keyboard.press('Alt+u')
    await page.getByRole('dialog', { name: 'Spending' }).getByRole('status').waitFor()
    await look('spending')
    await page.keyboard.press('Escape')
  },
  'actions and prompts': async ({ page, look }) => {
    await page.keyboard.press('ControlOrMeta+Shift+p')
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor()
    await look('palette')
    await invoke(page, 'sessions.import', {
      title: 'Birds',
      messages: [{ role: 'user', content: 'Where does the heron nest?' }],
    })
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('role:user heron before:soon')
    await page.getByRole('group', { name: 'Messages' }).waitFor()
    await look('search results')
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('nowhere to be found')
    await page.getByText('No results', { exact: true }).last().waitFor()
    await look('nothing found')
    await page.keyboard.press('Escape')
    await page.keyboard.press('ControlOrMeta+/')
    await page.getByRole('dialog').waitFor()
    await look('shortcuts')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Alt+p')
    const prompts = page.getByRole('dialog', { name: 'Prompts' })
    await prompts.waitFor()
    await look('prompts')
    await prompts
      .getByRole('button', { name: /Write a prompt|New prompt/ })
      .first()
      .click()
    await prompts.getByRole('textbox', { name: 'Text' }).fill('Tell me of {{a bird}}')
    await look('a prompt being written')
  },
} satisfies Record<string, (visit: Visit) => Promise<void>>

type SceneName = keyof typeof scenes

/** The scenes, by the window that they share. */
const windows: readonly (readonly SceneName[])[] = [
  ['an empty chat', 'writing a message', 'a chat with everything', 'a running chat', 'a failed chat'],
  ['the list of chats', 'tools in German', 'actions and prompts'],
  ['settings'],
]

test.beforeEach(async ({ page }) => {
  await setAppearance(page, { theme: 'light', highContrast: false, textSize: 'normal' })
})

for (const names of windows) {
  test(`${names.join(', ')}: no accessibility violations in either theme`, async ({ page }) => {
    for (const name of names) await test.step(name, () => inspectScene(name, visitOf(page, name)))
  })
}

test('a chat with everything, settings: no accessibility violations with high contrast and the largest text', async ({
  page,
}) => {
  await setAppearance(page, { highContrast: true, textSize: 'largest' })
  for (const name of ['a chat with everything', 'settings'] as const) {
    const visit = visitOf(page, `${name}, strong and large`, 'colour and size')
    await test.step(name, () => inspectScene(name, visit))
  }
})

async function inspectScene(name: SceneName, visit: Visit): Promise<void> {
  const before = inspections.count
  await scenes[name](visit)
  expect(inspections.count, 'it inspects a state').toBeGreaterThan(before)
}

function visitOf(page: Page, name: string, lightRules?: LightRules): Visit {
  const isAgain = lightRules === 'colour and size'
  return { page, suffix: name, look: inspections.of(page, name, lightRules), isAgain }
}

/** Opens a chat whose answer contains everything that an answer can contain. */
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
  await openByAddress(page, 'chat', session.id)
  await page.getByRole('region', { name: 'Form: A table for dinner' }).waitFor()
}
