import { lookupTable } from '../../../shared/lookup-table'
import type { PageFinding, PageQuestion, PageUse, Repeated } from '../../../shared/pages/frame-messages'
import {
  attribute,
  box,
  closest,
  dispatch,
  getter,
  keyOf,
  matches,
  query,
  tagOf,
  textOf,
  typeOf,
  uncurried,
} from './natives'

/** Elements with a role, for `query`; what else has one carries it in its attribute. */
const withRoles =
  'a[href],button,input,select,textarea,summary,h1,h2,h3,h4,h5,h6,img,svg,canvas,nav,main,form,table,[role],[contenteditable]'
const roles = lookupTable({
  a: 'link',
  button: 'button',
  select: 'combobox',
  textarea: 'textbox',
  summary: 'button',
  img: 'img',
  svg: 'img',
  canvas: 'img',
  nav: 'navigation',
  main: 'main',
  form: 'form',
  table: 'table',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
})
const inputRoles = lookupTable({
  checkbox: 'checkbox',
  radio: 'radio',
  range: 'slider',
  number: 'spinbutton',
  search: 'searchbox',
  button: 'button',
  submit: 'button',
  reset: 'button',
  image: 'button',
})
const elementFromPoint = uncurried(Document.prototype.elementFromPoint)
const scrollTo = uncurried(Element.prototype.scrollTo as (x: number, y: number) => void)
const setInput = setter(HTMLInputElement.prototype, 'value')
const setArea = setter(HTMLTextAreaElement.prototype, 'value')
const setSelect = setter(HTMLSelectElement.prototype, 'value')
const clientX = getter<number>(MouseEvent.prototype, 'clientX')
const clientY = getter<number>(MouseEvent.prototype, 'clientY')

function setter(prototype: object, name: string): (self: object, value: string) => void {
  const set = Object.getOwnPropertyDescriptor(prototype, name)?.set
  if (set === undefined) throw new Error(`this browser cannot set ${name}`)
  return uncurried(set)
}

function roleOf(element: Element): string {
  const given = attribute(element, 'role')
  if (given !== null && given !== '') return given
  const tag = tagOf(element)
  if (tag === 'input') return inputRoles.get(attribute(element, 'type') ?? 'text') ?? 'textbox'
  return roles.get(tag) ?? (matches(element, '[contenteditable]') ? 'textbox' : '')
}

/** The accessible name, in the order of the standard as far as pages use it. */
function nameOf(element: Element): string {
  const { labels } = element as HTMLInputElement
  const isField = matches(element, 'input,select,textarea')
  const name =
    attribute(element, 'aria-label') ??
    (isField && labels != null && labels[0] !== undefined ? textOf(labels[0]) : null) ??
    attribute(element, 'alt') ??
    (isField ? attribute(element, 'placeholder') : textOf(element)) ??
    attribute(element, 'title') ??
    ''
  return name.slice(0, 1_000).replaceAll(/\s+/g, ' ').trim().slice(0, 200)
}

function sameAs(role: string, name: string): Element[] {
  return [...query(document, withRoles)].filter((each) => roleOf(each) === role && nameOf(each) === name)
}

function named(target: Element): PageUse['element'] {
  const element = closest(target, withRoles)
  if (element === null) return null
  const role = roleOf(element)
  const name = nameOf(element)
  const index = sameAs(role, name).indexOf(element)
  return role === '' || index === -1 ? null : { role, name, index }
}

/** What the user did, from an event of the browser; null if it is nothing to repeat. */
export function useOf(event: Event, target: Element): PageUse | null {
  const root = document.documentElement
  const at = (x: number, y: number) => ({
    x: (x + scrollX) / Math.max(1, root.scrollWidth),
    y: (y + scrollY) / Math.max(1, root.scrollHeight),
  })
  const { left, top, width, height } = box(target)
  const middle = at(left + width / 2, top + height / 2)
  switch (typeOf(event)) {
    case 'click': {
      // A click by keyboard has no place.
      const place = clientX(event) === 0 && clientY(event) === 0 ? middle : at(clientX(event), clientY(event))
      return { kind: 'click', element: named(target), ...place, value: '' }
    }
    case 'input': {
      const { value } = target as Partial<HTMLInputElement>
      return { kind: 'input', element: named(target), ...middle, value: value ?? target.textContent ?? '' }
    }
    case 'keydown':
      return { kind: 'key', element: named(target), ...middle, value: keyOf(event) }
    case 'scroll': {
      const x = scrollX / Math.max(1, root.scrollWidth - root.clientWidth)
      const y = scrollY / Math.max(1, root.scrollHeight - root.clientHeight)
      return { kind: 'scroll', element: null, x, y, value: '' }
    }
    default:
      return null
  }
}

/** Repeats a use of another page, with events that are not reported again. */
export function repeatUse(use: PageUse): Repeated {
  const root = document.documentElement
  if (use.kind === 'scroll') {
    const scroller = document.scrollingElement ?? root
    scrollTo(
      scroller,
      use.x * (root.scrollWidth - root.clientWidth),
      use.y * (root.scrollHeight - root.clientHeight),
    )
    return 'place'
  }
  const { element } = use
  const same = element === null ? undefined : sameAs(element.role, element.name)[element.index]
  // A key that no element has the focus for has no place to scroll to.
  const isForPage = use.kind === 'key' && element === null
  const target =
    same ?? (isForPage ? document.body : elementAt(use.x * root.scrollWidth, use.y * root.scrollHeight))
  if (target === null || !act(target, use)) return 'no'
  return same === undefined ? 'place' : 'element'
}

function elementAt(x: number, y: number): Element | null {
  const isInView = x >= scrollX && x < scrollX + innerWidth && y >= scrollY && y < scrollY + innerHeight
  if (!isInView)
    scrollTo(document.scrollingElement ?? document.documentElement, x - innerWidth / 2, y - innerHeight / 2)
  return elementFromPoint(document, x - scrollX, y - scrollY)
}

function act(target: Element, { kind, value }: PageUse): boolean {
  if (kind === 'input') return enter(target, value)
  if (kind === 'key') {
    const options = { key: value, bubbles: true, cancelable: true, composed: true }
    const goesOn = dispatch(target, new KeyboardEvent('keydown', options))
    dispatch(target, new KeyboardEvent('keyup', options))
    return goesOn || true
  }
  const { left, top, width, height } = box(target)
  const options = {
    clientX: left + width / 2,
    clientY: top + height / 2,
    bubbles: true,
    cancelable: true,
    composed: true,
  }
  for (const type of ['pointerdown', 'pointerup'])
    dispatch(target, new PointerEvent(type, { ...options, isPrimary: true }))
  for (const type of ['mousedown', 'mouseup', 'click']) dispatch(target, new MouseEvent(type, options))
  return true
}

function enter(target: Element, value: string): boolean {
  if (target instanceof HTMLInputElement) {
    // The click on it has been repeated.
    if (target.type === 'checkbox' || target.type === 'radio') return true
    if (target.type === 'file') return false
    setInput(target, value)
  } else if (target instanceof HTMLTextAreaElement) setArea(target, value)
  else if (target instanceof HTMLSelectElement) setSelect(target, value)
  else if (target instanceof HTMLElement && target.isContentEditable) target.textContent = value
  else return false
  dispatch(target, new Event('input', { bubbles: true }))
  dispatch(target, new Event('change', { bubbles: true }))
  return true
}

/** Answers what a check wants to know about the page. */
export function examine({ role, name, text }: PageQuestion): PageFinding {
  const root = document.documentElement
  const wantsElement = role !== undefined || name !== undefined
  const isFound = wantsElement
    ? [...query(document, withRoles)].some(
        (each) =>
          (role === undefined || roleOf(each) === role) &&
          (name === undefined || nameOf(each).includes(name)) &&
          (text === undefined || (textOf(each) ?? '').includes(text)) &&
          isVisible(each),
      )
    : text === undefined || (document.body as HTMLElement | null)?.innerText.includes(text) === true
  return { isFound, scrollWidthPx: root.scrollWidth, clientWidthPx: root.clientWidth }
}

function isVisible(element: Element): boolean {
  const { width, height } = box(element)
  return width > 0 && height > 0
}
