import { pageLimits } from './page'

/** Reads one value of a message; undefined if it is not what it should be. */
type Read<T> = (value: unknown) => T | undefined
type Fields = Record<string, Read<unknown>>
type ReadFields<F extends Fields> = { [K in keyof F]: F[K] extends Read<infer T> ? T : never }

const flag: Read<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)
const number: Read<number> = (value) => (Number.isFinite(value) ? (value as number) : undefined)
const text =
  (maxChars: number): Read<string> =>
  (value) =>
    typeof value === 'string' ? value.slice(0, maxChars) : undefined
const oneOf =
  <T extends string>(...names: T[]): Read<T> =>
  (value) =>
    names.find((name) => name === value)
const orNull =
  <T>(read: Read<T>): Read<T | null> =>
  (value) =>
    value === null ? null : read(value)

function fields<F extends Fields>(shape: F): Read<ReadFields<F>> {
  return (value) => {
    // Structured clones have the prototypes of this window.
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
      return undefined
    const read = Object.entries(shape).map(
      ([name, readField]) => [name, readField((value as Record<string, unknown>)[name])] as const,
    )
    const isWhole = read.every(([, field]) => field !== undefined)
    return isWhole ? (Object.fromEntries(read) as ReadFields<F>) : undefined
  }
}

const pageUse = fields({
  kind: oneOf('click', 'input', 'key', 'scroll'),
  /** The role and the accessible name of the element, and which it is among those with the same; null without a role. */
  element: orNull(fields({ role: text(100), name: text(200), index: number })),
  /** Where, as fractions of the document's width and height; for `scroll`, of the way there is to scroll. */
  x: number,
  y: number,
  /** For `input` the new value, for `key` the name of the key (`KeyboardEvent.key`). */
  value: text(pageLimits.problemChars),
})
const pageProblem = fields({
  kind: oneOf('error', 'warning', 'log', 'blocked', 'missing', 'link'),
  text: text(pageLimits.problemChars),
  line: orNull(number),
})
const pageKey = fields({
  key: text(32),
  code: text(32),
  altKey: flag,
  ctrlKey: flag,
  metaKey: flag,
  shiftKey: flag,
})
const pageFinding = fields({
  /** An element with the role, the name and the text exists and is visible. */
  isFound: flag,
  /** The page scrolls sideways if it is wider than what shows it. */
  scrollWidthPx: number,
  clientWidthPx: number,
})
const repeated = oneOf('element', 'place', 'no')

/** What a frame tells the window. The page shares its thread, so nothing of it is trusted. */
const messages = {
  /** It blocks until then. The past if this browser lacks what keeps a page from the network. */
  busy: fields({ id: number, untilMs: number }),
  painted: fields({}),
  /** Its document is about to be replaced. */
  left: fields({}),
  alive: fields({ heapBytes: number }),
  /** The user pressed a button of the pointer in the page. */
  pointed: fields({}),
  problem: fields({ problem: pageProblem }),
  key: fields({ key: pageKey }),
  used: fields({ use: pageUse }),
  repeated: fields({ id: number, how: repeated }),
  examined: fields({ id: number, finding: pageFinding }),
}
type Messages = { [K in keyof typeof messages]: { kind: K } & ValueOf<(typeof messages)[K]> }
type ValueOf<R> = R extends Read<infer T> ? T : never

/** A message of a frame, checked. */
export type FrameMessage = Messages[keyof Messages]

/** Checks and copies what a frame sent; null if it is no message. Texts are cut to their limits. */
export function readMessage(data: unknown): FrameMessage | null {
  const kind = fields({ kind: oneOf(...(Object.keys(messages) as (keyof Messages)[])) })(data)?.kind
  const read = kind === undefined ? undefined : messages[kind](data)
  return read === undefined ? null : ({ kind, ...read } as FrameMessage)
}

/** What a user did in a page. */
export type PageUse = ValueOf<typeof pageUse>

/** How a use was repeated: at the same element, at the same place, or not at all. */
export type Repeated = ValueOf<typeof repeated>

/** What a check found. */
export type PageFinding = ValueOf<typeof pageFinding>

/**
 * What a page reported: an error, a line of its console, a request that was refused, a package that is missing, or a link
 * that the user pressed and that leads nowhere.
 */
export type PageProblem = ValueOf<typeof pageProblem>

/** A key that the user pressed in a page and that may be meant for the window. */
export type PageKey = ValueOf<typeof pageKey>

/** What a check wants to know about a page. */
export interface PageQuestion {
  role?: string
  name?: string
  text?: string
}

/** A request from the window to a frame. */
export type FrameRequest =
  /** Answer at once, then block for a while. */
  | { kind: 'prove'; id: number; busyMs: number }
  | { kind: 'show'; document: string; libraries: FrameLibraries | null }
  | { kind: 'ping' }
  | { kind: 'pause'; isPaused: boolean }
  | { kind: 'repeat'; id: number; use: PageUse }
  | { kind: 'examine'; id: number; question: PageQuestion }

/** The sources of React and of the compiler, for a component or for a document with scripts to compile. */
export interface FrameLibraries {
  /** The component; null if the document has the scripts. */
  component: string | null
  react: string
  compiler: string
}
