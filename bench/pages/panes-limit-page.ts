import type { Page } from '@playwright/test'

import type { PaneId } from '../../src/shared/ids.ts'
import { serveBeside } from './limit-page.ts'

/** The page is served beside the app's own page, so that cookie and wire are the same. */
const path = 'bench-panes.html'

/**
 * The limit for a comparison: runs the panes with the same streams over one wire, and appends text as it arrives, one
 * block per paragraph, once per frame for all panes, each scrolled to its end. Sets `data-is-watching` once the wire is
 * open.
 */
const panesPage = `<!doctype html><meta charset="utf-8"><style>
  body { margin: 0; height: 100vh; display: grid; grid-template: repeat(2, minmax(0, 1fr)) / repeat(4, minmax(0, 1fr)) }
  section { overflow-y: auto; overflow-wrap: anywhere }
</style><body><script>
  const socket = new WebSocket(new URL('./wire', location.href).href.replace(/^http/, 'ws').replace(/#.*/, ''))
  const send = (frame) => socket.send(JSON.stringify(frame))
  const panes = location.hash.slice(1).split(',').map((paneId) => {
    const section = document.createElement('section')
    document.body.append(section)
    return { paneId, section, arrived: '', line: null }
  })
  const show = () => {
    isAsked = false
    const changed = panes.filter((pane) => pane.arrived !== '')
    for (const pane of changed) {
      pane.arrived.split('\\n\\n').forEach((paragraph, index) => {
        if (pane.line === null || index > 0) {
          pane.line = document.createElement('p')
          pane.section.append(pane.line)
        }
        pane.line.append(paragraph)
      })
      pane.arrived = ''
    }
    for (const { section } of changed) section.scrollTop = 1e9
  }
  let isAsked = false
  const take = (pane, text) => {
    pane.arrived += text
    if (!isAsked) requestAnimationFrame(show)
    isAsked = true
  }
  globalThis.ask = (text) =>
    panes.forEach(({ paneId }, id) => send({ type: 'open', id, stream: 'pane.run', input: { paneId, text } }))
  socket.onopen = () => {
    document.body.dataset.isWatching = 'true'
  }
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(data)
    if (frame.type !== 'batch') return
    send({ type: 'ack', id: frame.id, events: frame.events.length })
    const pane = panes[frame.id]
    for (const event of frame.events) if (event.type === 'text-delta') take(pane, event.text)
  }
</script>`

/**
 * Serves the limit page for panes beside the app of `page`. Returns a function for its address; the panes must be
 * unused.
 */
export async function servePanesLimitPage(page: Page): Promise<(paneIds: readonly PaneId[]) => string> {
  const url = await serveBeside(page, path, panesPage)
  return (paneIds) => `${url}#${paneIds.join(',')}`
}
