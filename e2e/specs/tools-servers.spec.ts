import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import type { Locator, Page } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'

import { type FakeHttpServer, startFakeHttpServer } from '../fake-mcp/http-server.ts'
import { callsWhatIsAsked } from '../fake-provider/tool-steps.ts'
import { expect, test as base } from '../fixtures.ts'
import { agreeUnseen, allowLink, separateProcesses } from '../helpers/pages/approvals.ts'
import type { LiveApp } from '../helpers/live-app.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Inspections } from '../helpers/pages/inspections.ts'
import { openSettings } from '../helpers/pages/settings.ts'
import { invoke, openByAddress } from '../helpers/pages/window-api.ts'

const fakeServer = fileURLToPath(new URL('../fake-mcp/fake-mcp.ts', import.meta.url))
const realServer = (name: string) =>
  fileURLToPath(
    new URL(`../../node_modules/@modelcontextprotocol/server-${name}/dist/index.js`, import.meta.url),
  )
const run = (...args: string[]) => ({ command: process.execPath, args })
const fake = (...faults: string[]) => run(fakeServer, ...faults.flatMap((fault) => ['--fault', fault]))

const test = base.extend<{ folder: string; remote: FakeHttpServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires the pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-servers-'))
    writeFileSync(join(folder, 'tea.txt'), 'Tea at five.')
    await use(folder)
    rmSync(folder, { recursive: true })
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires the pattern
  remote: async ({}, use) => {
    const remote = await startFakeHttpServer()
    await use(remote)
    await remote.close()
  },
})

test.use({ appOptions: { models: { caller: callsWhatIsAsked } }, ...separateProcesses })

const inspections = new Inspections()
test.afterAll(() => {
  console.log(inspections.table())
})

/** Adds servers by pasting their JSON, and starts those with a command. */
async function addServers(
  app: LiveApp,
  page: Page,
  mcpServers: Readonly<Record<string, object>>,
): Promise<Locator> {
  const settings = await openSettings(page, 'Tools')
  await settings.getByRole('button', { name: 'Paste JSON' }).press('Enter')
  await page.keyboard.insertText(JSON.stringify({ mcpServers }))
  await settings.getByRole('form', { name: 'Paste JSON' }).getByRole('button', { name: 'Add' }).press('Enter')
  for (const [id, server] of Object.entries(mcpServers)) {
    await settings.getByRole('button', { name: `Start ${id}` }).press('Enter')
    if ('command' in server) await agreeUnseen(app, page)
  }
  return settings
}

function rowOf(page: Page, id: string): Locator {
  const row = page.getByRole('list', { name: 'MCP servers' }).getByRole('listitem')
  return row.filter({ has: page.getByRole('button', { name: `Edit ${id}`, exact: true }) })
}

async function openChat(page: Page, servers: readonly string[]): Promise<Chat> {
  const enabled = servers.map((id) => `mcp:${id}/*`)
  const { session } = await invoke(page, 'sessions.create', { model: 'fake/caller', tools: { enabled } })
  await openByAddress(page, 'chat', session.id)
  return new Chat(page)
}

function cardOf(page: Page): Locator {
  return page.getByRole('group', { name: 'Permission needed' })
}

async function allowOnce(page: Page): Promise<void> {
  await cardOf(page).getByRole('button', { name: 'Allow once' }).press('Enter')
}

/** Installs a bundle with the fake server through the form, which asks for a setting. */
async function addBundle(app: LiveApp, page: Page, folder: string): Promise<void> {
  const manifest = {
    manifest_version: '0.3',
    name: 'bundled',
    version: '1.0.0',
    description: 'Repeats what it is told.',
    author: { name: 'Ann' },
    server: {
      type: 'node',
      entry_point: 'server.mjs',
      mcp_config: { command: 'node', args: ['${__dirname}/server.mjs'], env: { KEY: '${user_config.key}' } },
    },
    user_config: { key: { type: 'string', title: 'Key', required: true, sensitive: true } },
  }
  const program = `if (process.env.KEY === 'secret') await import(${JSON.stringify(pathToFileURL(fakeServer))})\n`
  const file = join(folder, 'bundled.mcpb')
  const form = page.getByRole('group', { name: 'Open a bundle' })
  await page.getByRole('button', { name: 'Open a bundle' }).press('Enter')
  writeFileSync(file, 'no bundle')
  await form.getByLabel('Bundle file').setInputFiles(file)
  await expect(form.getByRole('alert')).toContainText('This file is damaged, or it is not a bundle.')
  writeFileSync(
    file,
    zipSync({ 'manifest.json': strToU8(JSON.stringify(manifest)), 'server.mjs': strToU8(program) }),
  )
  await form.getByLabel('Bundle file').setInputFiles(file)
  const add = form.getByRole('button', { name: 'Add' })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await form.getByLabel('Key').fill('secret')
  await expect(add).toBeEnabled()
  await add.press('Enter')
  await agreeUnseen(app, page)
  await expect(rowOf(page, 'bundled')).toContainText('Running')
}

test('two real servers and one from a bundle: tools, an image, a form, a prompt and a resource', async ({
  app,
  page,
  folder,
}) => {
  await addServers(app, page, {
    everything: run(realServer('everything')),
    files: run(realServer('filesystem'), folder),
  })
  for (const id of ['everything', 'files']) await expect(rowOf(page, id)).toContainText('Running')
  await addBundle(app, page, folder)
  await page.keyboard.press('Escape')
  const chat = await openChat(page, ['everything', 'files', 'bundled'])
  const look = inspections.of(page, 'tools of a model')

  const calls: readonly { call: string; says?: string; returns: string }[] = [
    {
      call: 'everything__get-sum {"a":2,"b":3}',
      says: 'The server says that this tool only reads.',
      returns: 'The sum of 2 and 3 is 5.',
    },
    {
      call: `files__read_text_file ${JSON.stringify({ path: join(folder, 'tea.txt') })}`,
      says: 'Before this, the model read a result from the server everything.',
      returns: 'Tea at five.',
    },
    {
      call: 'bundled__echo {"text":"From a bundle"}',
      says: 'Before this, the model read a result from the server files.',
      returns: 'From a bundle',
    },
    { call: 'everything__get-tiny-image {}', returns: 'image/png' },
  ]
  for (const { call, says = '', returns } of calls) {
    await test.step(call, async () => {
      await chat.ask(call)
      await expect(cardOf(page)).toContainText(says)
      await allowOnce(page)
      await expect(chat.answerThatIs('complete')).toContainText(`It returned:`)
      await expect(chat.answer).toContainText(returns)
    })
  }
  await expect(chat.answer.locator('img')).toBeVisible()
  await chat.answer.locator('[data-slot="tool-head"]').press('Enter')
  await expect(chat.answer.locator('[data-slot="tool"]')).toContainText('[image/png, 5 kB]')

  await test.step('a sound can be played and saved, whatever the server calls it', async () => {
    await chat.ask('bundled__picture {}')
    await allowOnce(page)
    await expect(chat.answerThatIs('complete')).toContainText('[sound: audio/wav, 1 kB]')
    const sound = chat.answer.getByRole('group', { name: 'result.wav' })
    await expect(chat.answer.locator('audio')).toHaveCount(1)
    await expect(sound).toContainText('68 bytes')
    // The window’s policy lets it load.
    await expect(sound.locator('audio')).toHaveJSProperty('duration', 0.003)
    const saved = page.waitForEvent('download')
    await sound.getByRole('button', { name: 'Save' }).press('Enter')
    expect((await saved).suggestedFilename()).toBe('result.wav')
    await look('open result and sound')
  })

  await test.step('a tool asks the user with a form', async () => {
    await chat.ask('everything__trigger-elicitation-request {}')
    await allowOnce(page)
    const form = page.getByRole('region', { name: /^Form: everything/ })
    await form
      .getByRole('textbox', { name: /^String\b/ })
      .first()
      .fill('Ada Lovelace')
    await form.getByRole('button', { name: 'Submit' }).press('Enter')
    await expect(chat.answerThatIs('complete')).toContainText('Ada Lovelace')
  })

  await test.step('a prompt is filled in after /', async () => {
    await chat.message.focus()
    await page.keyboard.type('/args')
    await page.getByRole('option', { name: /Arguments Prompt/ }).click()
    await page.getByRole('textbox', { name: 'city' }).fill('Bern')
    await page.getByRole('button', { name: 'Insert' }).press('Enter')
    await expect(chat.message).toHaveValue("What's weather in Bern?")
    await chat.message.fill('')
  })

  await test.step('a resource is attached after @', async () => {
    await chat.message.focus()
    await page.keyboard.type('@architecture')
    await page.getByRole('option', { name: /architecture/ }).click()
    await expect(page.getByRole('list', { name: 'Files to send' })).toContainText('architecture')
  })
})

interface Fault {
  does: string
  call: string
  /** The texts that the chat shows. */
  shows: string | RegExp
}

const failures: readonly Fault[] = [
  { does: 'reports a failure', call: 'notes__fail {}', shows: 'No such city.' },
  {
    does: 'returns what its output schema does not allow',
    call: 'notes__add {"a":"x"}',
    shows: 'does not match its output schema',
  },
  { does: 'exits during a call', call: 'notes__exit {}', shows: 'exited (exit code 7)' },
  { does: 'cannot be reached any more', call: 'remote__echo {}', shows: /Nothing is responding|was lost/ },
]

test('a server that misbehaves fails its call, says why, and disturbs no other chat', async ({
  app,
  page,
  remote,
}) => {
  const settings = await addServers(app, page, {
    odd: fake('names'),
    gone: fake('exit-at-start'),
    notes: fake(),
    stuck: fake('block', 'ignore-end', 'leave-child'),
    remote: { type: 'http', url: remote.url },
  })
  await test.step('Settings says why a server does not start, and which tools cannot be used', async () => {
    await expect(rowOf(page, 'gone')).toContainText('gone exited (exit code 2).')
    await settings.getByRole('button', { name: 'Tools and log of gone' }).press('Enter')
    await expect(rowOf(page, 'gone')).toContainText('the configuration is missing')
    for (const id of ['notes', 'stuck', 'remote']) await expect(rowOf(page, id)).toContainText('Running')
    await settings.getByRole('button', { name: 'Tools and log of odd' }).press('Enter')
    await expect(rowOf(page, 'odd')).toContainText('echo cannot be used. Another tool has the same name.')
  })
  await page.keyboard.press('Escape')
  await expect(settings).toBeHidden()
  await remote.close()
  const { session: other } = await invoke(page, 'sessions.create', { model: 'fake/caller' })
  const chat = await openChat(page, ['notes', 'stuck', 'remote'])

  for (const { does, call, shows } of failures) {
    await test.step(does, async () => {
      await chat.ask(call)
      await allowOnce(page)
      await expect(chat.answerThatIs('complete')).toContainText(shows)
    })
  }

  await test.step('blocks and ignores its end, while another chat is answered', async () => {
    await chat.ask('stuck__never {}')
    await allowOnce(page)
    await expect(chat.answer.locator('[data-slot="tool"]')).toContainText('Running')
    await openByAddress(page, 'chat', other.id)
    await chat.ask('Are you there?')
    await expect(chat.answerThatIs('complete')).toContainText('I am here.')
    await page
      .getByRole('navigation', { name: 'Chats' })
      .getByRole('link', { name: /notes__fail/ })
      .click()
    await chat.stop.click()
    await expect(chat.answerThatIs('partial')).toContainText('Stopped')
    await expect(page.getByText('Parley restarted the server stuck.')).toBeVisible()
  })

  await test.step('a tool that changes is asked about again, with the difference', async () => {
    await chat.ask('notes__echo {"text":"Hi"}')
    await cardOf(page).getByRole('button', { name: 'Allow in this chat' }).press('Enter')
    await expect(chat.answerThatIs('complete')).toContainText('It returned: Hi')
    await chat.ask('notes__change {}')
    await allowOnce(page)
    await expect(chat.answerThatIs('complete')).toContainText('It returned: Changed.')
    await chat.ask('notes__echo {"text":"Hi"}')
    await expect(cardOf(page)).toContainText('changed since you allowed it')
    await expect(cardOf(page)).toContainText('Sends its text to everyone.')
    await inspections.of(page, 'tools of a model')('card with a changed definition')
    await chat.message.focus()
    await cardOf(page).getByRole('button', { name: 'Deny', exact: true }).press('Enter')
    await expect(chat.answerThatIs('complete')).toContainText('did not allow')
    await expect(chat.message).toBeFocused()
  })
})

function http({ url }: FakeHttpServer): object {
  return { type: 'http', url }
}

/** Signs in as the user's browser does, which follows where the server leads; Electron opens that browser. */
async function signIn(app: LiveApp, page: Page, id: string): Promise<void> {
  if (app.dialogs !== null) return signInUnseen(app, page, id)
  const asked = page.waitForEvent('popup')
  await rowOf(page, id).getByRole('button', { name: 'Sign in' }).press('Enter')
  await page.getByRole('link', { name: 'Review request' }).click()
  const browser = await asked
  await browser.getByRole('button', { name: 'Allow', exact: true }).click()
  await browser.getByRole('link').click()
  await browser.getByText('Parley has the answer.').waitFor()
  await browser.close()
}

/** Signs in without opening the pages. */
async function signInUnseen(app: LiveApp, page: Page, id: string): Promise<void> {
  await rowOf(page, id).getByRole('button', { name: 'Sign in' }).press('Enter')
  const answer = await page.request.get(await allowLink(app, page))
  expect(await answer.text()).toContain('Parley has the answer.')
}

test('a sign-in that is refused or expires says so, and the next one works', async ({ app, page }) => {
  const [refusing, expiring] = await Promise.all([
    startFakeHttpServer({ signIn: 'refused' }),
    startFakeHttpServer({ signIn: 'no-refresh' }),
  ])
  try {
    const settings = await addServers(app, page, {
      refusing: http(refusing),
      expiring: http(expiring),
    })
    await signInUnseen(app, page, 'refusing')
    await expect(settings.getByRole('alert')).toContainText('Access to refusing was denied.')
    await expect(rowOf(page, 'refusing')).toContainText('Sign-in needed')
    await signIn(app, page, 'expiring')
    await expect(rowOf(page, 'expiring')).toContainText('Running')
    await page.keyboard.press('Escape')

    const chat = await openChat(page, ['expiring'])
    expiring.signIn?.expire()
    await chat.ask('expiring__echo {"text":"Hi"}')
    await cardOf(page).getByRole('button', { name: 'Allow in this chat' }).press('Enter')
    await expect(chat.answerThatIs('complete')).toContainText('You are not signed in to expiring.')
    await openSettings(page, 'Tools')
    await expect(rowOf(page, 'expiring')).toContainText('Sign-in needed')
    await signInUnseen(app, page, 'expiring')
    await expect(rowOf(page, 'expiring')).toContainText('Running')
    await page.keyboard.press('Escape')
    await chat.ask('expiring__echo {"text":"Hi"}')
    await expect(chat.answerThatIs('complete')).toContainText('It returned: Hi')
  } finally {
    await Promise.all([refusing, expiring].map((server) => server.close()))
  }
})
