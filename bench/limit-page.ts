import type { Page } from '@playwright/test'

/** Under this name beside the app's own page, so that cookie and wire are the same. */
const limitPath = 'bench-limit.html'

/**
 * The limit: a bare page that gets the same messages over the same kind of wire and shows them as plain text, one block
 * per paragraph, its end in view.
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

/** Serves that page beside the app of `page`; answers its address for the newest `limit` messages, or for all. */
export async function serveLimitPage(page: Page): Promise<(sessionId: string, limit?: number) => string> {
  const base = page.url().replace(/[?#].*$/, '')
  const url = new URL(limitPath, base).href
  // What the browser gets from here and not from the host is of no network, and must be allowed to ask for the wire.
  await page.context().grantPermissions(['local-network-access'])
  await page.context().route(url, (route) => route.fulfill({ contentType: 'text/html', body: limitPage }))
  return (sessionId, limit) => `${url}#${sessionId}${limit === undefined ? '' : `,${limit}`}`
}
