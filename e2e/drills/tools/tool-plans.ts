import type { Random } from '../../../src/main/base/seeded-random.ts'
import { completeStream, type ModelScript } from '../../fake-provider/script.ts'
import { callingAnswer, toolSteps } from '../../fake-provider/tool-steps.ts'

/**
 * The kinds of runs. `echo` and `slow` call an MCP server, which is silent about `slow` only when it is cancelled; `pair`
 * is two panes that make the same call.
 */
export const toolKinds = ['code', 'search', 'edit', 'ask', 'fetch', 'echo', 'slow', 'pair', 'mixed'] as const
export type ToolKind = (typeof toolKinds)[number]

/** When a run is cancelled, at a random moment after that; `never` runs to its end if it can. */
export const cancelMoments = ['at once', 'the call', 'the card', 'never'] as const
export type CancelMoment = (typeof cancelMoments)[number]

export interface ToolPlan {
  kind: ToolKind
  moment: CancelMoment
  /** How long after that moment, in milliseconds. */
  afterMs: number
  /** How the first card of the run is answered; null leaves it open. */
  decision: 'once' | 'deny' | null
}

export function nextPlan(random: Random, index: number): ToolPlan {
  const kind = toolKinds[index % toolKinds.length] ?? 'code'
  const chosen = cancelMoments[random.below(cancelMoments.length)] ?? 'never'
  // It has no end of its own.
  const moment = kind === 'slow' && chosen === 'never' ? 'the call' : chosen
  const decision = (['once', 'once', 'deny', null] as const)[random.below(4)] ?? null
  return {
    kind,
    moment,
    afterMs: random.below(250),
    // Otherwise nothing would end it.
    decision: moment === 'never' || moment === 'the call' ? (decision ?? 'once') : decision,
  }
}

/** The tools of a run, by its kind. */
export const enabledTools = [
  'code.run',
  'files.search',
  'files.edit',
  'ask_user',
  'web.fetch',
  'mcp:storm/*',
] as const

/** The models of the kinds, named after them. `pageUrl` is of a page that takes long. */
export function scriptModels(
  script: (model: string, script: ModelScript) => void,
  { pageUrl }: { pageUrl: string },
): void {
  const done = completeStream([{ type: 'tokens', tokens: ['Done.'] }])
  const code = {
    name: 'code_run',
    input: { code: 'const end = Date.now() + 1500; while (Date.now() < end); 1' },
  }
  const search = { name: 'files_search', input: { query: 'needle' } }
  const fetch = { name: 'web_fetch', input: { url: pageUrl } }
  const echo = { name: 'storm__echo', input: { text: 'hello' } }
  const slow = { name: 'storm__slow', input: {} }
  const schema = { type: 'object', properties: { name: { type: 'string' } } }
  const ask = { name: 'ask_user', input: { title: 'Your name?', schema } }
  for (const [kind, calls] of [
    ['code', [code]],
    ['search', [search]],
    ['ask', [ask]],
    ['fetch', [fetch]],
    ['echo', [echo]],
    ['slow', [slow]],
    ['pair', [fetch]],
    ['mixed', [code, search, fetch, echo]],
  ] as const) {
    script(kind, toolSteps(callingAnswer(...calls), done))
  }
  script('edit', (request) => {
    // An edit that changes nothing is not asked about.
    const input = { path: 'note.txt', content: `${crypto.randomUUID()}\n` }
    return toolSteps(callingAnswer({ name: 'files_edit', input }), done)(request)
  })
}
