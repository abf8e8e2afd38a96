import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { endWithCode } from '../parts/ending.ts'
import { knownWord, UnknownWordError } from '../parts/known-words.ts'
import { leaveBehind, parseLeftBehind } from '../parts/left-behind.ts'
import { print } from '../parts/print.ts'
import { ignoreSignals, parseSignals } from '../parts/signals.ts'
import { wait, waitForAbort } from '../parts/wait.ts'
import { oddities, printOddLine } from './oddities.ts'
import { useTool } from './tools.ts'
import { type Turn, say } from './turn.ts'
import type { ToolUse } from './voice.ts'

/** What one word of a script does. */
export type Step = (turn: Turn) => Promise<void> | void

/** One word: how it is written, the pattern of its line, and its effect. README.md describes the words. */
interface Word {
  form: string
  pattern: RegExp
  /** Parses the parts of the line that the pattern captured. @throws UnknownWordError */
  read: (...parts: string[]) => Step
  /** Uses a tool, so `ask` may precede it. */
  isTool?: true
}

const words: readonly Word[] = [
  { form: 'say TEXT', pattern: /^say (.+)$/, read: (text) => (turn) => say(turn, text) },
  {
    form: 'late say TEXT, idle say TEXT, overdue say TEXT',
    pattern: /^(late|idle|overdue) say (.+)$/,
    read:
      (moment, text) =>
      ({ voice }) =>
        voice.lateText(text, moment === 'idle' || moment === 'overdue' ? moment : undefined),
  },
  {
    form: 'think [TEXT]',
    pattern: /^think(?: (.+))?$/,
    read:
      (text = 'First I think about it. Then I decide.') =>
      ({ voice }) =>
        voice.thought(text),
  },
  {
    form: 'slow N tokens at M ms',
    pattern: /^slow (\d+) tokens at (\d+) ms$/,
    read: (tokens, everyMs) => async (turn) => {
      for (let token = 0; token < Number(tokens); token += 1) {
        say(turn, `w${token} `)
        await wait(Number(everyMs), turn.signal)
      }
    },
  },
  {
    form: 'run COMMAND',
    pattern: /^run (.+)$/,
    read: (command) => (turn) => useTool({ kind: 'execute', command }, turn),
    isTool: true,
  },
  {
    form: 'read FILE',
    pattern: /^read (\S+)$/,
    read: (path) => (turn) => useTool({ kind: 'read', path: resolve(turn.cwd, path) }, turn),
    isTool: true,
  },
  {
    form: 'edit FILE [with TEXT]',
    pattern: /^edit (\S+)(?: with (.*))?$/,
    read: (path, content) => (turn) => useTool(editOf(resolve(turn.cwd, path), content), turn),
    isTool: true,
  },
  {
    form: 'subagent [TEXT]',
    pattern: /^subagent(?: (.+))?$/,
    read:
      (task = 'Look around') =>
      (turn) =>
        useTool({ kind: 'agent', task }, turn),
    isTool: true,
  },
  { form: 'ask WORD', pattern: /^ask$/, read: () => (turn) => void (turn.asksNext = true) },
  { form: 'plan', pattern: /^plan$/, read: () => showPlan },
  { form: 'tell', pattern: /^tell$/, read: () => (turn) => say(turn, JSON.stringify(turn.facts)) },
  {
    form: 'fail STATUS',
    pattern: /^fail ([45]\d\d)$/,
    read:
      (status) =>
      ({ voice }) =>
        voice.fail(Number(status)),
  },
  { form: 'cut', pattern: /^cut$/, read: () => (turn) => turn.voice.cut() },
  { form: 'hang', pattern: /^hang$/, read: () => (turn) => waitForAbort(turn.signal) },
  { form: 'stay', pattern: /^stay$/, read: () => (turn) => void (turn.stays = true) },
  { form: 'wait N ms', pattern: /^wait (\d+) ms$/, read: (ms) => (turn) => wait(Number(ms), turn.signal) },
  { form: 'ignore cancel', pattern: /^ignore cancel$/, read: () => (turn) => turn.ignoreCancel() },
  {
    form: 'ignore signals',
    pattern: /^ignore (signals|SIG.+)$/,
    read: (names) => {
      const signals = parseSignals(names === 'signals' ? 'SIGINT,SIGTERM' : names)
      return () => ignoreSignals(signals)
    },
  },
  {
    form: 'leave child TRAIT…',
    pattern: /^leave (.+)$/,
    read: (what) => {
      const traits = parseLeftBehind(what)
      return async (turn) => say(turn, `left ${await leaveBehind(traits)} `)
    },
  },
  {
    form: 'flood stderr N kB',
    pattern: /^flood stderr (\d+) kB$/,
    read: (sizeKb) => () => {
      for (let kb = 0; kb < Number(sizeKb); kb += 1) process.stderr.write(`${'noise '.repeat(170)}\n`)
    },
  },
  {
    form: 'big line N MB',
    pattern: /^big line (\d+) MB$/,
    read: (sizeMb) => (turn) => {
      const text = 'x'.repeat(Number(sizeMb) * 1_048_576)
      turn.said.push(text)
      turn.voice.text(text)
    },
  },
  {
    form: 'half line',
    pattern: /^half line$/,
    read: () => () => {
      print('{"type":"mess')
      return endWithCode(1)
    },
  },
  {
    form: `odd ${oddities.join(' | ')}`,
    pattern: /^odd (.+)$/,
    read: (name) => {
      const oddity = knownWord(name, 'the odd outputs', oddities)
      return ({ voice }) => {
        if (!printOddLine(oddity)) voice.odd(oddity)
      }
    },
  },
  {
    form: 'ends as WORD',
    pattern: /^ends as (\S+)$/,
    read:
      (word) =>
      ({ voice }) =>
        voice.endAs(word),
  },
  { form: 'exit [CODE]', pattern: /^exit(?: (\d+))?$/, read: (code) => () => endWithCode(Number(code ?? 0)) },
]

const replayForm = 'replay CASE'
const forms = [...words.map(({ form }) => form), replayForm]

/**
 * Parses a script, with one word per line.
 * @throws UnknownWordError for a line that is not a word, or has no effect in its place
 */
export function parseWords(text: string): Step[] {
  const found = text
    .split(/\n| ;; /)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .flatMap((line) => (line.startsWith('ask ') ? ['ask', line.slice('ask '.length)] : [line]))
    .map(parseLine)
  if (found.length === 0) throw new UnknownWordError(text, 'a script', forms)
  for (const [index, { form }] of found.entries())
    if (form === 'ask WORD' && found[index + 1]?.isTool !== true)
      throw new UnknownWordError('ask', 'a script', ['ask, and at once the tool that is asked about'])
  return found.map(({ step }) => step)
}

function parseLine(line: string): { form: string; isTool?: true; step: Step } {
  for (const { pattern, read, ...word } of words) {
    const match = pattern.exec(line)
    if (match !== null) return { ...word, step: read(...match.slice(1)) }
  }
  throw new UnknownWordError(line, 'a script', forms)
}

/** The facts about a prompt that the answer to a question reports. */
export interface PromptFacts {
  userMessages: number
  /** The media types of its images. */
  images: readonly string[]
}

/** Parley puts these before a prompt: the user's instructions, and earlier messages if the session is lost. */
const preludes = [
  /^<instructions>\n[\s\S]*?\n<\/instructions>\n\n/,
  /^<earlier-conversation>\n[\s\S]*\n<\/earlier-conversation>\n/,
]

/**
 * The steps of a prompt, or the name of the recorded case that it replays. A question is not a script; its
 * answer says how many messages the fake knows.
 * @throws UnknownWordError
 */
export function answerSteps(prompt: string, { userMessages, images }: PromptFacts): Step[] | string {
  const text = preludes.reduce((rest, prelude) => rest.replace(prelude, ''), prompt).trim()
  const [, recorded] = /^replay ([\w-]+)$/.exec(text) ?? []
  if (recorded !== undefined) return recorded
  if (!/^[^\n]*\?$/.test(text) || isWord(text)) return parseWords(text)
  const pictures = images.length === 0 ? '' : `, ${images.length} images: ${images.join(' ')}`
  return parseWords(`say ok (${userMessages} user messages${pictures})`)
}

/** True for a word whose text ends in a question mark, such as `say What now?`. */
function isWord(line: string): boolean {
  return line.startsWith('ask ') || words.some(({ pattern }) => pattern.test(line))
}

async function showPlan({ voice, signal }: Turn): Promise<void> {
  const texts = ['Look at the code', 'Change it', 'Run the tests']
  for (let done = 0; done <= texts.length; done += 1) {
    voice.plan(
      texts.map((text, index) => ({
        text,
        status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending',
      })),
    )
    await wait(1, signal)
  }
}

function editOf(path: string, content: string | undefined): ToolUse {
  const oldText = existsSync(path) ? readFileSync(path, 'utf8') : null
  const newText =
    content === undefined ? `${oldText ?? ''}one more line\n` : `${content.replaceAll('\\n', '\n')}\n`
  return { kind: 'edit', path, oldText, newText }
}
