/**
 * Runs in the engine before the code: gives it `console`, and returns the function that describes a value. What the code
 * may change later, such as `Array.prototype`, is taken first.
 */
export const prelude = String.raw`
(function (print, maxChars) {
  'use strict'
  const { getPrototypeOf, ownKeys, getOwnPropertyDescriptor } = Reflect
  const bind = Function.prototype.bind.bind(Function.prototype.call)
  const slice = bind(String.prototype.slice)
  const join = bind(Array.prototype.join)
  const push = bind(Array.prototype.push)
  const split = bind(String.prototype.split)
  const objectTag = bind(Object.prototype.toString)
  const functionText = bind(Function.prototype.toString)
  const dateText = bind(Date.prototype.toISOString)
  const patternText = bind(RegExp.prototype.toString)
  const symbolText = bind(Symbol.prototype.toString)
  const mapEach = bind(Map.prototype.forEach)
  const setEach = bind(Set.prototype.forEach)
  const has = bind(WeakSet.prototype.has)
  const add = bind(WeakSet.prototype.add)
  const drop = bind(WeakSet.prototype.delete)
  const quote = JSON.stringify
  const text = String
  const { isArray } = Array
  const Seen = WeakSet
  const MapOf = Map
  const SetOf = Set
  const plainKey = /^[A-Za-z_$][\w$]*$/
  const matches = bind(RegExp.prototype.test)
  const maxItems = 200
  const maxDepth = 6

  function describe(value, isInner, depth, seen, budget) {
    const kind = typeof value
    if (kind === 'string') return isInner ? quote(slice(value, 0, budget.left)) : slice(value, 0, budget.left)
    if (kind === 'bigint') return slice(text(value), 0, budget.left) + 'n'
    if (kind === 'symbol') return symbolText(value)
    if (kind === 'number') return value === 0 && 1 / value < 0 ? '-0' : text(value)
    if (kind === 'function') return '[' + slice(functionText(value), 0, 60) + ']'
    if (kind !== 'object' || value === null) return text(value)
    if (has(seen, value)) return '[circular]'
    if (depth > maxDepth) return '[…]'
    add(seen, value)
    try {
      return described(value, depth, seen, budget)
    } finally {
      drop(seen, value)
    }
  }

  function described(value, depth, seen, budget) {
    const tag = objectTag(value)
    if (tag === '[object Error]') {
      const stack = typeof value.stack === 'string' ? '\n' + value.stack : ''
      return slice(text(value.name) + ': ' + text(value.message) + stack, 0, 4000)
    }
    if (tag === '[object Date]') return dateText(value)
    if (tag === '[object RegExp]') return patternText(value)
    const items = []
    const note = (item) => {
      if (items.length >= maxItems || budget.left <= 0) return false
      push(items, item)
      budget.left -= item.length + 2
      return true
    }
    const inner = (part) => describe(part, true, depth + 1, seen, budget)
    if (isArray(value) || tag === '[object Uint8Array]' || tag === '[object Float64Array]') {
      const { length } = value
      let index = 0
      while (index < length && note(inner(value[index]))) index += 1
      if (index < length) push(items, '… ' + (length - index) + ' more')
      return '[' + join(items, ', ') + ']'
    }
    if (value instanceof MapOf) {
      mapEach(value, (part, key) => note(inner(key) + ' => ' + inner(part)))
      return 'Map {' + join(items, ', ') + '}'
    }
    if (value instanceof SetOf) {
      setEach(value, (part) => note(inner(part)))
      return 'Set {' + join(items, ', ') + '}'
    }
    for (const key of ownKeys(value)) {
      const property = getOwnPropertyDescriptor(value, key)
      if (property === undefined || property.enumerable !== true) continue
      const name = typeof key === 'symbol' ? '[' + symbolText(key) + ']' : matches(plainKey, key) ? key : quote(key)
      if (!note(name + ': ' + ('value' in property ? inner(property.value) : '[getter]'))) {
        push(items, '…')
        break
      }
    }
    const made = getPrototypeOf(value)
    const maker = made === null ? undefined : getOwnPropertyDescriptor(made, 'constructor')
    const name = maker !== undefined && typeof maker.value === 'function' ? maker.value.name : ''
    const prefix = typeof name === 'string' && name !== '' && name !== 'Object' ? slice(name, 0, 60) + ' ' : ''
    return prefix + '{' + join(items, ', ') + '}'
  }

  // Outside, a text ends at the character NUL.
  const clean = (value) => join(split(slice(value, 0, maxChars), '\0'), '\u2400')
  const shown = (value) => clean(describe(value, false, 0, new Seen(), { left: maxChars }))
  const log = (...values) => {
    let line = ''
    for (let index = 0; index < values.length; index += 1) line += (index === 0 ? '' : ' ') + shown(values[index])
    print(clean(line))
  }
  globalThis.console = { log, info: log, debug: log, warn: log, error: log, table: log, dir: log, trace: log }
  return shown
})
`
