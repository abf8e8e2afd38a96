import type { Page } from '@playwright/test'

import type { Health } from '../../../src/shared/app/health.ts'
import type { Message } from '../../../src/shared/sessions/messages.ts'
import type { RouteInput, RouteName, RouteOutput } from '../../../src/shared/rpc/contract.ts'
import { answerWithin, type Extension } from '../../suite/limits/answer-within.ts'
import { observeDescendants } from '../../suite/limits/process-times.ts'
import { scaledToSpeed } from '../../suite/limits/slowness.ts'
import type { ParleyApi } from '../../../src/renderer/rpc/parley-api.ts'

/** How long a healthy window may take to pass on the app's health. */
const windowAnswersWithinMs = scaledToSpeed(500)

/** Globals of the built page; this project has no DOM types. */
interface PageGlobals {
  parley: ParleyApi
  location: { hash: string }
  addEventListener: (event: 'hashchange', listener: () => void, options: { once: true }) => void
}

/** Calls a route like the window itself: through `window.parley` of `page`. */
export function invoke<Name extends RouteName>(
  page: Page,
  route: Name,
  input: RouteInput<Name>,
): Promise<RouteOutput<Name>> {
  return page.evaluate<RouteOutput<Name>, string>(
    async (call) => {
      const [name, value] = JSON.parse(call) as [Name, RouteInput<Name>]
      return (globalThis as unknown as PageGlobals).parley.invoke(name, value)
    },
    JSON.stringify([route, input]),
  )
}

/**
 * Asks the window for the app's health.
 * @throws NoAnswerError without an answer in 500 ms of granted time, scaled to the machine's speed
 */
export function healthThroughWindow(
  page: Page,
  onExtended?: (extension: Extension) => void,
): Promise<Health> {
  return answerWithin(invoke(page, 'health.get', {}), 'the window did not answer health.get', {
    name: 'the window that is asked for health.get',
    limitMs: windowAnswersWithinMs,
    observe: observeDescendants(),
    onExtended,
  })
}

/** The stored messages of the chat that `page` shows. */
export async function storedMessages(page: Page): Promise<Message[]> {
  const sessionId = /#\/chat\/(?<id>[^/]+)/.exec(page.url())?.groups?.['id']
  if (sessionId === undefined || sessionId === 'new') {
    throw new Error(`${new URL(page.url()).hash} shows no stored chat`)
  }
  return (await invoke(page, 'sessions.get', { sessionId: decodeURIComponent(sessionId) })).messages
}

/** The stored messages of each pane of the comparison that `page` shows, by position. */
export async function storedPanes(page: Page): Promise<Message[][]> {
  const comparisonId = /#\/compare\/(?<id>[^/]+)/.exec(page.url())?.groups?.['id']
  if (comparisonId === undefined || comparisonId === 'new') {
    throw new Error(`${new URL(page.url()).hash} shows no stored comparison`)
  }
  const { comparison } = await invoke(page, 'compare.get', { comparisonId: decodeURIComponent(comparisonId) })
  const panes = comparison.panes.toSorted((left, right) => left.position - right.position)
  return Promise.all(
    panes.map(async ({ sessionId }) => (await invoke(page, 'sessions.get', { sessionId })).messages),
  )
}

/** Shows a stored chat, comparison or prompt set by its address, without a reload. */
export function openByAddress(page: Page, view: 'chat' | 'compare' | 'sets', id: string): Promise<void> {
  return page.evaluate<void, string>(
    (hash) =>
      new Promise((resolve) => {
        const { location, addEventListener } = globalThis as unknown as PageGlobals
        // The window's own listener was added first, so the former view is gone when this one is called.
        addEventListener('hashchange', resolve, { once: true })
        location.hash = hash
      }),
    `#/${view}/${encodeURIComponent(id)}`,
  )
}

/** Waits until the window is rendered and accepts keys. Call it before the first key, also after a reload. */
export async function arrival(page: Page): Promise<void> {
  await page.locator('#root:not([aria-busy])').waitFor({ state: 'attached' })
}
