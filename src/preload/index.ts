import { ipcRenderer } from 'electron'

/**
 * Hands the message port that main sends to the page, and nothing else. The page asks once it listens, with a
 * `parley:ready` event; a port that comes earlier waits, and a newer one takes its place.
 */
let waitingPort: MessagePort | null = null
let isPageReady = false

function handOver(port: MessagePort): void {
  // To this very window; a page loaded from a file has no origin that could be named here.
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
  // Tells the page, which looks at the event afterwards, that a port will come.
  event.preventDefault()
  isPageReady = true
  if (waitingPort !== null) handOver(waitingPort)
  waitingPort = null
})
