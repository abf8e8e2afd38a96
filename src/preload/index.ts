import { ipcRenderer } from 'electron'

/**
 * Passes the message port from main to the page, and nothing else. The page asks with a `parley:ready` event once it
 * listens; until then a port waits, and a newer one replaces it.
 */
let waitingPort: MessagePort | null = null
let isPageReady = false

function handOver(port: MessagePort): void {
  // Only to this window; a page loaded from a file has no origin to name here.
  window.postMessage({ type: 'parley:port' }, '*', [port])
}

ipcRenderer.on('parley:port', (event) => {
  const [port] = event.ports
  if (port === undefined) return
  if (isPageReady) {
    handOver(port)
    return
  }
  waitingPort?.close()
  waitingPort = port
})

window.addEventListener('parley:ready', (event) => {
  // Tells the page, which checks the event afterwards, that a port will follow.
  event.preventDefault()
  isPageReady = true
  if (waitingPort !== null) handOver(waitingPort)
  waitingPort = null
})
