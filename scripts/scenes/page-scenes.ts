import type { Page } from '@playwright/test'

import { invoke } from '../../e2e/helpers/pages/window-api.ts'
import { openChat } from './samples/stored-chats.ts'
import type { Scene } from './scene.ts'

const styles =
  'body{margin:0;font:16px/1.5 system-ui;color:#1d2b36;background:#f4f8fa}header{padding:3rem 2rem;color:#fff;background:ACCENT}' +
  'h1{margin:0 0 .5rem;font-size:2rem}main{display:grid;grid-template-columns:repeat(auto-fit,minmax(200px,1fr));gap:1rem;padding:2rem}' +
  'article{padding:1rem;border-radius:8px;background:#fff;box-shadow:0 1px 4px #0002}button{padding:.6rem 1.2rem;border:0;border-radius:6px;font:inherit;color:ACCENT;background:#fff}'

/** A landing page in this colour. */
function landingPage(accent: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta name="viewport" content="width=device-width">
<style>${styles.replaceAll('ACCENT', accent)}</style>
</head>
<body>
<header><h1>Harbour Bakery</h1><p>Bread from our own sourdough, every morning from seven.</p><button>Order a loaf</button></header>
<main>
<article><h2>Rye</h2><p>Three days old when it is baked, and better on the fourth.</p></article>
<article><h2>Seeds</h2><p>Pumpkin, sesame and linseed in every slice.</p></article>
<article><h2>Rolls</h2><p>Small, crusty, and gone by ten.</p></article>
</main>
</body>
</html>`
}

const faulty = landingPage('#1f6f78').replace(
  '</body>',
  '<img src="https://images.example/oven.jpg" alt="">\n<script>\nconsole.log("2 loaves left")\nconsole.warn("price is not a number")\nshowPrices(loaves)\n</script>\n</body>',
)

function answerOf(code: string): string {
  return `A landing page with three products:\n\n\`\`\`html\n${code}\n\`\`\``
}

async function openPage(page: Page, source: string, later?: string): Promise<void> {
  const sessionId = await openChat(page, {
    title: 'A page for a bakery',
    messages: [
      { role: 'user', content: 'Write a landing page for a bakery by the harbour.' },
      { role: 'assistant', content: answerOf(source) },
    ],
  })
  if (later !== undefined) {
    const { messages } = await invoke(page, 'sessions.get', { sessionId })
    const messageId = messages.at(-1)?.id
    if (messageId !== undefined)
      await invoke(page, 'messages.edit', { sessionId, messageId, text: answerOf(later) })
    await page.getByText('2 of 2').waitFor()
  }
  await page.keyboard.press('Alt+g')
  await painted(page)
}

function painted(page: Page): Promise<void> {
  return page
    .locator('[data-slot="page-panel"] iframe')
    .last()
    .contentFrame()
    .getByRole('heading', { name: 'Harbour Bakery' })
    .waitFor()
}

async function choose(page: Page, ...names: string[]): Promise<void> {
  const panel = page.getByRole('region', { name: 'Page', exact: true })
  for (const name of names) await panel.getByText(name, { exact: true }).click()
}

/** The page of an answer beside its chat; over it in a narrow window. */
export const pageScenes: Readonly<Record<string, Scene>> = {
  'page-shown': (page) => openPage(page, landingPage('#1f6f78')),
  'page-phone': async (page) => {
    await openPage(page, landingPage('#1f6f78'))
    await choose(page, 'Phone')
  },
  'page-source': async (page) => {
    await openPage(page, landingPage('#1f6f78'))
    await choose(page, 'Source')
    await page.locator('[data-slot="page-panel"] [data-code]').first().waitFor()
  },
  'page-problems': async (page) => {
    await openPage(page, faulty)
    await page.getByText('Request blocked').waitFor()
  },
  'page-difference': async (page) => {
    await openPage(page, landingPage('#1f6f78'), landingPage('#8a3b12'))
    await choose(page, 'Compare')
    await painted(page)
  },
  'page-slider': async (page) => {
    await openPage(page, landingPage('#1f6f78'), landingPage('#8a3b12'))
    await choose(page, 'Compare', 'Slider')
    await painted(page)
  },
  'page-table': async (page) => {
    await openChat(page, {
      title: 'Sales as a table',
      messages: [
        { role: 'user', content: 'Sales per week, as CSV.' },
        {
          role: 'assistant',
          content: '```csv\nweek,bread,sold\n31,Rye,120\n31,Seeds,86\n32,Rye,131\n```',
        },
      ],
    })
    await page.keyboard.press('Alt+g')
    await page.locator('[data-slot="page-panel"] iframe').contentFrame().getByText('Seeds').waitFor()
  },
}
