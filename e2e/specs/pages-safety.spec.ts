import type { Page } from '@playwright/test'

import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { hostilePages } from '../hostile-pages/hostile-pages.ts'
import { openTrap } from '../hostile-pages/trap.ts'

const answerWith = (html: string) =>
  completeStream([{ type: 'tokens', tokens: [`\`\`\`\`\`html\n${html}\n\`\`\`\`\`\n`] }])
/** At once, one of each kind that ends by itself; the drill tries all. */
const chosen = [
  'sockets',
  'links in markup',
  'frames',
  'the window around it',
  'forms',
  'the focus by selecting',
  'going to a server',
]

test.use({
  appOptions: {
    models: Object.fromEntries(
      [...chosen.keys(), 'page'].map((name) => [`page-${name}`, completeStream([])]),
    ),
  },
})

async function showPage(page: Page, html: string, script: (answer: ReturnType<typeof answerWith>) => void) {
  script(answerWith(html))
  const chat = new Chat(page)
  await chat.begin('fake/page-page', 'A page please')
  await expect(chat.answerThatIs('complete')).toBeVisible()
  await page.keyboard.press('Alt+g')
}

test('seven hostile pages at once connect to nothing, change nothing, are stopped if they must be, and are gone when the view is left', async ({
  app,
  page,
  windowErrors,
}) => {
  // What the browser says about what it refused.
  windowErrors.expect(/violates the following Content Security Policy directive/)
  windowErrors.expect(/Unsafe attempt to initiate navigation/)
  const trap = await openTrap()
  try {
    const pages = hostilePages(trap.origin)
    for (const [index, name] of chosen.entries()) {
      const html = pages.find((each) => each.name === name)?.html ?? ''
      expect(html, name).not.toBe('')
      app.fake.script(`page-${index}`, answerWith(html))
    }
    const others: unknown[] = []
    page.context().on('page', (other) => others.push(other))
    page.on('download', (download) => others.push(download))
    page.on('dialog', (dialog) => others.push(dialog))
    const compare = new Compare(page)
    await compare.begin([...chosen.keys()].map((index) => `fake/page-${index}`))
    await compare.ask('A page please')
    await expect(page.getByText('Which answer is best?')).toBeVisible()
    const address = page.url()
    await compare.message.focus()
    await page.keyboard.press('Alt+g')
    await expect(page.locator('[data-slot="page"]')).toHaveCount(7)
    // The window keeps the focus.
    await page.keyboard.type('Next question')
    await expect(compare.message).toHaveValue('Next question')
    for (const [phase, count] of [
      ['left', 1],
      ['painted', 6],
    ] as const)
      await expect(page.locator(`[data-slot="page"][data-phase=${phase}]`)).toHaveCount(count)
    expect([trap.heard(), others, page.url()]).toEqual([0, [], address])
    await page.getByRole('button', { name: 'Ranking', exact: true }).first().click()
    await expect(page.locator('iframe')).toHaveCount(0)
    expect(trap.heard()).toBe(0)
    expect((await app.health()).status).toBe('ok')
  } finally {
    trap.close()
  }
})

test('a page that loops ends with its process, and Escape and the keys of Parley work inside a page', async ({
  app,
  page,
  hostKind,
}) => {
  const html =
    '<h1>Hello</h1><input aria-label="Name"><script>onkeydown = (event) => event.stopImmediatePropagation()</script>'
  await showPage(page, html, (answer) => app.fake.script('page-page', answer))
  const use = page.getByRole('button', { name: 'Use page' })
  await use.press('Enter')
  await expect(page.locator('iframe')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('me')
  await expect(page.locator('iframe').contentFrame().getByLabel('Name')).toHaveValue('me')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await use.press('Enter')
  await page.keyboard.press('Escape')
  await expect(use).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.locator('iframe')).toHaveCount(0)

  test.skip(hostKind === 'electron', 'the processes of Playwright’s browser are counted')
  const system = await page.context().browser()?.newBrowserCDPSession()
  const renderers = async () => {
    const list = (await system?.send('SystemInfo.getProcessInfo'))?.processInfo ?? []
    return list.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  }
  const before = await renderers()
  await showPage(page, '<script>for (;;);</script>', (answer) => app.fake.script('page-page', answer))
  await expect(page.locator('iframe')).toHaveCount(1)
  await page.keyboard.press('Alt+g')
  await expect(page.locator('iframe')).toHaveCount(0)
  // The browser may keep one in reserve.
  const added = async () => (await renderers()).filter((id) => !before.includes(id)).length
  await expect.poll(added).toBeLessThanOrEqual(1)
})

test('a page out of view is paused, and resumes when it is seen again', async ({ app, page }) => {
  const counting =
    '<output>0</output><script>setInterval(() => { document.querySelector("output").value = 1 + Number(document.querySelector("output").value) }, 10)</script>'
  for (const index of [0, 1]) app.fake.script(`page-${index}`, answerWith(counting))
  const compare = new Compare(page)
  await compare.begin(['fake/page-0', 'fake/page-1'])
  await compare.ask('A page please')
  await expect(page.getByText('Which answer is best?')).toBeVisible()
  await page.keyboard.press('Alt+g')
  await expect(page.locator('[data-slot="page"][data-phase=painted]')).toHaveCount(2)
  const count = async (index: number) =>
    Number(await page.locator('iframe').nth(index).contentFrame().locator('output').textContent())
  const rates = async () => {
    const before = await Promise.all([count(0), count(1)])
    // A rate takes time: at rest, nothing changes that could be waited for.
    await page.waitForTimeout(300)
    return [(await count(0)) - before[0], (await count(1)) - before[1]]
  }
  await expect(async () => expect(Math.min(...(await rates()))).toBeGreaterThan(2)).toPass()
  await page.keyboard.press('Alt+g')
  await expect(async () => expect(await rates()).toEqual([0, 0])).toPass()
  await page.keyboard.press('Alt+g')
  await expect(async () => expect(Math.min(...(await rates()))).toBeGreaterThan(2)).toPass()
})

test('a browser that would run pages on the thread of the window shows none', async ({
  app,
  page: _page,
  playwright,
  launchOptions,
}) => {
  test.skip(app.host === null, 'Electron keeps the pages apart')
  const shared = '--disable-features=IsolateSandboxedIframes,IsolateOrigins,site-per-process'
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []).filter((each) => each !== '--site-per-process'),
      '--disable-site-isolation-trials',
      shared,
    ],
  })
  try {
    const context = await browser.newContext()
    const { name, value, path } = (await app.host?.cookie()) ?? { name: '', value: '', path: '' }
    await context.addCookies([{ name, value, path, domain: '127.0.0.1', httpOnly: true, sameSite: 'Strict' }])
    const page = await context.newPage()
    await page.goto(app.host?.pageUrl ?? '')
    await showPage(page, '<h1>Hello</h1>', (answer) => app.fake.script('page-page', answer))
    await expect(page.getByText(/does not give the page a process of its own/)).toBeVisible()
    await expect(page.locator('iframe')).toHaveCount(0)
  } finally {
    await browser.close()
  }
})
