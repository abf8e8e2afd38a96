import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import type { Locator, Page } from '@playwright/test'

import { installFakes } from '../fake-cli/install-fakes.ts'
import { expect, test } from '../fixtures.ts'
import { inspectState } from '../helpers/pages/accessibility.ts'
import { agreeUnseen } from '../helpers/pages/approvals.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { openSettings } from '../helpers/pages/settings.ts'
import { invoke, openByAddress } from '../helpers/pages/window-api.ts'
import { scaledTimeout } from '../suite/limits/slowness.ts'

/** The agents of this file and their folders. */
function openPlace() {
  const fakes = installFakes({ without: ['opencode', 'codex-acp'] })
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'parley-folders-')))
  return { fakes, root, appOptions: { env: { ...fakes.environment } } }
}

let openedPlace: ReturnType<typeof openPlace> | null = null

/** Opened by the first test, because Playwright also loads this file where it runs none of them. */
const place = () => (openedPlace ??= openPlace())

test.use({
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires the pattern
  appOptions: async ({}, use) => {
    await use(place().appOptions)
  },
})
test.afterAll(() => {
  const { fakes, root } = place()
  fakes[Symbol.dispose]()
  rmSync(root, { recursive: true, force: true })
})

/** A git repository with one committed file. */
function someRepository(): string {
  const folder = mkdtempSync(join(place().root, 'station-'))
  writeFileSync(join(folder, 'README.md'), 'old\n')
  const run = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
      cwd: folder,
    })
  run('init', '--quiet')
  run('add', '.')
  run('commit', '--quiet', '--message', 'first')
  return folder
}

const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8')

async function newChatWith(page: Page, agent: string): Promise<Chat> {
  await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
  await page.getByRole('combobox', { name: 'Model' }).press('Enter')
  await page.keyboard.insertText(agent)
  await page.keyboard.press('Enter')
  return new Chat(page)
}

async function chooseFolder(page: Page, folder: string): Promise<void> {
  await page.getByRole('button', { name: 'Choose a folder' }).last().click()
  await page.getByRole('textbox', { name: 'Folder' }).fill(folder)
  await page.keyboard.press('Enter')
  await expect(chip(page, `Folder: ${basename(folder)}`)).toBeFocused()
}

function chip(page: Page | Locator, name: string): Locator {
  return page.getByRole('button', { name, exact: true })
}

async function choose(page: Page, from: string, wanted: string): Promise<void> {
  await chip(page, from).click()
  await page.getByRole('menuitemradio', { name: wanted }).click()
}

test('chooses an agent, a folder and a permission by keyboard alone; one that is not installed leads to its settings', async ({
  app,
  page,
}) => {
  await test.step('chooses an agent, a folder and a permission, and asks, by keyboard alone', async () => {
    const folder = someRepository()
    await page.getByRole('button', { name: 'Use Claude Code' }).waitFor()
    expect((await inspectState(page, 'offered agents')).violations).toEqual([])
    await page.getByRole('button', { name: 'Use Claude Code' }).press('Enter')
    await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('Claude Code')
    const chat = await newChatWith(page, 'claude code')
    await chat.message.focus()
    await page.keyboard.insertText('say hello from here')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('Claude Code works in a folder. Choose one first.')
    await expect(chat.message).toHaveValue('say hello from here')

    await chip(page.getByRole('group', { name: 'Agent options' }), 'Choose a folder').press('Enter')
    const field = page.getByRole('textbox', { name: 'Folder' })
    await expect(field).toBeFocused()
    await page.keyboard.insertText(join(folder, 'nowhere'))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Working folder' })
    await expect(dialog.getByRole('status')).toHaveText('This folder does not exist.')
    await field.fill(folder)
    await expect(dialog.getByRole('status')).toHaveText('Git repository with no uncommitted changes.')
    await page.keyboard.press('Enter')
    await expect(chip(page, `Folder: ${basename(folder)}`)).toBeFocused()

    // A second press closes what the first one opened.
    await chip(page, `Folder: ${basename(folder)}`).click()
    await expect(dialog).toBeVisible()
    await chip(page, `Folder: ${basename(folder)}`).click()
    await expect(dialog).toBeHidden()
    await page.keyboard.press('Tab')
    await expect(chip(page, 'Permission: Read only')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitemradio', { name: 'Can edit files' })).toHaveAccessibleDescription(
      /Programs it starts are not restricted/,
    )
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(chip(page, 'Permission: Can edit files')).toBeFocused()
    await chat.message.press('Enter')
    await expect(chat.answerThatIs('complete')).toContainText('hello from here')
    await page.getByRole('button', { name: 'Model settings' }).click()
    const settings = page.getByRole('dialog', { name: 'Model settings · Claude Code' })
    await expect(settings.getByLabel('System prompt')).toBeVisible()
    await expect(settings.getByLabel('Temperature')).toBeHidden()
    await page.keyboard.press('Escape')

    const { sessions } = await invoke(page, 'sessions.list', {})
    expect(sessions[0]).toMatchObject({ workspace: folder, permission: 'workspace-write', isolation: 'same' })
    expect(
      place()
        .fakes.records()
        .some((record) => 'cwd' in record && record.cwd === folder),
    ).toBe(true)
  })

  await test.step('works in the folder of an imported chat only after it was confirmed', async () => {
    const workspace = someRepository()
    const { session } = await invoke(page, 'sessions.import', {
      title: 'From elsewhere',
      workspace,
      model: 'claude-code/default',
      messages: [{ role: 'user', content: 'Hello' }],
    })
    await openByAddress(page, 'chat', session.id)
    const chat = new Chat(page)
    await chat.ask('say hello from there')
    await expect(page.getByRole('alert')).toContainText(`${workspace} comes from an imported file.`)
    await page.getByRole('button', { name: 'Allow the folder' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Working folder' })
    await expect(dialog).toContainText('Agents work in it once you allow it.')
    await expect(dialog.getByRole('textbox', { name: 'Folder' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(chip(page, `Folder: ${basename(workspace)}`)).toBeFocused()
    await chat.message.press('Enter')
    await expect(chat.answerThatIs('complete')).toContainText('hello from there')
  })

  await test.step('leads to the settings of an agent that is not installed, and keeps the previous model', async () => {
    await newChatWith(page, 'claude code')
    const field = page.getByRole('combobox', { name: 'Model' })
    await field.press('Enter')
    await page.keyboard.type('opencode')
    await expect(page.getByRole('option', { name: /OpenCode/ })).toContainText('How to install')
    // Enter alone must not choose an agent that has to be installed first.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Install OpenCode' })
    await expect(dialog.getByRole('group', { name: 'Install command for OpenCode' })).toHaveText(
      'npm install -g opencode-ai',
    )
    await dialog.getByRole('button', { name: 'Check again' }).click()
    await expect(dialog.getByRole('status')).toContainText('OpenCode was not found.')
    await page.keyboard.press('Escape')
    await expect(field).toHaveValue('Claude Code')
  })

  await test.step('Settings show how Parley talks to each agent and what is missing, but never the value of a variable', async () => {
    const settings = await openSettings(page, 'Agents')
    const list = settings.getByRole('list', { name: 'Coding agents' })
    const row = (name: string) => list.getByRole('listitem').filter({ hasText: name })
    await expect(row('Claude Code')).toContainText('through claude-agent-acp')
    await expect(row('Codex')).toContainText('codex-acp is not installed.')
    await expect(row('OpenCode')).toContainText('Not installed')

    await row('Codex').getByRole('button', { name: 'Change how Codex starts' }).click()
    await row('Codex').getByRole('button', { name: 'Add a variable' }).click()
    await page.keyboard.type('NO GOOD')
    await row('Codex').getByRole('button', { name: 'Save', exact: true }).click()
    await expect(row('Codex').getByRole('alert')).toContainText('letters, digits and underscores')
    await row('Codex').getByRole('textbox', { name: 'Variable name' }).fill('STATION_KEY')
    await row('Codex').getByLabel('Value of STATION_KEY').fill('never shown')
    await row('Codex').getByRole('button', { name: 'Save', exact: true }).click()
    await agreeUnseen(app, page)
    await expect(row('Codex')).toContainText('STATION_KEY')
    await expect(settings).not.toContainText('never shown')
  })
})

test('changes in copies are reviewed and applied file by file, or discarded, also of two agents side by side', async ({
  page,
}) => {
  await test.step('reviews the changes that an agent made in a copy, applies one file, and discards the rest', async () => {
    const folder = someRepository()
    const chat = await newChatWith(page, 'claude code')
    await chooseFolder(page, folder)
    await choose(page, 'Permission: Read only', 'Can edit files')
    await choose(page, 'Works in: Original folder', 'Copy')
    await chat.ask('edit README.md with new ;; edit more.md with more ;; say both written')
    await expect(chat.answerThatIs('complete')).toContainText('both written')
    expect(read(folder, 'README.md')).toBe('old\n')

    const bar = page.getByRole('group', { name: 'Agent changes' })
    await expect(bar).toContainText('2 files changed')
    await bar.getByRole('button', { name: 'Review' }).click()
    const review = page.getByRole('dialog', { name: 'Review changes' })
    await expect(review.getByRole('group', { name: 'Changes in README.md' })).toContainText('new')
    await review.getByRole('checkbox', { name: 'Apply README.md' }).uncheck()
    await review.getByRole('button', { name: 'Apply 1 of 2' }).click()
    await expect(review.getByRole('status')).toHaveText(`Applied 1 file to ${folder}.`)
    expect(read(folder, 'README.md')).toBe('old\n')
    expect(read(folder, 'more.md')).toBe('more\n')

    // Changes that the user made in the meantime are never overwritten.
    writeFileSync(join(folder, 'README.md'), 'mine\n')
    await review.getByRole('checkbox', { name: 'Apply README.md' }).check()
    await review.getByRole('button', { name: 'Apply all' }).click()
    await expect(review.getByRole('alert')).toHaveText(/^Nothing was applied\. .*Deselect it.*README\.md/s)
    expect(read(folder, 'README.md')).toBe('mine\n')

    await review.getByRole('button', { name: 'Discard', exact: true }).click()
    await review.getByRole('button', { name: 'Keep' }).click()
    await review.getByRole('button', { name: 'Discard', exact: true }).click()
    await review.getByRole('button', { name: 'Discard all' }).click()
    await expect(review.getByRole('status')).toContainText('were deleted')
    await page.keyboard.press('Escape')
    await expect(bar).toBeHidden()

    await page.getByRole('button', { name: 'Remove last exchange', exact: true }).click()
    await expect(page.locator('[data-slot="chat-notice"]')).toContainText('Claude Code starts over')
  })

  await test.step('two agents work side by side, each in its own copy, and are reviewed one after the other', async () => {
    const folder = someRepository()
    const compare = new Compare(page)
    await compare.beginByHand(['claude-code/default', 'codex/default'])
    await compare.ask('edit README.md with changed ;; say done')
    await expect(page.getByRole('alert')).toContainText('works in a folder')
    await chooseFolder(page, folder)
    await choose(page, 'Permission: Read only', 'Can edit files')
    await chip(page, 'Works in: Copy').click()
    await expect(page.getByRole('menuitemradio')).toHaveCount(2)
    await page.keyboard.press('Escape')
    await compare.sendToAll.click()
    for (const number of [1, 2]) {
      await expect(compare.pane(number).answer).toContainText('done', { timeout: scaledTimeout(15_000) })
      await expect(compare.pane(number).region).toContainText('can edit')
    }
    expect(read(folder, 'README.md')).toBe('old\n')

    await page.getByRole('button', { name: 'Review changes in pane A' }).click()
    const review = page.getByRole('dialog', { name: 'Review changes' })
    await expect(review.getByRole('group', { name: 'Changes in README.md' })).toContainText('changed')
    await review.getByRole('button', { name: /^B / }).click()
    await review.getByRole('button', { name: 'Apply all' }).click()
    await expect(review.getByRole('status')).toContainText('Applied 1 file to')
    expect(read(folder, 'README.md')).toBe('changed\n')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Review changes in pane B' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Review changes in pane A' })).toBeVisible()
  })
})
