import { knownWord, UnknownWordError } from '../parts/known-words.ts'
import type { AskedToEnd } from '../parts/signals.ts'
import { parseSignals } from '../parts/signals.ts'
import type { LeftBehind } from '../parts/left-behind.ts'
import { parseLeftBehind } from '../parts/left-behind.ts'
import { oddities } from './oddities.ts'
import type { Oddity } from './oddities.ts'
import type { LateMoment } from './voice.ts'

/** One step of a fake's turn. README.md describes the words. */
export type Step =
  | { type: 'say'; text: string; isLate: boolean }
  | { type: 'say-after'; text: string; moment: LateMoment }
  | { type: 'think'; text: string }
  | { type: 'slow'; tokens: number; everyMs: number }
  | { type: 'run'; command: string }
  | { type: 'read'; path: string }
  | { type: 'edit'; path: string; content: string | null }
  | { type: 'ask' }
  | { type: 'plan' }
  | { type: 'subagent'; text: string }
  | { type: 'tell' }
  | { type: 'fail'; status: number }
  | { type: 'cut' }
  | { type: 'hang' }
  | { type: 'stay' }
  | { type: 'wait'; ms: number }
  | { type: 'ignore-signals'; signals: readonly AskedToEnd[] }
  | { type: 'ignore-cancel' }
  | { type: 'leave'; what: LeftBehind }
  | { type: 'flood-stderr'; sizeBytes: number }
  | { type: 'big-line'; sizeBytes: number }
  | { type: 'invalid-json' }
  | { type: 'half-line' }
  | { type: 'odd'; oddity: Oddity }
  | { type: 'ends-as'; word: string }
  | { type: 'exit'; code: number }
  | { type: 'replay'; name: string; isRealTime: boolean }

const defaultThought = 'First I think about it. Then I decide.'

const tools: ReadonlySet<Step['type']> = new Set(['run', 'read', 'edit', 'subagent'])

/**
 * Parses a script, with one word per line.
 * @throws UnknownWordError for a line that is not a word, or has no effect in its place
 */
export function parseWords(text: string): Step[] {
  const steps = text
    .split(/\n| ;; /)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .flatMap(parseLine)
  if (steps.length === 0) throw new UnknownWordError(text, 'a script', forms)
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1]
    if (step.type === 'ask' && (next === undefined || !tools.has(next.type))) {
      throw new UnknownWordError('ask', 'a script', ['ask, and at once the tool that is asked about'])
    }
    if (step.type === 'replay' && steps.length > 1) {
      throw new UnknownWordError(`replay ${step.name}`, 'a script of several words', ['replay, alone'])
    }
  }
  return steps
}

/** True if a line is one of the words. */
export function isWord(line: string): boolean {
  return words.some(([pattern]) => pattern.test(line)) || line.startsWith('ask ')
}

function parseLine(line: string): Step[] {
  if (line.startsWith('ask ')) return [{ type: 'ask' }, ...parseLine(line.slice('ask '.length))]
  for (const [pattern, make] of words) {
    const match = pattern.exec(line)
    if (match !== null) return [make(match)]
  }
  throw new UnknownWordError(line, 'a script', forms)
}

/** How each word is written, for error messages. */
const forms = [
  '[late] say TEXT',
  'think [TEXT]',
  'slow N tokens at M ms',
  'run COMMAND',
  'read FILE',
  'edit FILE [with TEXT]',
  'ask [WORD]',
  'plan',
  'subagent [TEXT]',
  'tell',
  'fail STATUS',
  'cut',
  'hang',
  'stay',
  'wait N ms',
  'ignore cancel',
  'ignore signals',
  'ignore SIGNAL,…',
  'leave child TRAIT…',
  'flood stderr [N kB]',
  'big line [N MB]',
  'invalid json',
  'half line',
  `odd ${oddities.join(' | ')}`,
  'ends as WORD',
  'idle say TEXT',
  'overdue say TEXT',
  'exit [CODE]',
  'replay CASE [in real time]',
]

const words: [RegExp, (match: RegExpExecArray) => Step][] = [
  [/^(late )?say (.+)$/, ([, late, text]) => ({ type: 'say', text: text ?? '', isLate: late !== undefined })],
  [/^idle say (.+)$/, ([, text]) => ({ type: 'say-after', text: text ?? '', moment: 'idle' })],
  [/^overdue say (.+)$/, ([, text]) => ({ type: 'say-after', text: text ?? '', moment: 'overdue' })],
  [/^think(?: (.+))?$/, ([, text]) => ({ type: 'think', text: text ?? defaultThought })],
  [
    /^slow (\d+)(?: tokens?)?(?: at (\d+) ?ms)?$/,
    ([, tokens, ms]) => ({ type: 'slow', tokens: Number(tokens), everyMs: Number(ms ?? 50) }),
  ],
  [/^run (.+)$/, ([, command]) => ({ type: 'run', command: command ?? '' })],
  [/^read (\S+)$/, ([, path]) => ({ type: 'read', path: path ?? '' })],
  [
    /^edit (\S+)(?: with (.*))?$/,
    ([, path, content]) => ({ type: 'edit', path: path ?? '', content: content ?? null }),
  ],
  [/^ask$/, () => ({ type: 'ask' })],
  [/^plan$/, () => ({ type: 'plan' })],
  [/^subagent(?: (.+))?$/, ([, text]) => ({ type: 'subagent', text: text ?? 'Look around' })],
  [/^tell$/, () => ({ type: 'tell' })],
  [/^fail ([45]\d\d)$/, ([, status]) => ({ type: 'fail', status: Number(status) })],
  [/^cut$/, () => ({ type: 'cut' })],
  [/^hang$/, () => ({ type: 'hang' })],
  [/^stay$/, () => ({ type: 'stay' })],
  [/^wait (\d+)(?: ?ms)?$/, ([, ms]) => ({ type: 'wait', ms: Number(ms) })],
  [/^ignore cancel$/, () => ({ type: 'ignore-cancel' })],
  [
    /^ignore (signals|SIG.+)$/,
    ([, names]) => ({
      type: 'ignore-signals',
      signals: names === 'signals' ? ['SIGINT', 'SIGTERM'] : parseSignals(names ?? ''),
    }),
  ],
  [/^leave (.+)$/, ([, what]) => ({ type: 'leave', what: parseLeftBehind(what ?? '') })],
  [
    /^flood stderr(?: (\d+) ?kB)?$/,
    ([, size]) => ({ type: 'flood-stderr', sizeBytes: Number(size ?? 1_024) * 1_024 }),
  ],
  [
    /^big line(?: (\d+) ?MB)?$/,
    ([, size]) => ({ type: 'big-line', sizeBytes: Number(size ?? 5) * 1_048_576 }),
  ],
  [/^invalid json$/, () => ({ type: 'invalid-json' })],
  [/^half line$/, () => ({ type: 'half-line' })],
  [/^odd (.+)$/, ([, name]) => ({ type: 'odd', oddity: knownWord(name ?? '', 'the odd outputs', oddities) })],
  [/^ends as (\S+)$/, ([, word]) => ({ type: 'ends-as', word: word ?? '' })],
  [/^exit(?: (\d+))?$/, ([, code]) => ({ type: 'exit', code: Number(code ?? 0) })],
  [
    /^replay ([\w-]+)( in real time)?$/,
    ([, name, time]) => ({ type: 'replay', name: name ?? '', isRealTime: time !== undefined }),
  ],
]
