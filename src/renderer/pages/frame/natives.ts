// The code of a page shares this realm and may replace anything in it. What is needed later is taken here, before the
// page arrives; calling a bound function looks nothing up that the page could have replaced.

type Bound<F> = F extends (this: infer T, ...args: infer A) => infer R ? (self: T, ...args: A) => R : never

/** A function that takes what would be `this` as its first argument. */
// oxlint-disable-next-line typescript/no-explicit-any -- any function
export const uncurried: <F extends (...args: any[]) => unknown>(method: F) => Bound<F> =
  Function.prototype.bind.bind(Function.prototype.call) as never

/** Reads a property of the browser's objects, whatever the page makes of it. */
export function getter<T = unknown>(prototype: object, name: string): (self: object) => T {
  const get = Object.getOwnPropertyDescriptor(prototype, name)?.get
  if (get === undefined) throw new Error(`this browser has no property ${name}`)
  return uncurried(get)
}

/** Replaces a property that the page finds, so that it cannot. */
export function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: false, configurable: false })
}

type Method = (self: unknown, ...given: unknown[]) => unknown

/** Replaces a method that the page finds. `act` gets the browser's own, which takes what would be `this` first. */
export function wrap(
  owner: object,
  name: string,
  act: (original: Method, self: unknown, given: readonly unknown[]) => unknown,
): void {
  const original = uncurried(Reflect.get(owner, name) as (...given: unknown[]) => unknown)
  define(owner, name, function (this: unknown, ...given: unknown[]) {
    return act(original, this, given)
  })
}

export const listen = uncurried(EventTarget.prototype.addEventListener)
export const dispatch = uncurried(EventTarget.prototype.dispatchEvent)
export const query = uncurried(Document.prototype.querySelectorAll)
export const closest = uncurried(Element.prototype.closest)
export const matches = uncurried(Element.prototype.matches)
export const attribute = uncurried(Element.prototype.getAttribute)
export const setAttribute = uncurried(Element.prototype.setAttribute)
export const box = uncurried(Element.prototype.getBoundingClientRect)
export const indexOf = uncurried(String.prototype.indexOf)
export const codeAt = uncurried(String.prototype.charCodeAt)
export const slice = uncurried(String.prototype.slice)
export const lower = uncurried(String.prototype.toLowerCase)
export const after = setTimeout.bind(globalThis)
export const nextFrame = requestAnimationFrame.bind(globalThis)
export const targetOf = getter<EventTarget | null>(Event.prototype, 'target')
export const prevent = uncurried(Event.prototype.preventDefault)
export const textOf = getter<string | null>(Node.prototype, 'textContent')
export const tagOf = getter<string>(Element.prototype, 'localName')
export const typeOf = getter<string>(Event.prototype, 'type')
export const keyOf = getter<string>(KeyboardEvent.prototype, 'key')
const pathOf = uncurried(Event.prototype.composedPath)

/** Where an event started, also in a shadow. */
export function startOf(event: Event): EventTarget | null {
  return pathOf(event)[0] ?? null
}
