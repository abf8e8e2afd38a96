// The first script of the page, inlined into it: what takes time elsewhere begins before the window's code is loaded.
// It must stay small and import only types. Everything that it does, the window also does without it.
import type { EarlyRequest } from './unclaimed-requests'
import type { EarlyConnection } from './web-socket-wire'

/** Replaced by the build: the files of the view of chats and of the texts of other languages. */
declare const chatFiles: readonly string[]
declare const textFiles: Readonly<Record<string, readonly string[]>>

const appearance = keptAppearance()
// The settings may be those of the system, which the style sheets know.
if (appearance['theme'] === 'light' || appearance['theme'] === 'dark')
  document.documentElement.dataset['theme'] = appearance['theme']
for (const file of textFiles[language(appearance['language'])] ?? []) preload(file)

const [, kind, id] = location.hash.split('/')
const sessionId = kind === 'chat' && id !== undefined && id !== 'new' ? decoded(id) : null
if (sessionId !== null) for (const file of chatFiles) preload(file)
// The desktop app gets a port instead.
if (/^https?:$/.test(location.protocol)) {
  const requests: EarlyRequest[] = []
  if (sessionId !== null)
    requests.push({ type: 'open', id: 1, stream: 'session.watch', input: { sessionId } })
  connect(requests)
}

function connect(requests: EarlyRequest[]): void {
  const socket = new WebSocket(
    Object.assign(new URL('./wire', location.href), { hash: '' }).href.replace(/^http/, 'ws'),
  )
  const received: string[] = []
  const keep = ({ data }: MessageEvent<unknown>) => received.push(String(data))
  const send = () => {
    for (const request of requests) socket.send(JSON.stringify(request))
  }
  socket.addEventListener('message', keep)
  socket.addEventListener('open', send)
  const early: EarlyConnection = {
    socket,
    requests,
    take: () => {
      socket.removeEventListener('message', keep)
      return received
    },
  }
  Object.assign(window, { parleyEarly: early })
}

function preload(file: string): void {
  const link = document.createElement('link')
  const isStyle = file.endsWith('.css')
  link.rel = isStyle ? 'preload' : 'modulepreload'
  if (isStyle) link.as = 'style'
  link.crossOrigin = ''
  link.href = file
  document.head.append(link)
}

function keptAppearance(): Record<string, unknown> {
  try {
    return Object(JSON.parse(localStorage.getItem('parley.appearance') ?? '{}'))
  } catch {
    // Unreadable or forbidden: the window uses its defaults.
    return {}
  }
}

function language(kept: unknown): string {
  return kept === 'en' || kept === 'de' ? kept : (navigator.languages[0] ?? 'en').slice(0, 2).toLowerCase()
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text) || null
  } catch {
    return null
  }
}
