// Runs in a separate frame without an origin: see docs/decisions/2026-11-23-diagrams-in-a-frame.md. It has no imports,
// because it must be a plain script: a module could not be loaded there.
import type { MermaidConfig, Mermaid } from 'mermaid'

/** A request from the window to the frame that draws diagrams. */
export type DiagramRequest =
  /** Answer at once, then block for a while. */
  | { kind: 'prove'; busyMs: number }
  | { kind: 'load'; library: string }
  | { kind: 'draw'; id: string; source: string; config: MermaidConfig; maxSvgChars: number }

/** The frame's answer; each request gets exactly one. */
export type DiagramAnswer =
  | { kind: 'busy'; untilMs: number }
  | { kind: 'loaded' }
  | { kind: 'drawn'; svg: string }
  /** A diagram, but too large to show. */
  | { kind: 'too-large' }
  | { kind: 'failed' }

addEventListener(
  'message',
  ({ ports: [port] }) => {
    if (port === undefined) return
    port.addEventListener('message', (event: MessageEvent<DiagramRequest>) => void answer(port, event.data))
    port.start()
  },
  { once: true },
)

async function answer(port: MessagePort, request: DiagramRequest): Promise<void> {
  const reply = (message: DiagramAnswer) => port.postMessage(message)
  try {
    switch (request.kind) {
      case 'prove': {
        const untilMs = Date.now() + request.busyMs
        reply({ kind: 'busy', untilMs })
        while (Date.now() < untilMs);
        return
      }
      case 'load':
        await loadScript(request.library)
        reply({ kind: 'loaded' })
        return
      case 'draw': {
        const { mermaid } = globalThis as unknown as { mermaid: Mermaid }
        mermaid.initialize(request.config)
        const { svg } = await mermaid.render(request.id, request.source)
        reply(svg.length > request.maxSvgChars ? { kind: 'too-large' } : { kind: 'drawn', svg })
      }
    }
  } catch {
    // Text that is not a diagram is shown as text.
    reply({ kind: 'failed' })
  }
}

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error('the library could not be loaded')))
    script.src = address
    document.head.append(script)
  })
}
