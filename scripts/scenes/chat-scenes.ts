import type { Page } from '@playwright/test'

import { Chat, pickModel } from '../../e2e/helpers/pages/chat.ts'
import { invoke } from '../../e2e/helpers/pages/window-api.ts'
import { samplePdf, samplePng } from '../../src/main/store/attachments/testing/sample-files.ts'
import { openChat, type ChatMessage } from './samples/stored-chats.ts'
import type { Scene } from './scene.ts'

/** A chat in each of its states. */
export const chatScenes: Readonly<Record<string, Scene>> = {
  'chat-empty': async (page) => {
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await page.getByText('What’s on your mind?').waitFor()
  },
  'chat-start': async (page) => {
    await setUpStart(page)
    await page.getByRole('button', { name: 'Plain words' }).waitFor()
    await page.getByText('Is there a way home?').first().waitFor()
  },
  'chat-start-commands': async (page) => {
    await setUpStart(page)
    await new Chat(page).message.fill('/')
    await page.getByRole('listbox', { name: 'Commands' }).waitFor()
  },
  'chat-start-temporary': async (page) => {
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await page.keyboard.press('Alt+t')
    await page.getByRole('heading', { name: 'Temporary chat' }).first().waitFor()
  },
  'chat-waiting': async (page) => {
    const chat = new Chat(page)
    await chat.begin('fake/silent', 'Is anybody there?')
    await chat.answerThatIs('streaming').waitFor()
  },
  'chat-streaming': async (page) => {
    await new Chat(page).begin('fake/essay', 'Explain how a stream of tokens becomes a page')
    await page.getByText('Section 2').waitFor()
  },
  'chat-answered': async (page) => {
    const chat = new Chat(page)
    await chat.begin(
      'fake/openai/gpt-4o-mini',
      'Explain write-ahead logging to a colleague who knows B-trees.',
    )
    await chat.answerThatIs('complete').waitFor()
    await chat.answer.hover()
  },
  'chat-notice': async (page) => {
    const chat = new Chat(page)
    await chat.begin('fake/openai/gpt-4o-mini', 'Explain write-ahead logging.')
    await chat.answerThatIs('complete').waitFor()
    await page.keyboard.press('Alt+q')
    await page.getByText('First select text in a message, or focus a message.').waitFor()
  },
  'chat-versions': async (page) => {
    const chat = new Chat(page)
    await chat.begin('fake/brief', 'Say it again')
    await chat.answerThatIs('complete').waitFor()
    await chat.answer.hover()
    await chat.answer.getByRole('button', { name: 'Regenerate', exact: true }).click()
    await chat.answer.getByText('2 of 2').waitFor()
    await chat.answerThatIs('complete').waitFor()
    await chat.answer.hover()
    await chat.answer.getByRole('button', { name: 'Actions for this answer' }).click()
    await page.getByRole('menu').waitFor()
  },
  'chat-editing': async (page) => {
    const chat = new Chat(page)
    await chat.begin('fake/brief', 'A question that was asked in haste')
    await chat.answerThatIs('complete').waitFor()
    await chat.questions.first().hover()
    await chat.questions.first().getByRole('button', { name: 'Edit' }).click()
  },
  'chat-answer-editing': async (page) => {
    const chat = new Chat(page)
    await chat.begin('fake/brief', 'What is it?')
    await chat.answerThatIs('complete').waitFor()
    await chat.answer.hover()
    await chat.answer.getByRole('button', { name: 'Actions for this answer' }).click()
    await page.getByRole('menuitem', { name: 'Edit answer' }).click()
    await page.getByRole('textbox', { name: 'Edit answer' }).waitFor()
  },
  'chat-quote': async (page) => {
    const chat = new Chat(page)
    await chat.begin('fake/brief', 'What is it?')
    await chat.answerThatIs('complete').waitFor()
    await chat.answer.locator('p').first().click({ clickCount: 3 })
    await page.getByRole('button', { name: 'Quote', exact: true }).waitFor()
  },
  'chat-stopped': async (page) => {
    const chat = new Chat(page)
    await chat.begin('fake/stall', 'Say something, and I will stop you')
    await page.getByText('the a small model').waitFor()
    await chat.stop.click()
    await page.locator('[data-slot="receipt"]').waitFor()
  },
  'chat-taken-back': async (page) => {
    const chat = new Chat(page)
    await chat.begin('fake/brief', 'A question that is taken back')
    await chat.answerThatIs('complete').waitFor()
    await page.getByRole('button', { name: 'Remove last exchange', exact: true }).click()
    await chat.questions.first().waitFor({ state: 'detached' })
  },
  'chat-error': async (page) => {
    await new Chat(page).begin('fake/error-401', 'Will you answer me?')
    await page.getByRole('alert').waitFor()
  },
  'chat-error-long': async (page) => {
    await new Chat(page).begin('fake/too-large', 'Will you fit?')
    await page.getByRole('alert').waitFor()
  },
  'chat-error-after-text': async (page) => {
    await new Chat(page).begin('fake/cut', 'Will you finish?')
    await page.getByRole('alert').waitFor()
  },
  'chat-retry': async (page) => {
    await new Chat(page).begin('fake/busy', 'Are you free now?')
    await page.getByText(/Retrying in/).waitFor()
  },
  'chat-queue': async (page) => {
    const chat = new Chat(page)
    await chat.begin('fake/stall', 'The first message')
    await page.getByText('the a small model').waitFor()
    for (const text of [
      'The second message, while the first is still answered',
      'A third one, which is so long that it does not fit into the line that the queue has for it, whatever the width of the window may be, and goes on',
    ]) {
      await chat.message.fill(text)
      await chat.message.press('Enter')
      await page.getByRole('region', { name: 'Queue' }).getByText(text).waitFor()
    }
    await chat.message.fill('And what is written meanwhile')
  },
  'chat-markdown': async (page) => {
    await answered(page, 'document', 'Everything that Markdown can do')
    await page.getByText('Everything that Markdown can do').last().scrollIntoViewIfNeeded()
  },
  'chat-markdown-end': async (page) => {
    await answered(page, 'document', 'How Markdown ends')
    await page.getByText('The very end.').scrollIntoViewIfNeeded()
  },
  'chat-math': async (page) => {
    await answered(page, 'mathematics', 'Some mathematics')
    await page.locator('math').first().waitFor()
  },
  'chat-diagram': async (page) => {
    await answered(page, 'diagram', 'Draw the states of a run')
    await page.locator('[data-slot="markdown-diagram-view"] img').first().waitFor()
  },
  'chat-tables': async (page) => {
    await answered(page, 'tables', 'Compare three databases, and show me some code')
  },
  'chat-right-to-left': async (page) => {
    await answered(page, 'right-to-left', 'מה קורה כשהצרכן איטי?')
  },
  'chat-reasoning': async (page) => {
    await new Chat(page).begin('fake/reasoning', 'Think first')
    await page.getByText('Here is the answer.').waitFor()
    await page.getByRole('button', { name: /Thought/ }).click()
  },
  'chat-thinking': async (page) => {
    await new Chat(page).begin('fake/thinks-long', 'Take your time')
    await page.getByRole('button', { name: /Thinking/ }).waitFor()
  },
  'chat-tools': async (page) => {
    await openChat(page, { title: 'Weather in Bern', messages: [question('Is it raining in Bern?'), tools] })
    await page.getByRole('button', { name: /get_weather/ }).click()
  },
  'chat-form': async (page) => {
    await new Chat(page).begin('demo/form', 'A table for four')
    const card = page.getByRole('region', { name: /Book a table/ })
    await card.getByRole('button', { name: 'Submit' }).click()
    await card.getByRole('alert').waitFor()
  },
  'chat-form-sent': async (page) => {
    const chat = new Chat(page)
    await chat.begin('demo/form', 'A table for two')
    const card = page.getByRole('region', { name: /Book a table/ })
    await card.getByRole('textbox', { name: /^Name/ }).fill('Ada')
    await card.getByRole('combobox', { name: /^Where/ }).selectOption('bar')
    await card.getByRole('textbox', { name: /^Guests/ }).fill('2')
    await card.getByRole('button', { name: 'Submit' }).click()
    await chat.answerThatIs('complete').getByText('guests: 2').waitFor()
  },
  'chat-attachments': async (page) => {
    const chat = await newChat(page, 'fake/brief')
    await attach(page, [...files, unreadable])
    await page.getByText(/file type is not supported/).waitFor()
    await chat.message.fill('What is on the picture, and does the code do what the paper says?')
  },
  'chat-attachments-sent': async (page) => {
    const chat = await newChat(page, 'fake/brief')
    await attach(page, files)
    await chat.message.fill('What is on the picture, and does the code do what the paper says?')
    await chat.send.click()
    await chat.answerThatIs('complete').waitFor()
  },
  'chat-commands': async (page) => {
    const chat = await newChat(page, 'fake/brief')
    await chat.message.pressSequentially('/')
    await page.getByRole('listbox', { name: 'Commands' }).waitFor()
  },
  'chat-mention': async (page) => {
    const chat = await newChat(page, 'fake/brief')
    await chat.message.pressSequentially('@')
    await page.getByRole('option').first().waitFor()
  },
  'chat-usage': async (page) => {
    const chat = new Chat(page)
    await chat.begin('fake/openai/gpt-4o-mini', 'What does this cost?')
    await chat.answerThatIs('complete').waitFor()
    await chat.message.fill('/usage')
    await chat.message.press('Enter')
  },
  'chat-long-draft': async (page) => {
    const chat = await newChat(page, 'fake/brief')
    await chat.message.fill(
      Array.from({ length: 60 }, (_, line) => `Line ${line + 1} of what is to be said.`).join('\n'),
    )
  },
  'chat-long': async (page) => {
    await openChat(page, longChat('A long evening with a debugger'))
  },
  'chat-outline': async (page) => {
    await openChat(page, longChat('A long evening with an outline'))
    await page.getByRole('button', { name: 'Outline', exact: true }).click()
    await page
      .getByRole('navigation', { name: 'Outline' })
      .getByRole('button', { name: /Question 40/ })
      .waitFor()
  },
  'chat-find': async (page) => {
    await openChat(page, longChat('A long evening, looked through'))
    await page.keyboard.press('Control+f')
    await page.keyboard.type('buffer')
    await page.getByRole('search', { name: 'Find in chat' }).getByRole('status').getByText(/of/).waitFor()
  },
  'chat-find-nothing': async (page) => {
    await openChat(page, longChat('A long evening, looked through in vain'))
    await page.keyboard.press('Control+f')
    await page.keyboard.type('xylophone')
    await page.getByRole('search', { name: 'Find in chat' }).getByRole('status').getByText(/no/i).waitFor()
  },
  'chat-above': async (page) => {
    await openChat(page, longChat('A long evening, read from above'))
    await page.locator('[data-slot="follow-scroll"]').first().hover()
    await page.mouse.wheel(0, -1_500)
    await page.getByRole('button', { name: /latest/i }).waitFor()
  },
  'chat-long-words': async (page) => {
    const word = 'donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(4)
    const title = `A title that goes on and on, as titles do that a model has made from a question: ${word}`
    await openChat(page, {
      title: title.slice(0, 190),
      model: 'fake/a-family-with-a-very-long-name-instruct-2511-preview:70b-q4_K_M',
      messages: [question(`What is a ${word}?`), answer(`It is **${word}**, and \`${word}\`.`)],
    })
  },
  'chat-settings': async (page) => {
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await page.getByRole('button', { name: 'Model settings' }).click()
    await page.getByLabel('Temperature').waitFor()
  },
  'chat-deleted': async (page) => {
    const id = await openChat(page, longChat('Gone meanwhile'))
    await invoke(page, 'sessions.delete', { sessionId: id })
    await page.reload()
    await page.getByRole('alert').waitFor()
  },
  'model-picker': async (page) => {
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await page.getByRole('combobox', { name: 'Model' }).click()
    await page.getByRole('option').first().waitFor()
  },
  'model-picker-found': async (page) => {
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await page.getByRole('combobox', { name: 'Model' }).click()
    await page.keyboard.type('gpt')
    await page.getByRole('option', { name: /gpt-4o-mini/ }).waitFor()
  },
  'model-picker-nothing': async (page) => {
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await page.getByRole('combobox', { name: 'Model' }).click()
    await page.keyboard.type('no such model')
  },
  'link-dialog': async (page) => {
    await new Chat(page).begin('fake/link', 'A link')
    await page.getByRole('link', { name: 'https://bank.example' }).click()
    await page.getByRole('dialog').waitFor()
  },
}

function question(content: string): ChatMessage {
  return { role: 'user', content }
}

function answer(content: string): ChatMessage {
  return { role: 'assistant', content }
}

const tools: ChatMessage = {
  role: 'assistant',
  content: [
    { type: 'reasoning', text: 'I do not know the weather, so I ask.' },
    {
      type: 'tool-call',
      toolCallId: 'first',
      toolName: 'get_weather',
      input: { city: 'Bern' },
      state: 'done',
    },
    { type: 'tool-result', toolCallId: 'first', output: '{"sky":"overcast","rain":0.4,"temperature":9}' },
    { type: 'tool-call', toolCallId: 'second', toolName: 'get_time', input: {}, state: 'failed' },
    { type: 'tool-result', toolCallId: 'second', output: 'No such clock.', isError: true },
    { type: 'text', text: 'A little: 0.4 mm in the last hour, at 9 °C.' },
  ],
}

/** Forty questions and answers over two days. */
function longChat(title: string): { title: string; messages: ChatMessage[] } {
  const hourMs = 3_600_000
  const begin = Date.now() - 47 * hourMs
  const messages = Array.from({ length: 80 }, (_, index): ChatMessage => {
    const number = Math.floor(index / 2) + 1
    const createdAt = begin + index * 0.58 * hourMs
    if (index % 2 === 0) return { role: 'user', content: `Question ${number}: why does it grow?`, createdAt }
    const content = `## Cause ${number}\n\nThe buffer is past its mark, and nobody told the producer. It goes on, and the memory with it.\n\n- Look at the buffer.\n- Wait for \`drain\`.\n\n## What to do about it\n\nMeasure first.`
    return { role: 'assistant', content, createdAt }
  })
  return { title, messages }
}

/** Asks, waits for the whole answer, and moves the pointer away from it. */
async function answered(page: Page, model: string, text: string): Promise<void> {
  const chat = new Chat(page)
  await chat.begin(`fake/${model}`, text)
  await chat.answerThatIs('complete').waitFor()
}

async function newChat(page: Page, modelId: string): Promise<Chat> {
  await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
  await pickModel(page, page, modelId)
  return new Chat(page)
}

interface GivenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

const files: GivenFile[] = [
  { name: 'red.png', mimeType: 'image/png', buffer: samplePng(240, 160) },
  { name: 'main.rs', mimeType: '', buffer: Buffer.from('fn main() {\n    println!("hello");\n}\n') },
  {
    name: 'A paper with a name that is longer than its card.pdf',
    mimeType: 'application/pdf',
    buffer: samplePdf(['One page.', 'And another.']),
  },
]
const unreadable: GivenFile = {
  name: 'archive.zip',
  mimeType: 'application/zip',
  buffer: Buffer.from([0x50, 0x4b, 3, 4, 0, 0]),
}

async function attach(page: Page, given: GivenFile[]): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).first().click()
  await (await choosing).setFiles(given)
  await page.getByRole('list', { name: 'Files to send' }).getByText('37 bytes').waitFor()
}

/** A new chat of somebody who has used the app: models, prompts and questions to begin with. */
async function setUpStart(page: Page): Promise<void> {
  await invoke(page, 'prompts.save', { name: 'Plain words', text: 'Say this again in plain words: {{text}}' })
  await invoke(page, 'prompts.save', { name: 'Review a change', text: 'Review this change: {{clipboard}}' })
  for (const model of ['fake/qwen3:14b', 'fake/brief', 'fake/anthropic/claude-3.5-haiku']) {
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await pickModel(page, page, model)
  }
  const messages = [
    { role: 'user', content: 'Is there a way home? I have been walking since the morning.' },
    { role: 'user', content: 'Translate “Feierabend” for somebody who has never had one.' },
  ] as const
  await invoke(page, 'sessions.import', { title: 'Questions', messages: [...messages] })
  await page.reload()
}
