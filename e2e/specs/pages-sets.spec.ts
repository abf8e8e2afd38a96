import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Locator } from '@playwright/test'

import { saying } from '../fake-provider/script.ts'
import { expect } from '../fixtures.ts'
import { openTrap } from '../hostile-pages/trap.ts'
import { agentTest, openAgentChat } from '../helpers/pages/agent-test.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { clickInFrame } from '../helpers/pages/click-in-frame.ts'
import { runSetToEnd } from '../helpers/pages/run-set.ts'
import { invoke, openByAddress } from '../helpers/pages/window-api.ts'

const fenced = (source: string, language = 'html') => `Here it is:\n\n\`\`\`${language}\n${source}\n\`\`\`\n`

const test = agentTest()

test.use({
  appOptions: {
    models: {
      tidy: saying(fenced('<h1>Tidy</h1><button>Start</button>')),
      broken: saying(fenced('<h1>Broken</h1><script>setTimeout(() => start(), 400)</script>')),
      wide: saying(fenced('<button style="width: 800px">Start</button>')),
      silent: saying('No page.'),
      one: saying(fenced('<h1>It is red</h1>')),
      other: saying(fenced('<h1>It is blue</h1>')),
    },
  },
})

test('an exported file shows the page of an answer when its reader asks, and the page reaches nothing', async ({
  page,
  browser,
}) => {
  const trap = await openTrap()
  const folder = mkdtempSync(join(tmpdir(), 'parley-pages-'))
  try {
    const peer = `new RTCPeerConnection({ iceServers: [{ urls: 'turn:${new URL(trap.origin).host}?transport=tcp', username: 'a', credential: 'b' }] })`
    const hostile = `<link rel="preconnect" href="${trap.origin}"><img src="${trap.origin}/image">
<h1>Hello</h1><button onclick="this.textContent = 'Pressed'">Press</button>
<iframe srcdoc="<script>${peer}.createOffer()</script>"></iframe>
<script>
const tries = [
  () => fetch('${trap.origin}/'),
  () => ${peer},
  () => { document.createElement('iframe').contentWindow.name },
  () => { parent.document.title },
]
let failed = 0
for (const attempt of tries) Promise.try(attempt).catch(() => { document.querySelector('h1').textContent = 'Failed: ' + ++failed })
</script>`
    const { session } = await invoke(page, 'sessions.import', {
      title: 'A page',
      messages: [{ role: 'assistant', content: `Here it is:\n\n\`\`\`html\n${hostile}\n\`\`\`\n` }],
    })
    const { content } = await invoke(page, 'sessions.export', { sessionId: session.id, format: 'html' })
    const file = join(folder, 'page.html')
    writeFileSync(file, content)

    const context = await browser.newContext()
    const reader = await context.newPage()
    await reader.goto(pathToFileURL(file).href)
    await reader.getByRole('button', { name: 'Show page' }).click()
    const shown = reader.frameLocator('dialog iframe').frameLocator('iframe')
    await expect(shown.getByRole('heading')).toHaveText('Failed: 4')
    await clickInFrame(shown.getByRole('button', { name: 'Press' }))
    await expect(shown.getByRole('button', { name: 'Pressed' })).toBeVisible()
    await reader.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => reader.frames().length).toBe(2)
    expect(context.pages()).toHaveLength(1)
    await context.close()

    const without = await browser.newContext({ javaScriptEnabled: false })
    const plain = await without.newPage()
    await plain.goto(pathToFileURL(file).href)
    await expect(plain.getByRole('button')).toHaveCount(0)
    await expect(plain.locator('pre')).toContainText('<h1>Hello</h1>')
    await without.close()
    expect(trap.heard()).toBe(0)
  } finally {
    trap.close()
    rmSync(folder, { recursive: true })
  }
})

test('a set checks pages in the window, and its answers are shown as pages', async ({
  page,
  windowErrors,
}) => {
  windowErrors.expect(/start is not defined/)
  const models = ['tidy', 'broken', 'wide', 'silent'].map((name) => `fake/${name}`)
  const { set } = await invoke(page, 'sets.create', { name: 'Pages', prompts: ['A page'] })
  await page.keyboard.press('Alt+Shift+S')
  const sets = page.getByRole('region', { name: 'Prompt sets' })
  await sets.getByRole('button', { name: /^Pages/ }).press('Enter')
  const prompt = sets.getByRole('list', { name: 'Prompts' }).getByRole('listitem').first()
  await prompt.getByRole('button').press('Enter')
  await sets.getByRole('button', { name: 'Add check' }).press('Enter')
  const check = sets.getByRole('group', { name: 'Check 1' })
  await check.getByRole('combobox').selectOption('Renders without errors')
  await check.getByLabel('Seconds without errors').fill('1')
  await check.getByRole('textbox', { name: 'Role' }).fill('button')
  await check.getByRole('textbox', { name: 'Name' }).fill('Start')
  await sets.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(prompt).toContainText('Renders without errors (1.0 s), button, “Start”, fits a phone')

  // The run ends and its pages are checked although no window shows it.
  await page.keyboard.press('Alt+Shift+S')
  const { runId } = await runSetToEnd(page, { setId: set.id, models })
  const results = async () => {
    const { answers } = await invoke(page, 'sets.answers', { runId, prompt: 0 })
    return answers.map(({ checks }) => checks?.[0])
  }
  await expect.poll(async () => (await results())[0]).toEqual({ passed: true })
  await openByAddress(page, 'sets', set.id)
  await sets.getByRole('button', { name: /complete/ }).press('Enter')
  await expect(sets.getByRole('status').filter({ hasText: 'Checking pages' })).toBeVisible()
  await expect(sets.getByRole('status').filter({ hasText: 'Checking pages' })).toHaveCount(0)
  expect(await results()).toEqual([
    { passed: true },
    {
      passed: false,
      problem: 'page-error',
      detail: expect.stringContaining('start is not defined'),
    },
    { passed: false, problem: 'too-wide', detail: expect.stringMatching(/^8\d\d px$/) },
    { passed: false, problem: 'no-page' },
  ])
  expect(await page.locator('iframe').count()).toBe(0)

  await openFirstAnswer(sets)
  await expect(sets).toContainText('failed. An error in the page:')
  await sets.getByRole('button', { name: 'Show pages' }).click()
  const cell = sets.getByRole('region', { name: /tidy/ })
  await expect(cell.frameLocator('iframe').getByRole('heading')).toHaveText('Tidy')
  await expect(page.locator('iframe')).toHaveCount(3)
})

test('a blind vote on pages shows letters only, and is recorded as one on pages', async ({ page }) => {
  const { set } = await invoke(page, 'sets.create', { name: 'Colours', prompts: ['A colour'] })
  await runSetToEnd(page, { setId: set.id, models: ['fake/one', 'fake/other'] })
  await openByAddress(page, 'sets', set.id)
  const sets = page.getByRole('region', { name: 'Prompt sets' })
  await sets.getByRole('button', { name: /complete/ }).press('Enter')
  await openFirstAnswer(sets)
  await sets.getByRole('button', { name: 'Show pages' }).click()
  for (const letter of ['A', 'B']) {
    const shown = sets.getByRole('region', { name: `Answer ${letter}` })
    await expect(shown.frameLocator('iframe').getByRole('heading')).toHaveText(/^It is (red|blue)$/)
  }
  await expect(sets).not.toContainText('fake/')
  await sets.getByRole('group', { name: 'Vote', exact: true }).press('b')
  await expect
    .poll(async () =>
      (await invoke(page, 'votes.list', {})).votes.map(({ how, isBlind }) => ({ how, isBlind })),
    )
    .toEqual([{ how: 'rendered', isBlind: true }])
})

test('files that an agent wrote and documents that a tool returned open as pages', async ({
  page,
  folder,
}) => {
  const chat = new Chat(page)
  const showPage = page.getByRole('button', { name: 'Show page' })
  const dialog = page.getByRole('dialog')
  const heading = dialog.frameLocator('iframe').getByRole('heading')
  await openAgentChat(page, { model: 'codex/default', folder })
  await chat.ask('edit page.html with <h1>Written</h1>\nsay Done.')
  await expect(chat.answerThatIs('complete')).toContainText('Done.')
  await chat.answer
    .getByRole('group', { name: /page\.html/ })
    .getByRole('button')
    .press('Enter')
  await showPage.click()
  await expect(dialog.getByRole('heading', { name: 'page.html' })).toBeVisible()
  await expect(heading).toHaveText('Written')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  // A file that was there before is shown as it is now.
  writeFileSync(join(folder, 'there.svg'), '<svg><title>Before</title></svg>')
  await chat.ask('edit there.svg with <svg><title>After</title></svg>\nsay Changed.')
  await expect(chat.answerThatIs('complete').last()).toContainText('Changed.')
  await chat.answer
    .last()
    .getByRole('group', { name: /there\.svg/ })
    .getByRole('button')
    .first()
    .press('Enter')
  writeFileSync(join(folder, 'there.svg'), '<svg><title>Later</title></svg>')
  await showPage.last().click()
  await expect(dialog.frameLocator('iframe').locator('title')).toHaveText('Later')
  await page.keyboard.press('Escape')

  const { session } = await invoke(page, 'sessions.import', {
    title: 'A result',
    messages: [
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: 'read', toolName: 'read', input: {}, state: 'done' },
          {
            type: 'tool-result',
            toolCallId: 'read',
            output: '<!doctype html>\n<html><body><h1>Returned</h1></body></html>',
          },
        ],
      },
    ],
  })
  await openByAddress(page, 'chat', session.id)
  await page.getByRole('group', { name: 'read' }).getByRole('button').press('Enter')
  await showPage.click()
  await expect(heading).toHaveText('Returned')
})

/** Opens the first answer in a result. */
function openFirstAnswer(sets: Locator): Promise<void> {
  const row = sets.getByRole('table', { name: 'Result' }).getByRole('row').nth(1)
  return row.getByRole('button').first().press('Enter')
}
