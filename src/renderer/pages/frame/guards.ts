// What the policy of the frame's document cannot forbid: elements that look names up or connect although nothing may be
// loaded (`link`), documents with a realm of their own (`iframe`), and connections without an address (WebRTC). See
// docs/decisions/2026-11-30-rendered-answers.md.
import { forbiddenElements } from '../../../shared/pages/page'
import {
  attribute,
  codeAt,
  define,
  getter,
  indexOf,
  lower,
  setAttribute,
  slice,
  tagOf,
  uncurried,
  wrap,
} from './natives'

/** What each forbidden element becomes: it is empty, does nothing and keeps the attributes. */
const replacement = 'basefont'
const xhtml = 'http://www.w3.org/1999/xhtml'

/** Globals that connect without a policy, or make nodes from what no filter has seen. */
const removedGlobals = [
  'RTCPeerConnection',
  'webkitRTCPeerConnection',
  'RTCIceTransport',
  'RTCQuicTransport',
  'XSLTProcessor',
  'PresentationRequest',
  // Voices may be those of a server.
  'speechSynthesis',
  // To read it throws; without it, pages do something else.
  'caches',
]

/** Replaces forbidden elements in markup, wherever they stand: text is cheaper to lose than a connection to find. */
function filtered(html: string): string {
  let result = ''
  let from = 0
  for (let at = indexOf(html, '<'); at !== -1; at = indexOf(html, '<', at + 1)) {
    const nameAt = afterPrefix(html, at + 1)
    const name = forbiddenAt(html, nameAt)
    if (name === null) continue
    result += `${slice(html, from, at)}<${replacement} data-was=${name}`
    from = nameAt + name.length
  }
  return from === 0 ? html : result + slice(html, from)
}

/** In a document of XML, `innerHTML` takes elements whose names have a prefix for the namespace of HTML. */
function afterPrefix(html: string, at: number): number {
  for (let index = at; index < html.length; index += 1) {
    const code = codeAt(html, index)
    if (code === 58) return index + 1
    if (code <= 32 || code === 47 || code === 60 || code === 62) return at
  }
  return at
}

function forbiddenAt(html: string, at: number): string | null {
  for (let index = 0; index < forbiddenElements.length; index += 1) {
    const name = forbiddenElements[index] ?? ''
    const end = codeAt(html, at + name.length)
    if (endsName(end) && lower(slice(html, at, at + name.length)) === name) return name
  }
  return null
}

function isForbidden(name: string): boolean {
  const local = lower(name)
  for (let index = 0; index < forbiddenElements.length; index += 1)
    if (forbiddenElements[index] === local) return true
  return false
}

/**
 * Guards this realm before the page arrives. False if this browser cannot: then no page may run.
 * @param isUserActive whether the user has just done something here
 * @param onOpened called after the page has opened its document again, which removes all listeners
 */
export function guard(isUserActive: () => boolean, onOpened: () => void): boolean {
  const { trustedTypes } = globalThis as {
    trustedTypes?: { createPolicy(name: string, rules: object): void }
  }
  if (trustedTypes === undefined) return false
  // The document's policy permits only this one, and has all markup and code pass through it.
  trustedTypes.createPolicy('default', {
    createHTML: (html: string, _type: string, sink: string) =>
      sink === 'HTMLIFrameElement srcdoc' ? '' : filtered(html),
    createScript: (code: string) => code,
    createScriptURL: (address: string) => address,
  })
  for (const name of removedGlobals) Reflect.deleteProperty(globalThis, name)
  guardElements()
  guardWriting(onOpened)
  guardParsing()
  guardFocus(isUserActive)
  return true
}

function guardElements(): void {
  const create = uncurried(Document.prototype.createElement as (this: Document, name: string) => Element)
  for (const method of ['createElement', 'createElementNS'])
    wrap(Document.prototype, method, (original, self, given) => {
      const element = original(self, ...given) as Element
      const name = tagOf(element)
      if (!isForbidden(name)) return element
      const standIn = create(self as Document, replacement)
      setAttribute(standIn, 'data-was', name)
      // Its address is named although nobody asks for it.
      for (const key of ['href', 'src', 'data', 'rel'])
        Object.defineProperty(standIn, key, {
          get: () => attribute(standIn, key) ?? '',
          set: (value: string) => {
            setAttribute(standIn, key, value)
          },
        })
      return standIn
    })
  const rootOf = getter<Element | null>(Document.prototype, 'documentElement')
  wrap(DOMImplementation.prototype, 'createDocument', (original, self, given) => {
    const document = original(self, ...given) as XMLDocument
    const root = rootOf(document)
    if (root !== null && isForbidden(tagOf(root))) throw new TypeError('this root is not allowed here')
    return document
  })
  wrap(CustomElementRegistry.prototype, 'define', (original, self, given) => {
    // Read once, as a text: the page may answer differently the next time.
    const extended = (given[2] as ElementDefinitionOptions | undefined)?.extends
    const base = extended === undefined ? undefined : slice(extended, 0)
    if (base !== undefined && isForbidden(base)) throw new TypeError(`${base} cannot be extended here`)
    original(self, given[0], given[1], base === undefined ? undefined : { extends: base })
  })
}

/** A tag may arrive in two calls, or end in what follows the script: the start of one waits until its name has ended. */
function guardWriting(onOpened: () => void): void {
  const write = uncurried(Document.prototype.write)
  let waiting = ''
  for (const [name, end] of [
    ['write', ''],
    ['writeln', '\n'],
  ] as const)
    wrap(Document.prototype, name, (_original, self, parts) => {
      let text = waiting
      for (let index = 0; index < parts.length; index += 1) text += String(parts[index])
      text += end
      const cut = startOfOpenName(text)
      waiting = slice(text, cut)
      // This may open the document again, which removes all listeners: before the page can add its own.
      write(self, '')
      onOpened()
      write(self, slice(text, 0, cut))
      onOpened()
    })
  wrap(Document.prototype, 'open', (original, self) => {
    waiting = ''
    original(self)
    onOpened()
    return self
  })
}

/** The first `<` after all that can end the name of a tag: what follows might become part of the name. */
function startOfOpenName(text: string): number {
  let at = text.length - 1
  while (at >= 0 && !endsName(codeAt(text, at))) at -= 1
  const start = indexOf(text, '<', at + 1)
  return start === -1 ? text.length : start
}

/** White space, `/` and `>`. */
function endsName(code: number): boolean {
  return code === 9 || code === 10 || code === 12 || code === 13 || code === 32 || code === 47 || code === 62
}

/** Commands that format text: others write markup, or use the clipboard. */
const formatting: Readonly<Record<string, true>> = Object.assign(
  Object.create(null),
  Object.fromEntries(
    'bold italic underline strikethrough subscript superscript indent outdent justifyleft justifycenter justifyright justifyfull insertorderedlist insertunorderedlist insertparagraph insertlinebreak inserttext inserthorizontalrule formatblock removeformat forecolor backcolor hilitecolor fontname fontsize undo redo selectall delete forwarddelete stylewithcss unlink'
      .split(' ')
      .map((name) => [name, true]),
  ),
)

/** Parsers of XML know prefixes, and newer ones are asked which elements they keep. */
function guardParsing(): void {
  const find = uncurried(Document.prototype.getElementsByTagNameNS)
  const remove = uncurried(Element.prototype.remove)
  wrap(DOMParser.prototype, 'parseFromString', (parse, self, given) => {
    const text = given[0] === null ? 'null' : slice(given[0], 0)
    // Entities hide the names of elements, and templates those in them.
    const hides = given[1] !== 'text/html' && (has(text, '<!ENTITY') || has(text, 'template'))
    const document = parse(self, hides ? '<refused/>' : text, given[1]) as Document
    for (let index = 0; index < forbiddenElements.length; index += 1) {
      const found = find(document, xhtml, forbiddenElements[index] ?? '')
      for (let first = found[0]; first !== undefined; first = found[0]) remove(first)
    }
    return document
  })
  for (const owner of [Element.prototype, ShadowRoot.prototype, Document])
    for (const name of ['setHTML', 'parseHTML', 'streamHTML'])
      for (const end of ['', 'Unsafe']) Reflect.deleteProperty(owner, name + end)
  wrap(Document.prototype, 'execCommand', (original, self, given) => {
    const name = lower(slice(given[0], 0))
    return formatting[name] === true && original(self, name, false, given[2])
  })
}

function has(text: string, part: string): boolean {
  return indexOf(text, part) !== -1
}

function doNothing(): void {}

function openWithoutFocus(dialog: Element): void {
  setAttribute(dialog, 'open', '')
}

/** A page must not take the focus from the window on its own: what else the methods do, it may do. */
function guardFocus(isUserActive: () => boolean): void {
  const find = uncurried(Element.prototype.querySelector)
  const others: [object, string, (self: Element, original: () => unknown) => unknown][] = [
    [HTMLElement.prototype, 'focus', doNothing],
    [SVGElement.prototype, 'focus', doNothing],
    [HTMLInputElement.prototype, 'select', doNothing],
    [HTMLTextAreaElement.prototype, 'select', doNothing],
    [HTMLDialogElement.prototype, 'show', openWithoutFocus],
    [HTMLDialogElement.prototype, 'showModal', openWithoutFocus],
  ]
  for (const name of ['showPopover', 'togglePopover'])
    others.push([
      HTMLElement.prototype,
      name,
      (self, original) =>
        attribute(self, 'autofocus') === null && find(self, '[autofocus]') === null ? original() : undefined,
    ])
  for (const [prototype, name, otherwise] of others)
    wrap(prototype, name, (original, self, given) => {
      const act = () => original(self, ...given)
      return isUserActive() ? act() : otherwise(self as Element, act)
    })
  define(globalThis, 'focus', () => {})
  define(globalThis, 'open', () => null)
}
