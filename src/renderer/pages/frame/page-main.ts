// Runs in the frame of a page, before the page. The page shares this realm and may change anything in it: what is used
// after the page has arrived comes from `natives`, and no object that leads to the window is within the page's reach.
import type {
  FrameLibraries,
  FrameMessage,
  FrameRequest,
  PageProblem,
} from '../../../shared/pages/frame-messages'
import { ownModule } from '../../../shared/pages/own-react'
import { pageLimits } from '../../../shared/pages/page'
import { guardForms, isCancelled, onSending, onSent } from './forms'
import { guard } from './guards'
import { examine, repeatUse, useOf } from './mirror'
import { missingModule } from './missing-module'
import { pausePage } from './pause'
import { readableError } from './react-errors'
import {
  after,
  attribute,
  closest,
  getter,
  indexOf,
  keyOf,
  listen,
  lower,
  nextFrame,
  prevent,
  query,
  slice,
  startOf,
  targetOf,
  textOf,
  typeOf,
  uncurried,
  wrap,
} from './natives'
import { provideApis } from './stand-ins'

const { problems: maxProblems, problemChars: maxChars } = pageLimits
/** Keys with a modifier that edit text or scroll stay in the page; those that format it, where it can be formatted. */
const keysOfPages = ' c v x a z y arrowleft arrowright arrowup arrowdown home end backspace delete '
const keysOfEditors = ' b i u '

const sourceOf = getter(MessageEvent.prototype, 'source')
const stopEvent = uncurried(Event.prototype.stopImmediatePropagation)
const hasModifier = uncurried(KeyboardEvent.prototype.getModifierState)
const dataOf = getter(MessageEvent.prototype, 'data')
const isActive = getter<boolean>(UserActivation.prototype, 'isActive')
const { userActivation } = navigator
const heapOf = heapReader()
const keyboard = {
  code: getter<string>(KeyboardEvent.prototype, 'code'),
  altKey: getter<boolean>(KeyboardEvent.prototype, 'altKey'),
  ctrlKey: getter<boolean>(KeyboardEvent.prototype, 'ctrlKey'),
  metaKey: getter<boolean>(KeyboardEvent.prototype, 'metaKey'),
  shiftKey: getter<boolean>(KeyboardEvent.prototype, 'shiftKey'),
}
const violation = {
  address: getter<string>(SecurityPolicyViolationEvent.prototype, 'blockedURI'),
  directive: getter<string>(SecurityPolicyViolationEvent.prototype, 'effectiveDirective'),
}
const failure = {
  message: getter<string>(ErrorEvent.prototype, 'message'),
  line: getter<number>(ErrorEvent.prototype, 'lineno'),
  file: getter<string>(ErrorEvent.prototype, 'filename'),
}
const ownFolder = new URL('.', location.href).href
/** Without the last slash. */
const ownOrigin = slice(new URL('/', location.href).href, 0, -1)
const isPrevented = getter<boolean>(Event.prototype, 'defaultPrevented')
const reasonOf = getter(PromiseRejectionEvent.prototype, 'reason')
const now = Date.now.bind(Date)
const text = String

let post: (message: FrameMessage) => void = () => {}
const counts = { log: 0, other: 0 }
const reported = Object.create(null) as Record<string, true>

/** Reports each problem once, however often it occurs, and no fewer because of what the page logs. */
function report(problem: PageProblem): void {
  const { kind, line, text: said } = problem
  const key = `${kind} ${line} ${said}`
  if (kind !== 'log' && reported[key] === true) return
  if ((counts[kind === 'log' ? kind : 'other'] += 1) > maxProblems) return
  reported[key] = true
  post({ kind: 'problem', problem })
}

function say(kind: 'error' | 'warning' | 'log', said: string, line: number | null = null): void {
  const readable = indexOf(said, 'Minified React error') === -1 ? said : readableError(said)
  report({ kind, text: slice(readable, 0, maxChars), line })
}

function reportBlocked(address: string, kind: 'blocked' | 'link' = 'blocked'): void {
  report({ kind, text: slice(address, 0, maxChars), line: null })
}

const isGuarded = guard(
  () => isActive(userActivation),
  () => listenToPage(),
)
provideApis((said) => say('log', said))
captureConsole()
guardForms()
reportDownloads()

listen(globalThis, 'message', function first(event: Event) {
  const [port] = (event as MessageEvent).ports
  // Another page could be earlier than the window.
  if (port === undefined || sourceOf(event) !== window.parent) return
  globalThis.removeEventListener('message', first)
  post = port.postMessage.bind(port) as typeof post
  listen(port, 'message', (message) => {
    const request = dataOf(message) as FrameRequest
    // Not within the event: `window.event` would give the page its target, which is the port.
    after(() => answer(request), 0)
  })
  port.start()
})

function answer(request: FrameRequest): void {
  switch (request.kind) {
    case 'prove': {
      const untilMs = isGuarded ? now() + request.busyMs : 0
      post({ kind: 'busy', id: request.id, untilMs })
      while (now() < untilMs);
      return
    }
    case 'show':
      show(request.document, request.libraries)
      return
    case 'ping':
      post({ kind: 'alive', heapBytes: heapOf() })
      reportRefused()
      return
    case 'pause':
      pausePage(request.isPaused)
      return
    case 'repeat':
      post({ kind: 'repeated', id: request.id, how: repeatUse(request.use) })
      return
    case 'examine': {
      const { isFound, scrollWidthPx, clientWidthPx } = examine(request.question)
      const finding = { isFound, scrollWidthPx: number(scrollWidthPx), clientWidthPx: number(clientWidthPx) }
      post({ kind: 'examined', id: request.id, finding })
    }
  }
}

function show(html: string, libraries: FrameLibraries | null): void {
  if (libraries !== null) {
    // Scripts of the page may use them.
    execute(libraries.react)
    execute(libraries.compiler)
  }
  document.open()
  document.write(html)
  document.close()
  if (libraries?.component === null) runScripts()
  else if (libraries !== null) run(libraries.component)
}

/** What the libraries add to this realm. */
const added = globalThis as unknown as {
  parleyReact: { modules: Record<string, unknown>; mount: (component: unknown, place: Element) => void }
  parleyCompile: (source: string) => string
  parleyModule?: (...given: unknown[]) => void
}

/** Runs a React component as the whole page. */
function run(source: string): void {
  reportingErrors(() => {
    const main = exportsOf(source)['default']
    if (main === undefined) say('error', 'The module has no default export.')
    else added.parleyReact.mount(main, document.getElementById('root') as Element)
  })
}

/** Runs the scripts of the document that a browser does not. */
function runScripts(): void {
  const found = query(document, 'script[type="text/babel" i],script[type="text/jsx" i]')
  for (let index = 0; index < found.length; index += 1)
    reportingErrors(() => void exportsOf(textOf(found[index] as Element) ?? ''))
}

/** Runs code that needs the compiler, on the lines of its source. Returns what it exports if it is a module. */
function exportsOf(source: string): Record<string, unknown> {
  const code = added.parleyCompile(source)
  const module = { exports: {} as Record<string, unknown> }
  if (/^[ \t]*(?:import|export)\b/m.test(source)) {
    execute(`globalThis.parleyModule = (require, exports, module) => {${code}\n}`, 'component')
    added.parleyModule?.(moduleOf, module.exports, module)
  } else execute(code, 'component')
  return module.exports
}

/** What a module imports: Parley's own, or a stand-in. */
function moduleOf(name: string): unknown {
  const own = ownModule(name) ?? name
  if (Object.hasOwn(added.parleyReact.modules, own)) return added.parleyReact.modules[own]
  report({ kind: 'missing', text: cut(name, maxChars), line: null })
  return missingModule()
}

function reportingErrors(act: () => void): void {
  try {
    act()
  } catch (error) {
    const line = /\((?<line>\d+):\d+\)/.exec(text(error))?.groups?.['line']
    say('error', text(error), line === undefined ? null : Number(line))
  }
}

const libraryFile = 'library'
function execute(code: string, name = libraryFile): void {
  const script = document.createElement('script')
  script.textContent = `${code}\n//# sourceURL=${name}`
  document.head.append(script)
  script.remove()
}

/** Opening a document removes all listeners; adding one that is there changes nothing. */
function listenToPage(): void {
  listen(globalThis, 'message', onMessage, true)
  listen(globalThis, 'pagehide', onHide)
  listen(globalThis, 'load', onLoad)
  listen(globalThis, 'error', onError, true)
  listen(globalThis, 'unhandledrejection', onRejection)
  listen(globalThis, 'securitypolicyviolation', onViolation, true)
  listen(globalThis, 'pointerdown', onPointer, true)
  listen(globalThis, 'keydown', onKey, true)
  for (const type of ['click', 'input', 'keydown', 'scroll'] as const) listen(globalThis, type, onUse, true)
  listen(globalThis, 'click', onLink, true)
  listen(globalThis, 'click', onAnchor)
  for (const type of ['click', 'keydown'] as const) {
    listen(globalThis, type, onSending, true)
    listen(globalThis, type, onSent)
  }
}

let isPainted = false
function painted(): void {
  if (!isPainted) post({ kind: 'painted' })
  isPainted = true
  reportRefused()
}

/** Pages of other panes can send messages to this one, which must not hear them. */
function onMessage(event: Event): void {
  const source = sourceOf(event)
  if (source !== null && source !== window) stopEvent(event)
}

function onHide(event: Event): void {
  if (event.isTrusted) post({ kind: 'left' })
}

function onLoad(load: Event): void {
  if (!load.isTrusted) return
  nextFrame(() => nextFrame(painted))
  // A window that is not visible draws no frames.
  after(painted, 300)
}

function onError(event: Event): void {
  if (!(event instanceof ErrorEvent)) return
  // Lines of React are not those of the source.
  const isOfLibrary = failure.file(event) === libraryFile
  const said = failure.message(event)
  // That the page was written into the frame says nothing about it.
  const prefix = "Failed to execute 'write' on 'Document': "
  const at = indexOf(said, prefix)
  const message = at === -1 ? said : slice(said, 0, at) + slice(said, at + prefix.length)
  say('error', message, isOfLibrary ? null : failure.line(event) || null)
}

function onRejection(event: Event): void {
  let said = 'A promise was rejected.'
  let line: number | null = null
  try {
    const reason = reasonOf(event)
    said = text(reason)
    const place = /(?:<anonymous>|component):(\d+):\d+/.exec(text((reason as Partial<Error>).stack))
    if (place !== null) line = Number(place[1])
  } catch {
    // The page throws something that cannot be written.
  }
  say('error', said, line)
}

function onViolation(event: Event): void {
  const address = relative(violation.address(event))
  const directive = violation.directive(event)
  // Addresses say more than the kind of a request.
  reportBlocked(address === 'inline' ? directive : address)
}

/** An address below the frame's own, which says nothing to the user, as the page wrote it. */
function relative(address: string): string {
  if (slice(address, 0, ownFolder.length) === ownFolder) return slice(address, ownFolder.length)
  return slice(address, 0, ownOrigin.length) === ownOrigin ? slice(address, ownOrigin.length) : address
}

/** Elements that stand for what the page cannot have: their addresses were never asked for. */
const refused = new WeakSet<Element>()
function reportRefused(): void {
  const found = query(document, 'basefont[href],basefont[src],basefont[data],basefont[data-was=iframe]')
  for (let index = 0; index < found.length && index < maxProblems; index += 1) {
    const element = found[index] as Element
    if (refused.has(element)) continue
    refused.add(element)
    // Icons and hints, such as `preconnect`, change nothing in what the page shows.
    const relation = attribute(element, 'rel')
    if (relation !== null && indexOf(lower(relation), 'stylesheet') === -1) continue
    const address =
      attribute(element, 'href') ?? attribute(element, 'src') ?? attribute(element, 'data') ?? 'iframe'
    if (slice(address, 0, 5) !== 'data:') reportBlocked(address)
  }
}

function onPointer(event: Event): void {
  if (event.isTrusted) post({ kind: 'pointed' })
}

function onKey(event: Event): void {
  if (!event.isTrusted) return
  const key = keyOf(event)
  const modifiers = {
    altKey: keyboard.altKey(event),
    ctrlKey: keyboard.ctrlKey(event),
    metaKey: keyboard.metaKey(event),
    shiftKey: keyboard.shiftKey(event),
  }
  const { altKey, ctrlKey, metaKey } = modifiers
  // Characters that are written with AltGr come with Ctrl and Alt.
  if (hasModifier(event, 'AltGraph')) return
  if (key !== 'Escape') {
    if (!altKey && !ctrlKey && !metaKey) return
    const target = startOf(event)
    const isEditor = target instanceof Element && closest(target, '[contenteditable]') !== null
    const kept = isEditor ? keysOfPages + keysOfEditors : keysOfPages
    // With Alt, letters edit nothing.
    if (!(altKey && key.length === 1) && indexOf(kept, ` ${lower(key)} `) !== -1) return
    prevent(event)
  }
  post({ kind: 'key', key: { key, code: keyboard.code(event), ...modifiers } })
}

let isScrollDue = false
function onUse(event: Event): void {
  if (!event.isTrusted || !isActive(userActivation)) return
  const target = targetOf(event)
  if (typeOf(event) === 'scroll') {
    if (isScrollDue) return
    isScrollDue = true
    nextFrame(() => {
      isScrollDue = false
      use(event, document.documentElement)
    })
  } else if (target instanceof Element) {
    // A click on a label is followed by one on its control.
    const control = closest(target, 'a,button,input,select,textarea,label')
    if (typeOf(event) === 'click' && control instanceof HTMLLabelElement && control.control !== null) return
    const isEditing =
      typeOf(event) === 'keydown' && closest(target, 'input,textarea,select,[contenteditable]') !== null
    if (!isEditing || keyOf(event) === 'Enter') use(event, target)
  }
}

function use(event: Event, target: Element): void {
  const used = useOf(event, target)
  if (used === null) return
  const { kind, element, x, y, value } = used
  const { role, name, index } = element ?? { role: '', name: '', index: 0 }
  const named = { role: cut(role, 100), name: cut(name, 200), index: number(index) }
  const place = { x: number(x), y: number(y) }
  post({
    kind: 'used',
    use: { kind, element: element === null ? null : named, ...place, value: cut(value, maxChars) },
  })
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : 0
}

/** The page may have made anything of a value, of any size. */
function cut(value: unknown, chars: number): string {
  return slice(text(value), 0, chars)
}

/**
 * Links stay in the document: the window would see the page leave. They are stopped before the page can stop the event,
 * and named unless the page does something else instead.
 */
function onLink(event: Event): void {
  const anchor = anchorOf(event)
  const address = anchor === null ? '' : addressIn(anchor)
  if (anchor === null || address === '' || address[0] === '#') return
  prevent(event)
  after(() => {
    if (isCancelled(event)) return
    const code = /^\s*javascript:([^]*)/i.exec(address)?.[1]
    // oxlint-disable-next-line no-eval -- what the browser does with such an address, except for what the code returns
    if (code !== undefined) (0, eval)(decodeURIComponent(code))
    else {
      const file = attribute(anchor, 'download')
      reportBlocked(file || address, file === null ? 'link' : 'blocked')
    }
  }, 0)
}

/** Parts of the page are steps of the page, not of the window. */
function onAnchor(event: Event): void {
  const anchor = anchorOf(event)
  const address = anchor === null ? '' : addressIn(anchor)
  if (address[0] !== '#' || isPrevented(event)) return
  prevent(event)
  location.replace(address)
}

function anchorOf(event: Event): Element | null {
  const target = startOf(event)
  return target instanceof Element ? closest(target, 'a,area') : null
}

function addressIn(anchor: Element): string {
  return attribute(anchor, 'href') ?? attribute(anchor, 'xlink:href') ?? ''
}

/** Scripts save files with a link that is not in the document, whose event goes nowhere. */
function reportDownloads(): void {
  wrap(HTMLElement.prototype, 'click', (click, self) => {
    const name = self instanceof HTMLAnchorElement ? attribute(self, 'download') : null
    if (name !== null && !(self as Element).isConnected) reportBlocked(name || 'download')
    click(self)
  })
}

/** The page's console is shown below it. */
function captureConsole(): void {
  for (const [name, kind] of [
    ['log', 'log'],
    ['info', 'log'],
    ['debug', 'log'],
    ['warn', 'warning'],
    ['error', 'error'],
  ] as const) {
    console[name] = (...values: unknown[]) => {
      let said = ''
      for (let index = 0; index < values.length && said.length < maxChars; index += 1)
        said += `${index === 0 ? '' : ' '}${written(values[index])}`
      say(kind, said)
    }
  }
}

const toJson = JSON.stringify
function written(value: unknown): string {
  try {
    if (typeof value === 'object' && value !== null && !(value instanceof Error) && !(value instanceof Node))
      return cut(toJson(value) ?? value, maxChars)
    return cut(value, maxChars)
  } catch {
    return `[${typeof value}]`
  }
}

/** The memory of this realm's scripts; only Chromium tells it. */
function heapReader(): () => number {
  const { performance } = globalThis
  if (!('memory' in performance)) return () => 0
  const memoryOf = getter<object>(Performance.prototype, 'memory')
  const read = getter<number>(Object.getPrototypeOf(memoryOf(performance)) as object, 'usedJSHeapSize')
  return () => read(memoryOf(performance))
}
