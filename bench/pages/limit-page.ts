import type { Page } from '@playwright/test'

import { appAddress } from '../stage.ts'

/** These pages are served beside the app's own page, so that cookie and wire are the same. */
const limitPath = 'bench-limit.html'
const streamPath = 'bench-stream.html'

/**
 * The limit: a minimal page that receives the same messages over the same kind of wire and shows them as plain text,
 * one block per paragraph, scrolled to the end.
 */
const limitPage = `<!doctype html><meta charset="utf-8"><body><script>
  const [sessionId, limit] = location.hash.slice(1).split(',')
  const socket = new WebSocket(new URL('./wire', location.href).href.replace(/^http/, 'ws').replace(/#.*/, ''))
  socket.onopen = () => {
    const input = limit ? { sessionId, limit: Number(limit) } : { sessionId }
    socket.send(JSON.stringify({ type: 'call', id: 1, route: 'sessions.get', input }))
  }
  socket.onmessage = ({ data }) => {
    const { messages } = JSON.parse(data).data
    for (const message of messages) {
      const block = document.createElement('div')
      block.dataset.messageId = message.id
      for (const part of message.parts) {
        for (const paragraph of (part.text ?? '').split('\\n\\n')) {
          const line = document.createElement('p')
          line.textContent = paragraph
          block.append(line)
        }
      }
      document.body.append(block)
    }
    scrollTo(0, document.body.scrollHeight)
  }
</script>`

/**
 * The limit for a stream: appends text as it arrives, one block per paragraph, once per frame, scrolled to the end.
 * Sets `data-is-watching` once it is attached.
 */
const streamPage = `<!doctype html><meta charset="utf-8"><body><script>
  const socket = new WebSocket(new URL('./wire', location.href).href.replace(/^http/, 'ws').replace(/#.*/, ''))
  const send = (frame) => socket.send(JSON.stringify(frame))
  let arrived = ''
  let line = null
  const show = () => {
    const paragraphs = arrived.split('\\n\\n')
    arrived = ''
    paragraphs.forEach((paragraph, index) => {
      if (line === null || index > 0) {
        line = document.createElement('p')
        document.body.append(line)
      }
      line.append(paragraph)
    })
    scrollTo(0, document.body.scrollHeight)
  }
  let taken = 0
  const take = (text) => {
    if (arrived === '') requestAnimationFrame(show)
    arrived += text
    taken += text.length
  }
  const textOf = (message) => message.parts.map((part) => part.text ?? '').join('')
  socket.onopen = () =>
    send({ type: 'open', id: 1, stream: 'session.watch', input: { sessionId: location.hash.slice(1) } })
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(data)
    if (frame.type !== 'batch') return
    send({ type: 'ack', id: 1, events: frame.events.length })
    for (const event of frame.events) {
      if (event.type === 'text-delta') take(event.text)
      else if (event.type === 'replay-start' && event.snapshot) {
        document.body.replaceChildren()
        line = null
        arrived = ''
        taken = 0
        take(textOf(event.snapshot.message))
      } else if (event.type === 'session-sync') {
        document.body.dataset.isWatching = 'true'
        // A reader that is behind when the run ends gets the stored answer instead of the last deltas.
        const last = event.messages.at(-1)
        if (last?.role === 'assistant' && textOf(last).length > taken) take(textOf(last).slice(taken))
      }
    }
  }
</script>`

/**
 * Serves the limit page beside the app of `page`. Returns a function for its address, with the newest `limit` messages
 * or all.
 */
export async function serveLimitPage(page: Page): Promise<(sessionId: string, limit?: number) => string> {
  const url = await serveBeside(page, limitPath, limitPage)
  return (sessionId, limit) => `${url}#${sessionId}${limit === undefined ? '' : `,${limit}`}`
}

/** Serves the limit page for streams beside the app of `page`. Returns a function for its address. */
export async function serveStreamLimitPage(page: Page): Promise<(sessionId: string) => string> {
  const url = await serveBeside(page, streamPath, streamPage)
  return (sessionId) => `${url}#${sessionId}`
}

/** The HTML of the pages beside the app, by address. */
const besideApp = new Map<string, string>()

/** Serves an HTML page beside the app of `page`, for pages opened with `openUrl`, and returns its address. */
export async function serveBeside(page: Page, path: string, body: string): Promise<string> {
  const url = new URL(path, appAddress(page)).href
  // A page served by route interception belongs to no network, so it needs permission to open the wire.
  await page.context().grantPermissions(['local-network-access'])
  besideApp.set(url, body)
  return url
}

/**
 * Opens `url` in `page`: a page of the app, or one beside it. Only the latter is intercepted, because Playwright turns
 * off the browser's cache wherever it intercepts, and a window has that cache.
 */
export async function openUrl(page: Page, url: string): Promise<void> {
  const address = url.replace(/#.*$/, '')
  const body = besideApp.get(address)
  if (body !== undefined) {
    await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body }))
  }
  await page.goto(url)
}
