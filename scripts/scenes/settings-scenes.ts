import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Locator, Page } from '@playwright/test'

import { startFakeProvider } from '../../e2e/fake-provider/fake-provider.ts'
import { cataloguePath, modelCatalogue } from '../../e2e/fake-provider/model-catalogue.ts'
import { Chat } from '../../e2e/helpers/pages/chat.ts'
import { openSettings } from '../../e2e/helpers/pages/settings.ts'
import { invoke } from '../../e2e/helpers/pages/window-api.ts'
import type { RouteInput } from '../../src/shared/rpc/contract.ts'
import type { Scene } from './scene.ts'

const favourites = ['fake/qwen3:14b', 'fake/anthropic/claude-3.5-haiku']
const prompts = [
  {
    name: 'Review a change',
    text: 'Review this change as a colleague who has to maintain it.\n\nLanguage: {{language}}\nWhat it is for: {{purpose}}\n\n{{clipboard}}\n\nName what is wrong first, what is unclear second, and leave out what is only taste.',
  },
  { name: 'Plain words', text: 'Say this again in plain words, for {{reader}}:\n\n{{clipboard}}' },
  { name: 'Minutes', text: 'Write minutes of the meeting of {{date}} from these notes: {{notes}}' },
]

/** All sections of Settings, and the dialogs that belong to no view. */
export const settingsScenes: Readonly<Record<string, Scene>> = {
  'settings-providers': async (page) => {
    await openSettings(page, 'Providers')
  },
  'settings-provider-form': async (page, app) => {
    await saveProvider(page, 'hosted', 'A hosted provider', app.fake.baseUrl)
    const settings = await openSettings(page, 'Providers')
    await settings.getByRole('button', { name: 'Test A hosted provider' }).click()
    await settings.getByText(/^Works/).waitFor()
    await settings.getByRole('button', { name: 'Edit A hosted provider' }).click()
  },
  'settings-provider-failed': async (page, app) => {
    await saveProvider(page, 'hosted', 'A hosted provider', app.fake.baseUrl)
    await saveProvider(page, 'gone', 'A server that is switched off', 'http://127.0.0.1:9/v1')
    const settings = await openSettings(page, 'Providers')
    await settings.getByRole('button', { name: 'Test A server that is switched off' }).click()
    await settings.locator('[data-slot="provider-test-failed"]').waitFor()
    await settings.getByRole('button', { name: 'Remove A hosted provider' }).click()
    await invoke(page, 'providers.remove', { id: 'gone' })
  },
  'settings-provider-key': async (page) => {
    const settings = await openSettings(page, 'Providers')
    await settings.getByRole('button', { name: 'Add Anthropic' }).click()
    await settings.getByLabel('API key for Anthropic').fill('sk-ant-screenshot')
  },
  'settings-provider-own': async (page) => {
    const settings = await openSettings(page, 'Providers')
    await settings.getByRole('button', { name: 'Add another server' }).click()
  },
  'settings-keys': async (page) => {
    const settings = await openSettings(page, 'Providers')
    await settings.getByText(/^Keys are sent only to their provider/).scrollIntoViewIfNeeded()
  },
  'settings-models': async (page) => {
    await set(page, { favouriteModels: favourites, defaultModel: 'fake/qwen3:14b' })
    await openSettings(page, 'Models')
    await page.locator('[data-slot="models-row"]').first().waitFor()
  },
  'settings-models-favourites': async (page) => {
    await set(page, { favouriteModels: favourites })
    const settings = await openSettings(page, 'Models')
    await settings.getByRole('button', { name: 'Favourites', exact: true }).click()
  },
  'settings-models-found': async (page) => {
    await set(page, { favouriteModels: favourites })
    const settings = await openSettings(page, 'Models')
    await settings.getByRole('searchbox', { name: 'Search models' }).fill('gpt')
    await settings.locator('[data-slot="models-row"]').first().waitFor()
  },
  'settings-models-hidden': async (page) => {
    const { models } = await invoke(page, 'models.list', {})
    const changes = models.slice(2, 5).map(({ id }) => ({ model: id, isHidden: true }))
    await invoke(page, 'models.updateMany', {
      changes: [...changes, { model: 'fake/qwen3:14b', label: 'The one at home', note: 'for drafts' }],
    })
    const settings = await openSettings(page, 'Models')
    await settings
      .getByRole('button', { name: /^Actions for/ })
      .nth(3)
      .click()
    await page.getByRole('menu').waitFor()
  },
  'settings-model-editor': async (page) => {
    const settings = await openSettings(page, 'Models')
    await settings
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Edit…' }).click()
    await page.getByLabel('Temperature').waitFor()
  },
  'settings-models-none': async (page) => {
    const settings = await openSettings(page, 'Models')
    await settings.getByRole('searchbox', { name: 'Search models' }).fill('nothing of the kind')
    await settings.getByText('No results').waitFor()
  },
  'settings-general': async (page) => {
    await openSettings(page, 'General')
  },
  'settings-appearance': async (page) => {
    await openSettings(page, 'Appearance')
  },
  'settings-data': async (page) => {
    await openSettings(page, 'Data')
  },
  'settings-snapshots': async (page) => {
    const settings = await openSettings(page, 'Data')
    await settings.getByRole('button', { name: 'Take now' }).click()
    await settings
      .getByText(/^Manual/)
      .first()
      .waitFor()
    await settings
      .getByText(/^Manual/)
      .first()
      .scrollIntoViewIfNeeded()
  },
  'settings-restore': async (page) => {
    const settings = await openSettings(page, 'Data')
    await settings.getByRole('button', { name: 'Take now' }).click()
    await settings
      .getByText(/^Manual/)
      .first()
      .waitFor()
    await settings
      .getByRole('button', { name: /^Restore the snapshot/ })
      .first()
      .click()
    await page.getByRole('dialog', { name: 'Restore this snapshot?' }).waitFor()
  },
  'settings-imported': async (page) => {
    await importFile(
      page,
      'parley-chats.json',
      JSON.stringify(['user', 'robot'].map((role) => exportedChat(role))),
    )
    await page.getByText(/from Parley\./).waitFor()
  },
  'settings-import-failed': async (page) => {
    await importFile(page, 'letter.txt', 'Dear reader,')
    await page.getByRole('dialog').getByRole('alert').waitFor()
  },
  'settings-shortcuts': async (page) => {
    await openSettings(page, 'Shortcuts')
  },
  'settings-data-folder': async (page) => {
    await invoke(page, 'markdownFolder.set', { folder: '/media/disk/notes', isKept: false, language: 'en' })
    const settings = await openSettings(page, 'Data')
    await settings
      .getByText(/cannot be found/)
      .first()
      .waitFor()
    await settings.getByRole('heading', { name: 'Markdown folder' }).scrollIntoViewIfNeeded()
  },
  'settings-sync': async (page) => {
    const settings = await openSync(page)
    await settings.getByText('What is safe, and what is not').click()
    await settings.getByText(/^Up to date/).waitFor()
  },
  'settings-sync-passphrase': async (page) => {
    const settings = await openSync(page)
    await settings.getByRole('button', { name: 'Change…' }).click()
    await settings.getByLabel('New passphrase').fill('five old tin lamps')
    await settings.getByLabel('Repeat the passphrase').fill('five')
  },
  'settings-sync-server': async (page) => {
    await invoke(page, 'sync.stop', {})
    const settings = await openSettings(page, 'Sync')
    await settings.getByText('WebDAV', { exact: true }).click()
    await settings.getByLabel('Address').fill('http://nas.example/dav/parley')
    await settings.getByText(/^Not encrypted on the way/).waitFor()
  },
  'settings-shortcuts-taken': async (page) => {
    await set(page, { shortcuts: { temporaryChat: 'Mod+Shift+T', previousChat: 'Alt+J', nextChat: '' } })
    const settings = await openSettings(page, 'Shortcuts')
    await settings.getByRole('button', { name: /^Change shortcut for Forward/ }).click()
    await page.keyboard.press('Control+k')
    await settings.getByRole('button', { name: 'Use here instead' }).waitFor()
  },
  'prompts-empty': async (page) => {
    await openPrompts(page)
    await page.getByRole('button', { name: 'Write a prompt' }).waitFor()
  },
  prompts: async (page) => {
    for (const prompt of prompts) await invoke(page, 'prompts.save', prompt)
    await openPrompts(page)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Review a change/ })
      .click()
  },
  'prompts-changed': async (page) => {
    for (const prompt of prompts) await invoke(page, 'prompts.save', prompt)
    await openPrompts(page)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Minutes/ })
      .click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Plain words/ })
      .click()
    await page.getByRole('dialog').getByLabel('Text').fill('Say this again in plain words, for {{reader}}.')
  },
  'export-dialog': async (page) => {
    const chat = new Chat(page)
    await chat.begin('fake/brief', 'A chat to export')
    await chat.answerThatIs('complete').waitFor()
    await page.keyboard.press('Control+Shift+P')
    await page.keyboard.type('export')
    await page.getByRole('option', { name: /^Export…/ }).click()
    await page.getByRole('dialog', { name: 'Export this chat' }).waitFor()
  },
  'model-picker-filtered': async (page) => {
    await withCatalogue(page, async () => {
      await openPicker(page)
      await page.keyboard.type('google')
      await page.getByRole('button', { name: 'Vision', exact: true }).click()
      // The composer has a button with this name, too.
      const list = page.locator('[data-slot="popup"]')
      await list.getByRole('button', { name: 'Tools', exact: true }).click()
    })
  },
  'settings-models-filtered': async (page) => {
    await withCatalogue(page, async () => {
      const settings = await openSettings(page, 'Models')
      await settings.getByRole('button', { name: 'Reasoning', exact: true }).click()
    })
  },
  'model-picker-favourites': async (page) => {
    await set(page, { favouriteModels: favourites })
    await openPicker(page)
  },
}

/** A window applies settings from elsewhere when it is opened. */
async function set(page: Page, settings: RouteInput<'settings.set'>): Promise<void> {
  await invoke(page, 'settings.set', settings)
  await page.reload()
}

/** Starts to sync with a new folder. */
async function openSync(page: Page): Promise<Locator> {
  const place = { kind: 'folder' as const, path: mkdtempSync(join(tmpdir(), 'parley-carried-')) }
  await invoke(page, 'sync.start', { place, secret: '', passphrase: 'three old tin lamps', isNew: true })
  const settings = await openSettings(page, 'Sync')
  await settings.getByText('(this device)').waitFor()
  return settings
}

async function saveProvider(page: Page, id: string, name: string, baseUrl: string): Promise<void> {
  await invoke(page, 'providers.save', {
    id,
    kind: 'openai-compatible',
    name,
    baseUrl,
    apiKey: 'sk-screenshot-4242',
  })
}

/** Chooses a file with this content in Settings. */
async function importFile(page: Page, name: string, content: string): Promise<void> {
  const settings = await openSettings(page, 'Data')
  const choosing = page.waitForEvent('filechooser')
  await settings.getByRole('button', { name: 'Choose a file…' }).click()
  await (await choosing).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) })
}

/** A chat in Parley's export format; `role` may be invalid. */
function exportedChat(role: string) {
  const text = { type: 'text', text: 'Where does the light come from?' }
  return {
    format: 'parley-chat',
    version: 1,
    title: role === 'user' ? 'A chat from another computer' : 'A chat that is not whole',
    model: null,
    workspace: null,
    systemPrompt: null,
    params: {},
    pinned: false,
    archived: false,
    createdAt: Date.now(),
    updatedAt: Date.now(),
    leaf: 'm1',
    messages: [{ key: 'm1', parent: null, role, status: 'complete', createdAt: Date.now(), parts: [text] }],
  }
}

async function openPrompts(page: Page): Promise<void> {
  const settings = await openSettings(page, 'General')
  await settings.getByRole('button', { name: 'Open prompts' }).click()
  await page.getByRole('dialog', { name: 'Prompts' }).waitFor()
}

async function openPicker(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
  await page.getByRole('combobox', { name: 'Model' }).click()
  await page.locator('[role=option]').first().waitFor()
}

/** Shows a scene with a provider that has 400 models with facts. */
async function withCatalogue(page: Page, show: () => Promise<void>): Promise<void> {
  const provider = await startFakeProvider({ routes: modelCatalogue(400) })
  try {
    await saveProvider(page, 'router', 'Router', `http://127.0.0.1:${provider.port}${cataloguePath}`)
    await page.reload()
    await show()
  } finally {
    await provider.close()
  }
}
