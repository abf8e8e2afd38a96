// What pages expect of a browser and cannot have here: something harmless in its place, so that they go on.
import { after, define, dispatch, uncurried, wrap } from './natives'

/** Gives the page what it expects. `say` tells what a page tried, as a line of its console. */
export function provideApis(say: (text: string) => void): void {
  // Storage and cookies are forgotten with the frame.
  for (const name of ['localStorage', 'sessionStorage']) define(globalThis, name, memoryStorage())
  provideCookies()
  provideHistory()
  // A database cannot be opened, which pages expect as an event.
  define(IDBFactory.prototype, 'open', () => {
    const error = new DOMException('There are no databases here.', 'UnknownError')
    const request = Object.assign(new EventTarget(), {
      error,
      onerror: null as ((event: Event) => void) | null,
    })
    after(() => {
      const event = new Event('error', { cancelable: true })
      dispatch(request, event)
      request.onerror?.(event)
    }, 0)
    return request
  })
  // To read it throws; without it, pages do something else.
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
  define(Navigator.prototype, 'getGamepads', () => [])
  for (const [name, answer] of [
    ['alert', () => undefined],
    ['print', () => undefined],
    ['confirm', () => true],
    ['prompt', (value = '') => value],
  ] as const)
    define(globalThis, name, (text: unknown = '', value?: string) => {
      say(`${name}(${String(text)})`)
      return answer(value)
    })
  if ('clipboard' in navigator)
    define(navigator.clipboard, 'writeText', (text: unknown) => {
      say(`clipboard.writeText(${String(text)})`)
      return Promise.resolve()
    })
  // Elements that a page may not have are still found in its head.
  for (const name of ['querySelector', 'querySelectorAll'])
    wrap(Document.prototype, name, (original, self, given) =>
      original(self, String(given[0]).replaceAll(/\b(?:meta|link)(?=\[)/g, 'basefont')),
    )
}

/** A storage whose entries are its own properties, as those of the browser are. */
function memoryStorage(): object {
  const keys = () => Object.keys(values)
  const set = (key: unknown, value: unknown) =>
    Reflect.defineProperty(values, String(key), {
      value: String(value),
      writable: true,
      enumerable: true,
      configurable: true,
    })
  const methods = {
    getItem: (key: unknown) => (Object.hasOwn(values, String(key)) ? values[String(key)] : null),
    setItem: (key: unknown, value: unknown) => void set(key, value),
    removeItem: (key: unknown) => void Reflect.deleteProperty(values, String(key)),
    clear: () => {
      for (const key of keys()) Reflect.deleteProperty(values, key)
    },
    key: (index: number) => keys()[index] ?? null,
    get length() {
      return keys().length
    },
  }
  Object.setPrototypeOf(methods, Storage.prototype)
  const values = Object.create(methods) as Record<string, string>
  return new Proxy(values, { set: (_values, key, value) => set(key, value) })
}

function provideCookies(): void {
  const cookies = new Map<string, string>()
  Object.defineProperty(Document.prototype, 'cookie', {
    get: () => [...cookies].map((cookie) => cookie.join('=')).join('; '),
    set: (text: unknown) => {
      const [, name = '', value = '', rest = ''] = /^\s*([^=;]*)=?([^;]*)([^]*)$/.exec(String(text)) ?? []
      const ends = /expires=([^;]*)/i.exec(rest)?.[1]
      if (/max-age=\s*(?:0|-)/i.test(rest) || (ends !== undefined && Date.parse(ends) < Date.now()))
        cookies.delete(name.trim())
      else cookies.set(name.trim(), value.trim())
    },
  })
}

/** Steps of a page are not those of the window, so they are kept here. */
function provideHistory(): void {
  const replace = uncurried(History.prototype.replaceState)
  const entries = [{ state: null as unknown, address: location.href }]
  let at = 0
  const step = (by: number) =>
    after(() => {
      const entry = entries[at + by]
      if (entry === undefined || by === 0) return
      const oldURL = location.href
      at += by
      replace(history, entry.state, '', entry.address)
      dispatch(globalThis, new PopStateEvent('popstate', { state: entry.state }))
      const isOtherHash = new URL(oldURL).hash !== location.hash
      if (isOtherHash)
        dispatch(globalThis, new HashChangeEvent('hashchange', { oldURL, newURL: location.href }))
    }, 0)
  for (const [name, by] of [
    ['pushState', 1],
    ['replaceState', 0],
  ] as const)
    define(History.prototype, name, (state: unknown, unused: string, address?: string | URL | null) => {
      replace(history, state, unused, address)
      at += by
      if (by === 1) entries.length = at
      entries[at] = { state: history.state as unknown, address: location.href }
    })
  define(History.prototype, 'back', () => step(-1))
  define(History.prototype, 'forward', () => step(1))
  define(History.prototype, 'go', (by = 0) => step(by))
  Object.defineProperty(History.prototype, 'length', { get: () => entries.length })
}
