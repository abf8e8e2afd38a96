import { createRequire } from 'node:module'

import type { Page } from '@playwright/test'
import type Axe from 'axe-core'

import { expect } from '../../fixtures.ts'
import type { AppSettings } from '../../../src/shared/app/schema.ts'
import { assertInspected, type Excuse, type RuleRun, withoutExcused } from './axe-findings.ts'
import { occupy } from '../../suite/occupied-windows.ts'
import { invoke } from './window-api.ts'

/** Minified, so that a window compiles it in half the time. */
const axe = createRequire(import.meta.url)('axe-core/axe.min.js') as typeof Axe

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const notYetOrNoMore = ['experimental', 'deprecated']
const allRules = axe
  .getRules(standards)
  .filter(({ tags }) => !tags.some((tag) => notYetOrNoMore.includes(tag)))
const colourRules = allRules.filter(({ tags }) => tags.includes('cat.color')).map(({ ruleId }) => ruleId)
const rulesOf = {
  all: allRules.map(({ ruleId }) => ruleId),
  /** The only rules that depend on the theme, because a theme is a set of colours. */
  colour: colourRules,
  /** The only rules that depend on the contrast and the text size, because no setting changes what is on the page. */
  'colour and size': [...colourRules, 'target-size', 'scrollable-region-focusable'],
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

/** The rules of the light theme: all, unless the same state was inspected with other colours and sizes. */
export type LightRules = Exclude<keyof typeof rulesOf, 'colour'>

type Theme = 'light' | 'dark'

/** The part of the DOM that this file uses; this project has no DOM types. */
interface PageGlobals {
  axe?: { run(options: Axe.RunOptions): Promise<Axe.AxeResults> }
  document: {
    documentElement: { dataset: { theme?: string } }
    adoptedStyleSheets: unknown[]
    querySelector: (selector: string) => { checkVisibility: () => boolean } | null
  }
  CSSStyleSheet: new () => { replaceSync(css: string): void }
  setTimeout: (callback: () => void) => void
}

/** Changes appearance settings as the Settings dialog would, and waits until the window shows them. */
export async function setAppearance(page: Page, look: Partial<AppSettings>): Promise<void> {
  await invoke(page, 'settings.set', look)
  await page.getByRole('navigation', { name: 'Chats' }).waitFor()
  const html = page.locator('html')
  if (look.theme !== undefined) await expect(html).toHaveAttribute('data-theme', look.theme)
  // The text size changes with it.
  if (look.highContrast === true) await expect(html).toHaveAttribute('data-contrast', 'high')
  if (look.highContrast === false) await expect(html).not.toHaveAttribute('data-contrast')
}

/**
 * Checks `page` against `lightRules` in the light theme, then against the colour rules in the dark one. The theme changes
 * in place, so both inspections see the same state.
 */
export async function inspectState(
  page: Page,
  view: string,
  lightRules: LightRules = 'all',
): Promise<Inspection> {
  const light = await inspect(page, { view, theme: 'light', rules: lightRules })
  const dark = await inspect(page, { view, theme: 'dark', rules: 'colour' })
  return { violations: [...light.violations, ...dark.violations], rows: [...light.rows, ...dark.rows] }
}

async function inspect(
  page: Page,
  { view, theme, rules }: { view: string; theme: Theme; rules: keyof typeof rulesOf },
): Promise<Inspection> {
  const { run, isPopupOpen } = await occupy(page, () => runAxe(page, theme, rulesOf[rules]))
  assertInspected(run)
  const { violations: found, incomplete } = run
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

interface AxeRun {
  run: RuleRun
  isPopupOpen: boolean
}

async function runAxe(page: Page, theme: Theme, ids: string[]): Promise<AxeRun> {
  const options: Axe.RunOptions = {
    runOnly: { type: 'rule', values: ids },
    resultTypes: ['violations'],
    selectors: false,
    // There are no frames to inspect, and no external style sheets.
    iframes: false,
    preload: false,
  }
  const given = { theme, options }
  const first = await page.evaluate(runInPage, given)
  if (first !== null) return first
  await page.evaluate(axe.source)
  const second = await page.evaluate(runInPage, given)
  if (second === null) throw new Error('the page was reloaded during the inspection')
  return second
}

/** Runs in the page; null if axe-core is not loaded in it. */
async function runInPage({
  theme,
  options,
}: {
  theme: Theme
  options: Axe.RunOptions
}): Promise<AxeRun | null> {
  const { axe: loaded, document, CSSStyleSheet, setTimeout } = globalThis as unknown as PageGlobals
  if (loaded === undefined) return null
  // What fades in or changes its colour has no contrast of its own until it ends, and more may begin at any moment.
  const stillness = new CSSStyleSheet()
  stillness.replaceSync('*, ::before, ::after { animation: none !important; transition: none !important }')
  document.adoptedStyleSheets.push(stillness)
  const { dataset } = document.documentElement
  const { theme: before } = dataset
  // Like the setting. Both inspections of a state see the same elements.
  dataset.theme = theme
  try {
    const { violations, incomplete, passes } = await loaded.run(options)
    const isPopupOpen = document.querySelector('[data-slot="popup"]')?.checkVisibility() === true
    return { run: { violations, incomplete, passed: passes.length }, isPopupOpen }
  } finally {
    if (before === undefined) delete dataset.theme
    else dataset.theme = before
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== stillness)
    // The window first answers what it was asked during the inspection.
    await new Promise<void>((resolve) => setTimeout(resolve))
  }
}
