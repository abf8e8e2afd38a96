import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import type { FakeRequest } from '../fake-provider/fake-request.ts'
import { completeStream, type ModelScript, type Script } from '../fake-provider/script.ts'
import { expect, test as base } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { invoke, openByAddress, storedMessages } from '../helpers/pages/window-api.ts'

/** A model that makes one call after another for each question, then says what the last one returned. */
function calls(...steps: { name: string; input: object }[]): ModelScript {
  return (request) => {
    const results = resultsIn(request)
    const step = steps[results.length]
    return step === undefined ? says(`The tool said: ${results.at(-1) ?? ''}`) : callOf(step, results.length)
  }
}

function says(text: string): Script {
  return completeStream([{ type: 'tokens', tokens: [text] }])
}

function callOf({ name, input }: { name: string; input: object }, index: number): Script {
  const piece = { index: 0, id: `call_${index}`, name, arguments: JSON.stringify(input) }
  return completeStream([{ type: 'call', piece }], { reason: 'tool_calls' })
}

function resultsIn({ body }: FakeRequest): string[] {
  const { messages = [] } = body as { messages?: { role: string; content: unknown }[] }
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  const results = messages.slice(asked + 1).filter(({ role }) => role === 'tool')
  return results.map(({ content }) => String(content))
}

const test = base.extend<{ folder: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires the pattern
  folder: async ({}, use) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-tools-')))
    mkdirSync(join(folder, 'src'))
    writeFileSync(join(folder, 'src', 'tea.ts'), 'export const minutes = 3\nexport const leaves = "green"\n')
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },
})

test.use({
  appOptions: {
    models: {
      reader: calls(
        { name: 'files_search', input: { query: 'minutes' } },
        { name: 'files_read', input: { path: 'src/tea.ts', offset: 2 } },
        { name: 'files_read', input: { path: '../secret.txt' } },
      ),
      editor: calls({
        name: 'files_edit',
        input: { path: 'src/tea.ts', oldText: 'minutes = 3', newText: 'minutes = 5' },
      }),
    },
  },
})

/** Begins a chat whose model may work with the files of `folder`. */
async function begin(page: Page, model: string, folder: string): Promise<Chat> {
  await invoke(page, 'settings.set', { nameChats: false })
  const { session } = await invoke(page, 'sessions.create', { model, workspace: folder })
  const enabled = ['files.list', 'files.read', 'files.search', 'files.edit']
  await invoke(page, 'sessions.update', { sessionId: session.id, tools: { enabled } })
  await openByAddress(page, 'chat', session.id)
  const chat = new Chat(page)
  await chat.message.fill('Look at my files')
  await chat.message.press('Enter')
  return chat
}

test('a model reads the files of the chosen folder without asking, and nothing outside; an edit is shown as a diff, made once it is allowed, and undone', async ({
  page,
  folder,
}) => {
  await test.step('a model searches and reads the files of the chosen folder without asking, and nothing outside', async () => {
    const chat = await begin(page, 'fake/reader', folder)
    await expect(chat.answerThatIs('complete')).toContainText('../secret.txt is outside the folder.')
    const [, answer] = await storedMessages(page)
    const results = answer?.parts.filter((part) => part.type === 'tool-result').map(({ output }) => output)
    expect(results).toEqual([
      '[Matches 1–1.]\nsrc/tea.ts:1: export const minutes = 3',
      '[src/tea.ts: lines 2–2 of 2.]\nexport const leaves = "green"',
      expect.stringContaining('is outside the folder'),
    ])
    await expect(page.getByRole('group', { name: 'Permission needed' })).toHaveCount(0)
  })

  await test.step('an edit is shown as a diff, made once it is allowed, undone from its answer, and stays undone', async () => {
    const file = join(folder, 'src', 'tea.ts')
    const before = readFileSync(file, 'utf8')
    const chat = await begin(page, 'fake/editor', folder)
    const card = page.getByRole('group', { name: 'Permission needed' })
    await expect(card).toContainText('export const minutes = 5')
    await expect(card).toContainText(folder)
    expect(readFileSync(file, 'utf8')).toBe(before)
    await card.getByRole('button', { name: 'Allow once' }).press('Enter')
    await expect(chat.answerThatIs('complete')).toContainText('Changed src/tea.ts')
    expect(readFileSync(file, 'utf8')).toBe(before.replace('3', '5'))

    const edit = chat.answer.getByRole('group', { name: /src\/tea\.ts/ }).first()
    const undo = edit.getByRole('button', { name: 'Undo' })
    writeFileSync(file, 'changed by hand\n')
    await undo.press('Enter')
    await expect(edit.getByRole('alert')).toHaveText(
      'src/tea.ts has changed since, so Parley did not overwrite it.',
    )
    expect(readFileSync(file, 'utf8')).toBe('changed by hand\n')

    writeFileSync(file, before.replace('3', '5'))
    await undo.press('Enter')
    await expect(edit.getByRole('status')).toHaveText('Undone')
    await expect(undo).toHaveCount(0)
    await expect(edit.getByRole('button').first()).toBeFocused()
    expect(readFileSync(file, 'utf8')).toBe(before)
    await page.reload()
    await expect(edit.getByRole('status')).toHaveText('Undone')
  })
})

test('a file that changes before its edit is allowed, and a folder that is removed, fail only that call', async ({
  page,
  folder,
}) => {
  const file = join(folder, 'src', 'tea.ts')
  const before = readFileSync(file, 'utf8')
  const chat = await begin(page, 'fake/editor', folder)
  const card = page.getByRole('group', { name: 'Permission needed' })
  const allow = async () => {
    await expect(card).toContainText('export const minutes = 5')
    await card.getByRole('button', { name: 'Allow once' }).press('Enter')
  }
  await expect(card).toBeVisible()
  writeFileSync(file, `${before}// by hand\n`)
  await allow()
  await expect(chat.answerThatIs('complete')).toContainText('src/tea.ts has changed since')
  expect(readFileSync(file, 'utf8')).toBe(`${before}// by hand\n`)

  await chat.ask('Try again')
  await expect(card).toBeVisible()
  rmSync(join(folder, 'src'), { recursive: true })
  await allow()
  await expect(chat.answerThatIs('complete')).toContainText('src was not found.')
  await expect(chat.answer.locator('[data-slot="tool-head"]')).toContainText('Edit src/tea.ts')

  rmSync(folder, { recursive: true })
  await chat.ask('And now?')
  await expect(chat.answerThatIs('complete')).toContainText(`${folder} was not found.`)
  await expect(chat.answer.locator('[data-slot="tool"]')).toContainText('Failed')

  mkdirSync(join(folder, 'src'), { recursive: true })
  writeFileSync(file, before)
  await chat.ask('Once more')
  await allow()
  await expect(chat.answerThatIs('complete')).toContainText('Changed src/tea.ts')
  expect(readFileSync(file, 'utf8')).toBe(before.replace('3', '5'))
})
