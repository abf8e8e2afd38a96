import { expect, test } from 'vitest'

import type { WindowEvent } from '../../../shared/rpc/window-events'
import { createManualClock } from '../../base/testing/manual-clock'
import { WebConfirmations } from '../../hosts/web/confirmations/page-confirmations'
import { Recorded } from '../testing/recorded'
import { connectTo, startTestApp } from '../testing/test-app'

/** The confirmation pages that a window of the app gets, null when a question has ended. */
function pagesOf(parley: ReturnType<typeof connectTo>): Recorded<string | null> {
  const pages = new Recorded<string | null>()
  const onEvents = (events: readonly WindowEvent[]) => {
    for (const event of events) if (event.type === 'confirmation') pages.push(event.pageUrl)
  }
  parley.open('window.attach', {}, { onEvents, onEnd: () => {} })
  return pages
}

async function open() {
  const confirmations = new WebConfirmations(createManualClock())
  const { confirm } = confirmations
  const app = await startTestApp({ platform: { confirm, confirmationPage: confirmations } })
  const parley = connectTo(app)
  const save = (signal: AbortSignal) =>
    parley.invoke('agents.save', { agentId: 'codex', environment: { A: '1' } }, { signal })
  return { app, parley, confirmations, save }
}

test('sends windows to the page of a question, also those that attach later, until it is answered', async () => {
  const { app, parley, confirmations, save } = await open()
  const pages = pagesOf(parley)
  const saved = save(new AbortController().signal)
  await pages.until((urls) => urls.length === 2)
  const page = confirmations.url() ?? ''
  const late = pagesOf(connectTo(app))
  await late.until((urls) => urls.length === 1)
  const id = page.slice('confirm/'.length)
  confirmations.answer(id, confirmations.find(id)?.nonce ?? '', true)
  await saved
  await Promise.all([pages.until((urls) => urls.length === 3), late.until((urls) => urls.length === 2)])
  expect([pages.items, late.items]).toEqual([
    [null, page, null],
    [page, null],
  ])
})

test('withdraws a question when the asking window gives up, and changes nothing', async () => {
  const { parley, confirmations, save } = await open()
  const pages = pagesOf(parley)
  const giving = new AbortController()
  const saved = save(giving.signal)
  await pages.until((urls) => urls.length === 2)
  giving.abort()
  await expect(saved).rejects.toMatchObject({ code: 'CANCELLED' })
  await pages.until((urls) => urls.length === 3)
  expect(confirmations.url()).toBeNull()
  const { agents } = await parley.invoke('agents.list', {})
  expect(agents.find(({ id }) => id === 'codex')?.environment).toEqual([])
})
