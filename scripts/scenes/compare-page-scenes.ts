import type { Page } from '@playwright/test'

import { completeStream, type ModelScript } from '../../e2e/fake-provider/script.ts'
import { Compare } from '../../e2e/helpers/pages/compare.ts'
import type { Scene } from './scene.ts'

const saying = (html: string): ModelScript =>
  completeStream([{ type: 'tokens', tokens: [`Here is the page.\n\n\`\`\`html\n${html}\n\`\`\`\n`] }])

interface Look {
  accent: string
  ground: string
  font: string
  radius: number
}

/** A landing page, of the kind that models write. */
function landing(title: string, { accent, ground, font, radius }: Look): string {
  return `<!doctype html>
<title>${title}</title>
<style>
body { margin: 0; font: 16px/1.5 ${font}; background: ${ground}; color: #1d2330 }
header, section { padding: 32px 24px; max-width: 900px; margin: auto }
h1 { font-size: clamp(28px, 6vw, 52px); margin: 0 0 8px; line-height: 1.1 }
button, input { font: inherit; padding: 10px 18px; border-radius: ${radius}px; border: 1px solid ${accent} }
button { background: ${accent}; color: #fff }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(180px, 1fr)); gap: 16px }
.card { background: #fff; border-radius: ${radius}px; padding: 18px; box-shadow: 0 2px 10px #0001 }
</style>
<header><h1>${title}</h1><p>Bread from this morning, at your door before breakfast.</p>
<form><label>E-mail <input type="email" placeholder="you@example.com"></label> <button type="button">Join</button> <output></output></form></header>
<section class="cards"><div class="card"><h2>Rye</h2><p>Dark, dense, two days old at its best.</p></div><div class="card"><h2>Spelt</h2><p>Nutty and light.</p></div><div class="card"><h2>Rolls</h2><p>Baked twice a day.</p></div></section>
<section style="height:900px"><h2>Our oven</h2><p>Built in 1911.</p></section>
<script>document.querySelector('button').onclick = () => { document.querySelector('output').textContent = 'Thank you!' }</script>`
}

/** Pages that differ, one without a field, one that never responds, and no page. */
export const comparePageModels: Readonly<Record<string, ModelScript>> = {
  'page-warm': saying(
    landing('Good bread', { accent: '#b4531f', ground: '#fdf6ee', font: 'Georgia, serif', radius: 4 }),
  ),
  'page-cool': saying(
    landing('The Daily Loaf', { accent: '#2456c8', ground: '#f2f5fb', font: 'system-ui', radius: 20 }),
  ),
  'page-bare': saying('<h1>Bakery</h1><p>Call us.</p><a href="#menu">Menu</a><h2 id="menu">Menu</h2>'),
  'page-stuck': saying('<h1>Never shown</h1><script>for (;;);</script>'),
}

const four = ['fake/page-warm', 'fake/page-cool', 'fake/page-bare', 'fake/llama3.1:8b']

/** Comparisons that show the pages of their answers. */
export const comparePageScenes: Readonly<Record<string, Scene>> = {
  'compare-pages-two': async (page) => {
    await shown(page, four.slice(0, 2))
  },
  'compare-pages-four': async (page) => {
    await shown(page, four)
  },
  'compare-pages-phone': async (page) => {
    await shown(page, four.slice(0, 2))
    await page.getByRole('radio', { name: 'Phone' }).press('Space')
  },
  'compare-pages-flipped': async (page) => {
    await shown(page, four.slice(0, 2))
    await page.keyboard.press('Alt+G')
  },
  'compare-pages-large': async (page) => {
    await shown(page, four)
    await page.getByRole('button', { name: 'Mirror' }).waitFor()
    await page.keyboard.press('ArrowRight')
    // If only one pane fits, it is already large.
    if ((await page.getByRole('button', { name: /^Show pane/ }).count()) === 0)
      await page.keyboard.press('Alt+M')
  },
  'compare-pages-mirrored': async (page) => {
    await shown(page, four.slice(0, 3))
    await page.getByRole('button', { name: 'Use page' }).first().press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('ada@example.com')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.frameLocator('iframe').first().getByText('Thank you!').waitFor()
  },
  'compare-pages-blind-waiting': async (page) => {
    await shown(page, ['fake/page-warm', 'fake/page-cool', 'fake/page-stuck'], { isBlind: true })
    await page.getByText('The pages appear together').first().waitFor()
  },
  'compare-pages-blind': async (page) => {
    await shown(page, ['fake/page-warm', 'fake/page-cool', 'fake/page-stuck'], { isBlind: true })
    await page.getByText('Stopped: the page did not respond').waitFor({ state: 'attached' })
  },
}

/** Asks for a page and shows what came. */
async function shown(page: Page, models: readonly string[], options = {}): Promise<Compare> {
  const compare = new Compare(page)
  await compare.begin(models, options)
  await compare.ask('Write the landing page of a bakery that delivers.')
  await page
    .getByRole('group', { name: 'Vote' })
    .or(page.getByText('Which answer is best?'))
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Show pages' }).click()
  if (!('isBlind' in options))
    await page.locator('[data-slot="page"][data-phase="painted"]').first().waitFor()
  return compare
}
