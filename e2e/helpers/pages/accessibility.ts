import type { Page } from '@playwright/test'
import axe from 'axe-core'

import { expect } from '../../fixtures.ts'
import type { AppSettings } from '../../../src/shared/app/settings.ts'
import { assertInspected, type Excuse, type RuleRun, withoutExcused } from './axe-findings.ts'
import { occupy } from '../../suite/occupied-windows.ts'
import { invoke } from './window-api.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const notYetOrNoMore = ['experimental', 'deprecated']
const allRules = axe
  .getRules(standards)
  .filter(({ tags }) => !tags.some((tag) => notYetOrNoMore.includes(tag)))
const rulesOf = {
  all: allRules.map(({ ruleId }) => ruleId),
  /** The only rules that depend on the theme, because a theme is a set of colours. */
  colour: allRules.filter(({ tags }) => tags.includes('cat.color')).map(({ ruleId }) => ruleId),
}
const listReason =
  'the field that owns the list keeps the focus; its arrow keys move through the list and scroll it'
/** False positives, matched by part of the element's markup. */
const excused: readonly Excuse[] = [
  { rule: 'scrollable-region-focusable', at: 'data-slot="command-list"', why: listReason },
  { rule: 'scrollable-region-focusable', at: 'data-slot="model-list-scroll"', why: listReason },
  {
    rule: 'aria-hidden-focus',
    at: 'data-base-ui-focus-guard',
    why: 'it marks the edge of a popup and passes the focus on at once',
  },
]
const excusedByPopup: Excuse = {
  rule: 'region',
  at: '',
  why: 'a popup is rendered above the page, outside its landmarks, and belongs to its button',
}
const impacts = ['critical', 'serious', 'moderate', 'minor'] as const

/** The columns of the rows that `inspectState` returns. */
export const inspectionColumns = ['view', 'theme', 'rules', ...impacts, 'excused', 'undecided']

/** The violations in one state of a window, and a table row for each inspection of it. */
export interface Inspection {
  /** As "theme, impact rule: element". */
  violations: string[]
  rows: string[][]
}

type Theme = 'light' | 'dark'

/** The part of the DOM that this file uses; this project has no DOM types. */
interface PageGlobals {
  axe?: { run(options: axe.RunOptions): Promise<axe.AxeResults> }
  document: {
    documentElement: { dataset: { theme?: string } }
    adoptedStyleSheets: unknown[]
  }
  CSSStyleSheet: new () => { replaceSync(css: string): void }
}

/** Changes appearance settings as the Settings dialog would, and reloads the window if it still shows others. */
export async function setAppearance(page: Page, look: Partial<AppSettings>): Promise<void> {
  const { settings } = await invoke(page, 'settings.get', {})
  if (Object.entries(look).some(([name, value]) => settings[name as keyof AppSettings] !== value)) {
    await invoke(page, 'settings.set', look)
    await page.reload()
  }
  await page.getByRole('navigation', { name: 'Chats' }).waitFor()
  if (look.theme !== undefined) await expect(page.locator('html')).toHaveAttribute('data-theme', look.theme)
}

/**
 * Checks `page` against every rule in the light theme, then against the colour rules in the dark one. The
 * theme changes in place, so both inspections see the same state.
 */
export async function inspectState(page: Page, view: string): Promise<Inspection> {
  const light = await inspect(page, { view, theme: 'light', rules: 'all' })
  await showInTheme(page, 'dark')
  const dark = await inspect(page, { view, theme: 'dark', rules: 'colour' })
  await showInTheme(page, 'light')
  return { violations: [...light.violations, ...dark.violations], rows: [...light.rows, ...dark.rows] }
}

async function inspect(
  page: Page,
  { view, theme, rules }: { view: string; theme: Theme; rules: keyof typeof rulesOf },
): Promise<Inspection> {
  const run = await occupy(page, () => runAxe(page, rulesOf[rules]))
  assertInspected(run)
  const { violations: found, incomplete } = run
  const isPopupOpen = await page.locator('[data-slot="popup"]').isVisible()
  const violations = withoutExcused(found, isPopupOpen ? [...excused, excusedByPopup] : excused)
  const count = (impact: string) => violations.filter((violation) => violation.impact === impact).length
  const figures = [...impacts.map(count), found.length - violations.length, incomplete.length].map(String)
  return {
    violations: violations.map(({ id, impact, nodes }) => {
      const places = nodes.map(({ html, any }) => [html.slice(0, 160), ...any.map(({ message }) => message)])
      return `${theme}, ${impact} ${id}: ${places.map((words) => words.join(', ')).join(' | ')}`
    }),
    rows: [[view, theme, rules, ...figures]],
  }
}

async function runAxe(page: Page, ids: string[]): Promise<RuleRun> {
  const isLoaded = await page.evaluate(() => (globalThis as unknown as PageGlobals).axe !== undefined)
  if (!isLoaded) await page.evaluate(axe.source)
  const options: axe.RunOptions = {
    runOnly: { type: 'rule', values: ids },
    resultTypes: ['violations'],
    selectors: false,
    // There are no frames to inspect, and no external style sheets.
    iframes: false,
    preload: false,
  }
  return page.evaluate(async (given) => {
    const { axe: loaded, document, CSSStyleSheet } = globalThis as unknown as PageGlobals
    if (loaded === undefined) throw new Error('the page was reloaded during the inspection')
    // What fades in or changes its colour has no contrast of its own until it ends, and more may begin at any moment.
    const stillness = new CSSStyleSheet()
    stillness.replaceSync('*, ::before, ::after { animation: none !important; transition: none !important }')
    document.adoptedStyleSheets.push(stillness)
    try {
      const { violations, incomplete, passes } = await loaded.run(given)
      return { violations, incomplete, passed: passes.length }
    } finally {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== stillness)
    }
  }, options)
}

/** Applies a theme like the setting, without a reload. */
function showInTheme(page: Page, theme: Theme): Promise<void> {
  return page.evaluate((wanted) => {
    const { document } = globalThis as unknown as PageGlobals
    document.documentElement.dataset.theme = wanted
  }, theme)
}
