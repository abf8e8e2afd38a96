import type { Random } from '../../base/seeded-random'
import { chatCompletions } from '../openai-compatible/openai-compatible-provider'
import { plainDialect } from '../openai-compatible/dialects'
import { readBody } from './read-body'
import { textsOf } from './run-probe'

/** An answer in a way in which a server may send it, and what a reader must make of it. */
interface OddAnswer {
  what: string
  /** The content of each event. */
  deltas: readonly Record<string, unknown>[]
  finish: string
  text: string
  reasoning: string
  calls: readonly (readonly [name: string, input: unknown])[]
  /** Why it fails although nothing is broken. */
  failure: 'call-as-text' | 'call-missing' | null
}

const toolNames = ['look_up', 'erase_all']
const thoughts = [
  'The user greets me. ',
  'What now?\nI answer. ',
  '用户想要问候。',
  'Is 1 < 2? Yes [sure]. ',
  'İ think. ',
]
const answers = ['Hello! ', 'It is 4.\n\nMore: ', '好的。', 'a < b, c > d ', 'Use `<think>` for that. ']
/** How models write reasoning in their text. */
const marks: readonly (readonly [opening: string, closing: string])[] = [
  ['<think>', '</think>'],
  ['<think>\n', '\n</think>\n\n'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  ['<seed:think>', '</seed:think>'],
  ['<mm:think>', '</mm:think>'],
  ['[THINK]', '[/THINK]'],
  ['◁think▷', '◁/think▷'],
  ['<|START_THINKING|>', '<|END_THINKING|>'],
  ['<|channel>thought\n', '\n<channel|>'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  ['<|channel|>analysis<|message|>', '<|end|><|start|>assistant<|channel|>final<|message|>'],
]
/** How models write a call when no parser reads it. */
const textCalls: readonly ((name: string) => string)[] = [
  (name) => `<tool_call>\n{"name": "${name}", "arguments": {"q": 1}}\n</tool_call>`,
  (name) => `<tool_call>\n<function=${name}>\n<parameter=q>1</parameter>\n</function>\n</tool_call>`,
  (name) => `[TOOL_CALLS][{"name": "${name}", "arguments": {"q": 1}}]`,
  (name) => `<|python_tag|>${name}.call(q=1)`,
  (name) => `<minimax:tool_call>\n<invoke name="${name}"></invoke>`,
  (name) => `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>${name}`,
]

/**
 * Makes one odd answer at random, splits it anywhere, reads it, and returns the rule that was broken, or null. The rules:
 * reasoning is separated from text and shown once, calls keep their own arguments, and a call that never came is explained.
 */
export async function oddAnswerBreach(random: Random): Promise<string | null> {
  const odd = oddAnswer(random)
  const events = odd.deltas.flatMap((delta) => [
    ...(random.below(8) === 0 ? [keepAlive(random)] : []),
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`,
  ])
  const finish = { choices: [{ index: 0, delta: {}, finish_reason: odd.finish }] }
  const body = [...events, `data: ${JSON.stringify(finish)}\n\n`, 'data: [DONE]\n\n']
  const read = await readBody(chatCompletions(plainDialect), body, { toolNames })
  const { text, reasoning } = textsOf(withConversions(read.events))
  const calls = read.events.flatMap((event) =>
    event.type === 'tool-call' ? [[event.toolName, event.input]] : [],
  )
  const found = {
    text: bare(text),
    reasoning: bare(reasoning),
    calls: calls.map((call) => JSON.stringify(call)).toSorted(),
    failure: read.error?.data?.['reason'] ?? null,
  }
  const expected = {
    text: bare(odd.text),
    reasoning: bare(odd.reasoning),
    calls: odd.calls.map((call) => JSON.stringify(call)).toSorted(),
    failure: odd.failure,
  }
  const [is, shouldBe] = [JSON.stringify(found), JSON.stringify(expected)]
  return is === shouldBe ? null : `${odd.what}: ${is}\ninstead of ${shouldBe}\n${body.join('')}`
}

function oddAnswer(random: Random): OddAnswer {
  const thought = random.some(thoughts, 1 + random.below(2)).join('')
  const answer = random.some(answers, 1 + random.below(2)).join('')
  const plain = { finish: 'stop', text: answer, reasoning: thought, calls: [], failure: null }
  const [opening, closing] = marks[random.below(marks.length)] ?? ['<think>', '</think>']
  switch (random.pick(['spelling', 'second', 'mirrored', 'fields', 'calls', 'text-call', 'no-call'])) {
    case 'spelling':
      return {
        what: `reasoning as ${opening}`,
        ...plain,
        deltas: contents(opening + thought + closing + answer, random),
      }
    case 'second': {
      const whole = `<think>${thought}</think>${answer}\n<think>${thought}</think>${answer}`
      const twice = { text: `${answer}${answer}`, reasoning: `${thought}${thought}` }
      return { what: 'a second think', ...plain, ...twice, deltas: contents(whole, random) }
    }
    case 'mirrored':
      return { what: 'mirrored reasoning', ...plain, deltas: mirrored(thought, answer, random) }
    case 'fields': {
      const field = random.pick(['reasoning_content', 'reasoning', 'thinking'])
      const deltas = [
        ...pieces(thought, random).map((piece) => ({ [field]: piece, content: '' })),
        ...contents(answer, random),
      ]
      return { what: `reasoning in ${field}`, ...plain, deltas }
    }
    case 'calls':
      return {
        what: 'parallel calls',
        ...plain,
        reasoning: '',
        finish: 'tool_calls',
        ...parallelCalls(answer, random),
      }
    case 'text-call': {
      const call = (textCalls[random.below(textCalls.length)] ?? String)(
        random.pick(['look_up', 'erase_all']),
      )
      const text = `${answer}\n${call}`
      return {
        what: 'a call as text',
        ...plain,
        reasoning: '',
        text,
        deltas: contents(text, random),
        failure: 'call-as-text',
      }
    }
    case 'no-call':
      return {
        what: 'no call',
        ...plain,
        reasoning: '',
        finish: 'tool_calls',
        deltas: contents(answer, random),
        failure: 'call-missing',
      }
    default:
      throw new Error('there is no other kind')
  }
}

/** Reasoning that is both in a field and between tags, in step or one after the other. */
function mirrored(thought: string, answer: string, random: Random): Record<string, unknown>[] {
  const tagged = contents(`<think>\n${thought}\n</think>\n\n${answer}`, random)
  const fields = pieces(thought, random).map((reasoning) => ({ reasoning_content: reasoning }))
  if (random.below(3) === 0) return [...fields, ...tagged]
  const both: Record<string, unknown>[] = []
  while (tagged.length > 0 || fields.length > 0) {
    // The text of the tags is never ahead of the field by more than the answer allows.
    const field = fields.shift()
    const tag = fields.length === 0 || random.below(2) === 0 ? tagged.shift() : undefined
    both.push({ ...tag, ...field })
  }
  return both
}

/** Calls whose pieces are interleaved and whose numbers are right, all 0, or absent. */
function parallelCalls(answer: string, random: Random): Pick<OddAnswer, 'text' | 'deltas' | 'calls'> {
  const numbers = random.pick(['right', 'zero', 'none'])
  const calls = Array.from({ length: 2 + random.below(3) }, (_, at) => {
    const name = random.pick(['look_up', 'erase_all'])
    const input = { at, path: `/${random.below(100)}` }
    const index = numbers === 'none' ? {} : { index: numbers === 'zero' ? 0 : at }
    const id = `call_${at}`
    const begin = { ...index, id, type: 'function', function: { name, arguments: '' } }
    const rest = pieces(JSON.stringify(input), random).map((text) => ({
      ...index,
      id,
      function: { arguments: text },
    }))
    return { name, input, queue: [begin, ...rest] }
  })
  const deltas: Record<string, unknown>[] = contents(answer, random)
  const open = calls.map(({ queue }) => [...queue])
  while (open.some((queue) => queue.length > 0)) {
    const turn = random.some(
      open.filter((queue) => queue.length > 0),
      1 + random.below(2),
    )
    deltas.push({ tool_calls: turn.flatMap((queue) => queue.splice(0, 1)) })
  }
  return { text: answer, deltas, calls: calls.map(({ name, input }) => [name, input] as const) }
}

function contents(text: string, random: Random): Record<string, unknown>[] {
  return pieces(text, random).map((content) => ({ content }))
}

/** The text, split anywhere but within a character. */
function pieces(text: string, random: Random): string[] {
  const longest = random.pick([1, 3, 12, 1_000])
  const chars = Array.from(text)
  const split: string[] = []
  for (let at = 0; at < chars.length;) {
    const length = 1 + random.below(longest)
    split.push(chars.slice(at, at + length).join(''))
    at += length
  }
  return split
}

function keepAlive(random: Random): string {
  return random.pick([
    ': keep-alive\n\n',
    '\n',
    'event: ping\ndata: {"type":"ping"}\n\n',
    'data: {"choices":[]}\n\n',
    'data: [PING]\n\n',
    'event: status\ndata: {"message":"warming up"}\n\n',
    'data: {"message":"Model is loading"}\n\n',
    'data: 1764000000\n\n',
    '\uFEFF',
  ])
}

/** The events with text that turned out to be reasoning as such. */
function withConversions(events: Awaited<ReturnType<typeof readBody>>['events']): typeof events {
  const at = events.findLastIndex(({ type }) => type === 'text-was-reasoning')
  return events.map((event, index) =>
    index < at && event.type === 'text-delta' ? { ...event, type: 'reasoning-delta' } : event,
  )
}

/** White space at the edges of reasoning belongs to its marks. */
function bare(text: string): string {
  return text.replaceAll(/\s+/g, '')
}
