// Takes screenshots of every view; arguments select those that have all of them in their names. Those in German are only
// taken if an argument is `german`.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { type BrowserContext, chromium, type Page } from '@playwright/test'

import { type LiveApp, startWebApp } from '../e2e/helpers/live-app.ts'
import { WebProfiles } from '../e2e/helpers/web-profiles.ts'
import { invoke } from '../e2e/helpers/pages/window-api.ts'
import { installFakes } from '../e2e/fake-cli/install-fakes.ts'
import { callsWhatIsAsked } from '../e2e/fake-provider/tool-steps.ts'
import { findBrowser } from './ensure-browser.mjs'
import { agentChoiceScenes } from './scenes/agent-choice-scenes.ts'
import { agentScenes } from './scenes/agent-scenes.ts'
import { chatModels } from './scenes/samples/chat-samples.ts'
import { chatScenes } from './scenes/chat-scenes.ts'
import { contextModels, contextScenes } from './scenes/context-scenes.ts'
import { comparePageModels, comparePageScenes } from './scenes/compare-page-scenes.ts'
import { compareScenes } from './scenes/compare-scenes.ts'
import { decidingModels, decidingScenes } from './scenes/deciding-scenes.ts'
import { exportedScenes } from './scenes/exported-scenes.ts'
import { pageScenes } from './scenes/page-scenes.ts'
import { projectScenes } from './scenes/project-scenes.ts'
import { resetChats } from './scenes/samples/reset-chats.ts'
import { knowledgeScenes } from './scenes/knowledge-scenes.ts'
import { readmeModels, readmeScenes } from './scenes/readme-scenes.ts'
import { sampleModels } from './scenes/samples/sample-models.ts'
import type { Scene } from './scenes/scene.ts'
import { setPageScenes } from './scenes/set-page-scenes.ts'
import { rubricScenes } from './scenes/rubric-scenes.ts'
import { setScenes } from './scenes/set-scenes.ts'
import { settingsScenes } from './scenes/settings-scenes.ts'
import { spendingScenes } from './scenes/spending-scenes.ts'
import { callScenes } from './scenes/call-scenes.ts'
import { toolScenes } from './scenes/tool-scenes.ts'
import { whichModels, whichModelScenes } from './scenes/which-model-scenes.ts'
import { windowScenes } from './scenes/window-scenes.ts'

const sizes = [
  { width: 1440, height: 900 },
  { width: 900, height: 600 },
  { width: 1920, height: 1080 },
  // 1440 by 900 at 200 %.
  { width: 720, height: 450 },
  { width: 2560, height: 1440 },
]
const themes = ['light', 'dark', 'contrast-light', 'contrast-dark'] as const
type Theme = (typeof themes)[number]
const folder = join(import.meta.dirname, '../test-results/screenshots')

/** How long it takes until a diagram begins to be drawn again in the colours of another theme. */
const redrawMs = 200

/** Scenes by the name of the screenshot. */
const scenes: Readonly<Record<string, Scene>> = {
  ...chatScenes,
  ...contextScenes,
  ...agentScenes,
  ...windowScenes,
  ...compareScenes,
  ...pageScenes,
  ...comparePageScenes,
  ...projectScenes,
  ...knowledgeScenes,
  ...settingsScenes,
  ...setScenes,
  ...setPageScenes,
  ...rubricScenes,
  ...spendingScenes,
  ...toolScenes,
  ...callScenes,
  ...decidingScenes,
  ...whichModelScenes,
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
  using fakes = installFakes({ without: ['opencode', 'codex-acp'] })
  await takeAll(scenes, {})
  await takeAll(agentChoiceScenes, fakes.environment)
} finally {
  await chromiumBrowser.close()
}

/** Takes the wanted screenshots of these scenes, in an app of their own: installed agents change what an app offers. */
async function takeAll(taken: Readonly<Record<string, Scene>>, env: Record<string, string>): Promise<void> {
  const pictures = Object.entries(taken).flatMap(([name, show]) =>
    sizes.flatMap((size) => {
      const nameIn = (theme: Theme) =>
        `${name}-${theme}-${size.width}x${size.height}${isGerman ? '-german' : ''}`
      const wantedThemes = themes.filter((theme) => wanted.every((word) => nameIn(theme).includes(word)))
      return wantedThemes.length === 0 ? [] : [{ show, size, nameIn, wantedThemes }]
    }),
  )
  if (pictures.length === 0) return
  const app = await startWebApp(new WebProfiles(Promise.resolve(chromiumBrowser)), {
    models: {
      ...sampleModels,
      ...chatModels,
      ...contextModels,
      ...readmeModels,
      ...decidingModels,
      ...comparePageModels,
      ...whichModels,
      caller: callsWhatIsAsked,
    },
    // An address without a server.
    env: { ...env, PARLEY_PRESET_ADDRESSES: JSON.stringify({ anthropic: 'http://127.0.0.1:9' }) },
  })
  try {
    for (const picture of pictures) await take(app, picture)
  } finally {
    await app.close()
  }
}

interface Picture {
  show: Scene
  size: { width: number; height: number }
  nameIn: (theme: Theme) => string
  wantedThemes: readonly Theme[]
}

/** Shows a scene once, and takes it in each of the themes. */
async function take(app: LiveApp, { show, size, nameIn, wantedThemes }: Picture): Promise<void> {
  const context = await openContext(app, size)
  try {
    await prepare(app)
    const page = await context.newPage()
    await page.emulateMedia(mediaOf(wantedThemes[0] ?? 'light'))
    await page.goto(app.host?.pageUrl ?? '')
    await show(page, app)
    // A page that was exported has no other language.
    if (isGerman && page.url().startsWith('http')) await speakGerman(page)
    for (const [index, theme] of wantedThemes.entries()) {
      if (index > 0) {
        const diagrams = page.locator('[data-slot="markdown-diagram"] figure')
        const count = await diagrams.count()
        await page.emulateMedia(mediaOf(theme))
        await page.waitForTimeout(redrawMs)
        if (count > 0) await diagrams.nth(count - 1).waitFor({ state: 'attached' })
      }
      await page.screenshot({ path: join(folder, `${nameIn(theme)}.png`) })
    }
    await mend(app, page)
  } catch (error) {
    process.exitCode = 1
    console.error(`${nameIn(wantedThemes[0] ?? 'light')}: ${String(error)}`)
  } finally {
    await context.close()
  }
}

function mediaOf(theme: Theme) {
  return {
    colorScheme: theme.endsWith('dark') ? 'dark' : 'light',
    contrast: theme.startsWith('contrast') ? 'more' : 'no-preference',
  } as const
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
  viewport: { width: number; height: number },
): Promise<BrowserContext> {
  const cookie = await app.host?.cookie()
  const context = await chromiumBrowser.newContext({ viewport })
  context.setDefaultTimeout(7_000)
  if (cookie !== undefined) await context.addCookies([{ ...cookie, domain: '127.0.0.1' }])
  return context
}
