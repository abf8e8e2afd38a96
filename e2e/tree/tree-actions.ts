import * as fc from 'fast-check'

/**
 * One action. `chat` and `node` are arbitrary numbers that are mapped to existing ones when the action is
 * played, so that a sequence stays valid when parts of it are removed.
 */
export type TreeAction = { chat: number } & (
  | { type: 'new' | 'retry' | 'undo' | 'duplicate' | 'delete-and-restore' | 'export-and-import' | 'restart' }
  | { type: 'send'; text: string; how: 'complete' | 'stopped' | 'failed' }
  | { type: 'retries-at-once'; count: number }
  | { type: 'set-leaf'; node: number; descend: boolean }
  | { type: 'edit'; node: number; text: string }
  | { type: 'regenerate' | 'fork'; node: number }
  | { type: 'import'; roles: ('user' | 'assistant' | 'tool')[] }
)

const chat = fc.nat(20)
const node = fc.nat(200)
/** Never blank, because blank messages are not sent. */
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((value) => `<${value}>`)

const action: fc.Arbitrary<TreeAction> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('send' as const),
      chat,
      text,
      how: fc.constantFrom('complete' as const, 'complete' as const, 'stopped' as const, 'failed' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom('retry' as const, 'undo' as const), chat }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('retries-at-once' as const),
      chat,
      count: fc.integer({ min: 2, max: 5 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('set-leaf' as const), chat, node, descend: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('edit' as const), chat, node, text }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('regenerate' as const), chat, node }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('fork' as const), chat, node }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('import' as const),
      chat,
      roles: fc.array(fc.constantFrom('user' as const, 'assistant' as const, 'tool' as const), {
        maxLength: 8,
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constantFrom('new' as const, 'duplicate' as const, 'delete-and-restore' as const),
      chat,
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('export-and-import' as const), chat }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('restart' as const), chat }) },
)

/** The actions of one sequence. */
export const treeActions = fc.array(action, { minLength: 1, maxLength: 25 })
