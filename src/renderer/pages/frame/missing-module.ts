// What a component gets in place of a package that Parley does not have.

/** A module whose exports are all stand-ins. */
export function missingModule(): unknown {
  return new Proxy({}, { get: (_target, key) => (key === '__esModule' ? true : standIn(null)) })
}

/**
 * Stands for anything that a missing module exports: a component that shows its children, in an element if it is one of
 * `motion.div` and the like, or a function.
 */
function standIn(tag: string | null): unknown {
  const { createElement } = (
    globalThis as unknown as { React: { createElement: (...given: unknown[]) => unknown } }
  ).React
  function StandIn(...given: unknown[]): unknown {
    const [first, second] = given
    // Called as `styled.div` and `styled(Button)` are, with a template or another component.
    if (Array.isArray(first) || typeof first === 'function') return component
    // Or as `clsx` is, with the names of classes.
    if (typeof first === 'string') return names(...given)
    // React calls components with two arguments.
    if (given.length !== 2 || second !== undefined) return nothing
    const { children } = (first ?? {}) as { children?: unknown }
    return tag === null ? (children ?? null) : createElement(tag, first)
  }
  const component: unknown = new Proxy(StandIn, {
    get(target, key) {
      if (typeof key === 'symbol' || key in target) return Reflect.get(target, key) as unknown
      if (/^[a-z]+\d?$/.test(key)) return standIn(key)
      return /^[A-Z]/.test(key) ? standIn(null) : nothing
    },
  })
  return component
}

/** What a missing function returns, such as a hook: it can be taken apart, called, spread and written. */
const nothing: unknown = new Proxy(() => nothing, {
  get(target, key) {
    if (key === Symbol.toPrimitive) return () => ''
    if (key === Symbol.iterator) return () => Array.from({ length: 9 }, () => nothing).values()
    // A promise would never end, and nothing is wrong or being loaded.
    if (typeof key === 'symbol' || /^(?:then|error|(?:is|has)[A-Z].*|.*[lL]oading)$/.test(key))
      return undefined
    return key === 'errors' ? {} : key in target ? (Reflect.get(target, key) as unknown) : nothing
  },
})

function names(...given: unknown[]): string {
  return given.filter((name) => typeof name === 'string').join(' ')
}
