import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { Chat } from '../../e2e/helpers/pages/chat.ts'
import { openSettings } from '../../e2e/helpers/pages/settings.ts'
import type { Scene } from './scene.ts'

/** Choosing, setting up and reviewing coding agents; the fake ones are installed, except OpenCode. */
export const agentChoiceScenes: Readonly<Record<string, Scene>> = {
  'agent-new-chat': async (page) => {
    await choose(page, 'claude code')
    await page.getByRole('group', { name: 'Agent options' }).waitFor()
  },
  'agent-folder': async (page) => {
    await choose(page, 'claude code')
    await page.getByRole('button', { name: 'Choose a folder' }).last().click()
    await page.getByRole('textbox', { name: 'Folder' }).fill(repository())
    await page.getByRole('dialog', { name: 'Working folder' }).getByText('Git repository').waitFor()
  },
  'agent-permission': async (page) => {
    await choose(page, 'claude code')
    await chooseFolder(page)
    await page.getByRole('button', { name: 'Permission: Read only' }).click()
    await page.getByRole('menuitemradio').first().waitFor()
  },
  'agent-install': async (page) => {
    await choose(page, 'opencode')
    await page.getByRole('dialog', { name: 'Install OpenCode' }).waitFor()
  },
  'agent-review': async (page) => {
    await choose(page, 'claude code')
    await chooseFolder(page)
    await page.getByRole('button', { name: 'Permission: Read only' }).click()
    await page.getByRole('menuitemradio', { name: 'Can edit files' }).click()
    await page.getByRole('button', { name: 'Works in: Original folder' }).click()
    await page.getByRole('menuitemradio', { name: 'Copy' }).click()
    const chat = new Chat(page)
    await chat.ask('edit README.md with new ;; edit more.md with more ;; say both written')
    await chat.answerThatIs('complete').waitFor()
    await page.getByRole('group', { name: 'Agent changes' }).getByRole('button', { name: 'Review' }).click()
    await page.getByRole('group', { name: 'Changes in README.md' }).waitFor()
  },
  'settings-agents': async (page) => {
    const settings = await openSettings(page, 'Agents')
    await settings.getByText('Not installed').first().waitFor()
  },
  'settings-agents-form': async (page) => {
    await changeCodex(page)
  },
  confirmation: async (page) => {
    await changeCodex(page)
    await page.getByRole('textbox', { name: 'Variable name' }).fill('STATION_KEY')
    await page.getByLabel('Value of STATION_KEY').fill('secret')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog', { name: 'Parley needs your permission' }).waitFor()
  },
}

async function choose(page: Page, agent: string): Promise<void> {
  await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
  await page.getByRole('combobox', { name: 'Model' }).click()
  await page.keyboard.type(agent)
  await page
    .getByRole('option', { name: new RegExp(agent, 'i') })
    .first()
    .click()
}

async function chooseFolder(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose a folder' }).last().click()
  await page.getByRole('textbox', { name: 'Folder' }).fill(repository())
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Folder: / }).waitFor()
}

async function changeCodex(page: Page): Promise<void> {
  const settings = await openSettings(page, 'Agents')
  await settings.getByRole('button', { name: 'Change how Codex starts' }).click()
  await settings.getByRole('button', { name: 'Add a variable' }).click()
}

/** A git repository with one committed file. */
function repository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-station-'))
  writeFileSync(join(folder, 'README.md'), 'old\n')
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], { cwd: folder })
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', 'first')
  return folder
}
