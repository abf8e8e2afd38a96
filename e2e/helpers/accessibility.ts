import type { Page } from '@playwright/test'
import axe from 'axe-core'

import { expect } from '../fixtures.ts'
import type { AppSettings } from '../../src/shared/app/settings.ts'
import { type Excuse, joinRuns, type RuleRun, withoutExcused } from './axe-findings.ts'
import { invoke } from './window-api.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const notYetOrNoMore = ['experimental', 'deprecated']
const allRules = axe
  .getRules(standards)
  .filter(({ tags }) => !tags.some((tag) => notYetOrNoMore.includes(tag)))
const rulesOf = {
  all: allRules.map(({ ruleId }) => ruleId),
  /** Everything else holds in both themes or in neither: a theme is a set of colours. */
  colour: allRules.filter(({ tags }) => tags.includes('cat.color')).map(({ ruleId }) => ruleId),
}
const listReason =
  'the field that owns the list keeps the focus; its arrow keys move through the list and scroll it'
/** False positives, matched by a piece of the element's markup. */
const excused: readonly Excuse[] = [
  { rule: 'scrollable-region-focusable', at: 'data-slot="command-list"', why: listReason },
  { rule: 'scrollable-region-focusable', at: 'data-slot="model-list-scroll"', why: listReason },
  {
    rule: 'aria-hidden-focus',
    at: 'data-base-ui-focus-guard',
    why: 'it stands at the edge of a popup and passes the focus on at once',
  },
]
const excusedByPopup: Excuse = {
  rule: 'region',
  at: '',
  why: 'a popup lies above the page, outside its landmarks, and belongs to its button',
}
/** A window answers nothing while rules run in it, and the suite watches whether it answers. */
const rulesAtOnce = 25
const impacts = ['critical', 'serious', 'moderate', 'minor'] as const

/** The columns of the rows that `inspectState` returns. */
export const inspectionColumns = ['view', 'theme', 'rules', ...impacts, 'excused', 'undecided']

/** What one state of a window violates, and a row for each time it was inspected. */
export interface Inspection {
  /** As "theme, impact rule: where". */
  violations: string[]
  rows: string[][]
}

type Theme = 'light' | 'dark'

/** What of a browser this file uses; this project has no DOM types. */
interface PageGlobals {
  axe?: { run(options: axe.RunOptions): Promise<axe.AxeResults> }
  document: {
    documentElement: { dataset: { theme?: string } }
    getAnimations(): { finish(): void }[]
  }
  CSSTransition: abstract new () => { finish(): void }
}

/** Gives the window this look, as Settings would, and loads it again. */
export async function setAppearance(page: Page, look: Partial<AppSettings>): Promise<void> {
  await invoke(page, 'settings.set', look)
  await page.reload()
  await page.getByRole('navigation', { name: 'Chats' }).waitFor()
  if (look.theme !== undefined) await expect(page.locator('html')).toHaveAttribute('data-theme', look.theme)
}

/**
 * Checks what `page` shows, in the light theme, against every rule, then in the dark one against the rules about colour.
 * The theme changes in place, so both inspections see the same state.
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
  const { violations: found, incomplete } = await runAxe(page, rules)
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

/** @throws Error no rule found anything that it is about */
async function runAxe(page: Page, rules: keyof typeof rulesOf): Promise<RuleRun> {
  const isLoaded = await page.evaluate(() => (globalThis as unknown as PageGlobals).axe !== undefined)
  if (!isLoaded) await page.evaluate(axe.source)
  const ids = rulesOf[rules]
  const runs: RuleRun[] = []
  for (let from = 0; from < ids.length; from += rulesAtOnce)
    runs.push(await runRules(page, ids.slice(from, from + rulesAtOnce)))
  return joinRuns(runs)
}

function runRules(page: Page, ids: string[]): Promise<RuleRun> {
  const options: axe.RunOptions = {
    runOnly: { type: 'rule', values: ids },
    resultTypes: ['violations'],
    selectors: false,
    // There are no frames to look into, and no style sheets from elsewhere.
    iframes: false,
    preload: false,
  }
  return page.evaluate(async (given) => {
    const { axe: loaded } = globalThis as unknown as PageGlobals
    if (loaded === undefined) throw new Error('the page was loaded again while it was inspected')
    const { violations, incomplete, passes } = await loaded.run(given)
    return { violations, incomplete, passed: passes.length }
  }, options)
}

/** Sets what the setting sets, without a reload. No colour is left halfway between the themes. */
function showInTheme(page: Page, theme: Theme): Promise<void> {
  return page.evaluate((wanted) => {
    const { document, CSSTransition } = globalThis as unknown as PageGlobals
    document.documentElement.dataset.theme = wanted
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSTransition) animation.finish()
    }
  }, theme)
}
