// Shows hostile pages in a real browser. A server and a proxy listen for what they must never hear, the window for
// long tasks, and the browser's process list for frames that outlive their page.
import { chromium, type CDPSession, type Page } from '@playwright/test'

import { ensureTestBrowser } from '../../scripts/ensure-browser.mjs'
import { completeStream } from '../fake-provider/script.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { invoke } from '../helpers/pages/window-api.ts'
import { openProxy } from '../helpers/proxy-server.ts'
import { formatTable } from '../helpers/table.ts'
import { type HostilePage, hostilePages } from '../hostile-pages/hostile-pages.ts'
import { openTrap } from '../hostile-pages/trap.ts'
import { type Drill, runDrill, within } from './parts/drill.ts'

/** How long each page may try. */
const tryMs = 900
/** A page that does not answer is removed after five seconds. */
const removedWithinMs = 25_000
const goneWithinMs = 1_000
const longTaskMs = 50

await runDrill({ name: 'pages', limitSeconds: 900, count: 1, play })

async function play(drill: Drill): Promise<void> {
  const installed = ensureTestBrowser()
  if (installed === null) throw new Error('the drill needs a browser')
  const trap = await openTrap()
  drill.onOver(() => trap.close())
  const proxy = await openProxy({})
  drill.onOver(() => proxy[Symbol.asyncDispose]())
  const host = await drill.startHost()
  const browser = await chromium.launch({
    executablePath: installed.path,
    args: [
      '--site-per-process',
      '--disable-background-networking',
      `--proxy-server=http://${proxy.address}`,
      '--proxy-bypass-list=127.0.0.1;*.localhost',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
  drill.onOver(() => browser.close())
  const system = await browser.newBrowserCDPSession()
  const context = await browser.newContext()
  const page = await context.newPage()
  let surprises = 0
  context.on('page', () => (surprises += 1))
  page.on('download', () => (surprises += 1))
  page.on('dialog', () => (surprises += 1))
  await page.goto(host.url)
  await invoke(page, 'providers.save', { id: 'fake', kind: 'openai-compatible', baseUrl: drill.fake.baseUrl })
  await invoke(page, 'settings.set', { nameChats: false })
  await page.evaluate(
    'globalThis.longTasks = []; new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) longTasks.push(duration) }).observe({ type: "longtask" })',
  )
  const rows: string[][] = []
  for (let round = 0; round < drill.count; round += 1) {
    for (const hostile of hostilePages(trap.origin)) {
      const before = {
        heard: trap.heard(),
        surprises,
        asked: proxy.asked.length,
        processes: await renderers(system),
      }
      const { phase, longestMs } = await within(40_000, show(drill, page, hostile), hostile.name)
      const gone = await goneAfter(system, before.processes)
      const asked = proxy.asked.slice(before.asked)
      drill.check(
        trap.heard() === before.heard,
        () => `${hostile.name}: the server heard ${trap.heard() - before.heard} connections`,
      )
      drill.check(asked.length === 0, () => `${hostile.name}: the proxy was asked for ${asked.join(', ')}`)
      drill.check(
        surprises === before.surprises,
        () => `${hostile.name}: opened a window, a dialog or a download`,
      )
      drill.check((hostile.ends ?? ['painted']).includes(phase), () => `${hostile.name}: ended as ${phase}`)
      drill.check(longestMs <= longTaskMs, () => `${hostile.name}: a task of ${longestMs} ms in the window`)
      drill.check(gone <= goneWithinMs, () => `${hostile.name}: its process was there after ${gone} ms`)
      rows.push([hostile.name, phase, `${Math.round(longestMs)} ms`, `${gone} ms`])
    }
  }
  console.log(formatTable(['page', 'ended as', 'longest task', 'process gone after'], rows))
}

/** Shows the page of an answer, lets it try, and closes it. Returns its last phase and the window's longest task. */
async function show(
  drill: Drill,
  page: Page,
  hostile: HostilePage,
): Promise<{ phase: string; longestMs: number }> {
  const answer = `\`\`\`\`\`html\n${hostile.html}\n\`\`\`\`\`\n`
  drill.fake.script('hostile', completeStream([{ type: 'tokens', tokens: [answer] }]))
  const chat = new Chat(page)
  await chat.begin('fake/hostile', hostile.name)
  await chat.answerThatIs('complete').waitFor()
  await page.waitForFunction(
    (title) =>
      `${title} · Parley` === (globalThis as unknown as { document: { title: string } }).document.title,
    hostile.name,
  )
  const look = await windowOf(page)
  await page.evaluate('longTasks.length = 0')
  await page.keyboard.press('Alt+g')
  const shown = page.locator('[data-slot="page"]')
  await shown.and(page.locator(':not([data-phase=loading])')).waitFor({ timeout: removedWithinMs })
  if (hostile.needsClick === true) {
    await page.locator('[data-slot="page-place"]').hover()
    await page.locator('[data-slot="page-place"]').click({ position: { x: 100, y: 80 } })
  }
  await page.waitForTimeout(tryMs)
  const mayEnd = hostile.ends ?? []
  if (mayEnd.length > 0 && !mayEnd.includes('painted'))
    await shown.and(page.locator(':not([data-phase=painted])')).waitFor({ timeout: removedWithinMs })
  const phase = (await shown.getAttribute('data-phase')) ?? 'none'
  const longestMs = await page.evaluate<number>('Math.max(0, ...longTasks)')
  const isFocusTaken = await page.evaluate('document.activeElement?.tagName === "IFRAME"')
  drill.check(isFocusTaken !== true || hostile.needsClick === true, () => `${hostile.name}: took the focus`)
  const now = await windowOf(page)
  drill.check(now === look, () => `${hostile.name}: changed the window from ${look} to ${now}`)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page
    .locator('iframe')
    .waitFor({ state: 'detached', timeout: 5_000 })
    .catch(() => page.keyboard.press('Alt+g'))
  drill.check((await page.locator('iframe').count()) === 0, () => `${hostile.name}: its frame is still there`)
  return { phase, longestMs }
}

/** What no page may change: where the window is, its name, and what it says beside the page. */
function windowOf(page: Page): Promise<string> {
  return page.evaluate<string>(
    'JSON.stringify([location.href, document.title, document.querySelector("article[data-role=user]")?.textContent, document.querySelectorAll("dialog[open], [role=dialog]").length])',
  )
}

async function renderers(system: CDPSession): Promise<Set<number>> {
  const { processInfo } = await system.send('SystemInfo.getProcessInfo')
  return new Set(processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id))
}

/** How long the processes that are new since `before` are still there, in milliseconds. */
async function goneAfter(system: CDPSession, before: ReadonlySet<number>): Promise<number> {
  const startedMs = performance.now()
  for (;;) {
    const ids = await renderers(system)
    const passedMs = Math.round(performance.now() - startedMs)
    // The browser keeps one process in reserve.
    if ([...ids].filter((id) => !before.has(id)).length <= 1 || passedMs > goneWithinMs * 2) return passedMs
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
