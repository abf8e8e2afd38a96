// Takes screenshots of every view; arguments select those that have all of them in their names. Those in German are only
// taken if an argument is `german`.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { type BrowserContext, chromium, type Page } from '@playwright/test'

import { type LiveApp, startWebApp } from '../e2e/helpers/live-app.ts'
import { WebProfiles } from '../e2e/helpers/web-profiles.ts'
import { invoke } from '../e2e/helpers/pages/window-api.ts'
import { callsWhatIsAsked } from '../e2e/fake-provider/tool-steps.ts'
import { findBrowser } from './ensure-browser.mjs'
import { agentScenes } from './scenes/agent-scenes.ts'
import { chatModels } from './scenes/samples/chat-samples.ts'
import { chatScenes } from './scenes/chat-scenes.ts'
import { compareScenes } from './scenes/compare-scenes.ts'
import { decidingModels, decidingScenes } from './scenes/deciding-scenes.ts'
import { exportedScenes } from './scenes/exported-scenes.ts'
import { projectScenes } from './scenes/project-scenes.ts'
import { resetChats } from './scenes/samples/reset-chats.ts'
import { knowledgeScenes } from './scenes/knowledge-scenes.ts'
import { readmeModels, readmeScenes } from './scenes/readme-scenes.ts'
import { sampleModels } from './scenes/samples/sample-models.ts'
import type { Scene } from './scenes/scene.ts'
import { setScenes } from './scenes/set-scenes.ts'
import { settingsScenes } from './scenes/settings-scenes.ts'
import { spendingScenes } from './scenes/spending-scenes.ts'
import { callScenes } from './scenes/call-scenes.ts'
import { toolScenes } from './scenes/tool-scenes.ts'
import { windowScenes } from './scenes/window-scenes.ts'

const sizes = [
  { width: 1440, height: 900 },
  { width: 900, height: 600 },
  { width: 2560, height: 1440 },
]
const themes = ['light', 'dark', 'contrast-light', 'contrast-dark'] as const
const folder = join(import.meta.dirname, '../test-results/screenshots')

/** Scenes by the name of the screenshot. */
const scenes: Readonly<Record<string, Scene>> = {
  ...chatScenes,
  ...agentScenes,
  ...windowScenes,
  ...compareScenes,
  ...projectScenes,
  ...knowledgeScenes,
  ...settingsScenes,
  ...setScenes,
  ...spendingScenes,
  ...toolScenes,
  ...callScenes,
  ...decidingScenes,
  ...exportedScenes,
  ...readmeScenes,
}

const wanted = process.argv.slice(2)
const isGerman = wanted.includes('german')
const browser = findBrowser()
if (browser === null) throw new Error('No browser was found to take screenshots with.')
mkdirSync(folder, { recursive: true })
const chromiumBrowser = await chromium.launch({
  executablePath: browser.path,
  // Diagrams need a separate process to be drawn.
  args: ['--site-per-process', ...(process.getuid?.() === 0 ? ['--no-sandbox', '--test-type'] : [])],
})
try {
  const app = await startWebApp(new WebProfiles(Promise.resolve(chromiumBrowser)), {
    models: {
      ...sampleModels,
      ...chatModels,
      ...readmeModels,
      ...decidingModels,
      caller: callsWhatIsAsked,
    },
    // An address without a server.
    env: { PARLEY_PRESET_ADDRESSES: JSON.stringify({ anthropic: 'http://127.0.0.1:9' }) },
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
    const picture = `${name}-${theme}-${size.width}x${size.height}${isGerman ? '-german' : ''}`
    if (!wanted.every((word) => picture.includes(word))) continue
    const context = await openContext(app, theme, size)
    try {
      await prepare(app)
      const page = await context.newPage()
      await page.goto(app.host?.pageUrl ?? '')
      await show(page, app)
      // A page that was exported has no other language.
      if (isGerman && page.url().startsWith('http')) await speakGerman(page)
      await page.screenshot({ path: join(folder, `${picture}.png`) })
      await mend(app, page)
    } catch (error) {
      process.exitCode = 1
      console.error(`${picture}: ${String(error)}`)
    } finally {
      await context.close()
    }
  }
}

/** The scenes use English names, so the language changes afterwards, in place. */
async function speakGerman(page: Page): Promise<void> {
  await invoke(page, 'settings.set', { language: 'de' })
  await page.locator('html[lang=de]').waitFor()
}

/** Sets up the same state for every scene, whatever the previous one left behind. */
async function prepare(app: LiveApp): Promise<void> {
  const client = await app.host?.connect()
  if (client === undefined) return
  const { providers } = await client.invoke('providers.list', {})
  for (const { id } of providers) await client.invoke('providers.remove', { id })
  await client.invoke('providers.save', {
    id: 'fake',
    kind: 'openai-compatible',
    name: 'Fake',
    baseUrl: app.fake.baseUrl,
  })
  const { servers } = await client.invoke('servers.list', {})
  for (const { id } of servers) await client.invoke('servers.remove', { id })
  await client.invoke('settings.set', { monthLimitUsd: null, language: 'en' })
  await resetChats(client)
  await client.close()
}

/** Repairs the app for the next scene if this one broke it. */
async function mend(app: LiveApp, page: Page): Promise<void> {
  const client = await app.host?.connect()
  if (client === undefined) return
  await client.invoke('test.storeFault', { kind: null })
  if ((await client.invoke('health.get', {})).status !== 'ok') {
    const reloaded = page.waitForEvent('load')
    await client.invoke('app.restart', {})
    await reloaded
  }
  await client.close()
}

async function openContext(
  app: LiveApp,
  theme: (typeof themes)[number],
  viewport: { width: number; height: number },
): Promise<BrowserContext> {
  const cookie = await app.host?.cookie()
  const context = await chromiumBrowser.newContext({
    colorScheme: theme.endsWith('dark') ? 'dark' : 'light',
    contrast: theme.startsWith('contrast') ? 'more' : 'no-preference',
    viewport,
  })
  context.setDefaultTimeout(7_000)
  if (cookie !== undefined) await context.addCookies([{ ...cookie, domain: '127.0.0.1' }])
  return context
}
