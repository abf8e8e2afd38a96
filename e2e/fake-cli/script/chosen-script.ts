import type { FakeAgent } from '../parts/agent-home.ts'
import { knownWord } from '../parts/known-words.ts'
import type { Step } from './words.ts'
import { isWord, parseWords } from './words.ts'

/** Instructions of the user in a prompt, for an agent that has no other place for them. */
const instructions = /^<instructions>\n([\s\S]*?)\n<\/instructions>\n\n/

/** Facts about a prompt, which the answer to a question reports. */
export interface PromptFacts {
  userMessages: number
  /** The media types of its images. */
  images: readonly string[]
}

/**
 * Parley puts earlier messages before a question if the session is lost. They were answered, so they are not played
 * again.
 */
const earlierConversation = /^<earlier-conversation>\n[\s\S]*\n<\/earlier-conversation>\n/

/**
 * Chooses the steps for a prompt: the script in its environment, or the words of the prompt. A question is not
 * a script; its answer says how many messages the fake knows.
 * @param agent the agent that answers by ACP; null for raw lines
 * @throws UnknownWordError
 */
export function answerSteps(prompt: string, agent: FakeAgent | null, facts: PromptFacts): Step[] {
  const steps = chosenSteps(prompt.replace(instructions, '').replace(earlierConversation, ''))
  if (steps === 'a question') return [{ type: 'say', text: greeting(facts), isLate: false }]
  const [first] = steps
  // Gemini has no recorded session, so its fake plays words that come closest.
  if (first?.type === 'replay' && agent === 'gemini')
    return parseWords(equivalents[knownWord(first.name, 'the recordings of gemini', equivalentNames)])
  return steps
}

function chosenSteps(prompt: string): Step[] | 'a question' {
  const script = process.env['FAKE_AGENT_SCRIPT']
  if (script !== undefined) return parseWords(script)
  return isQuestion(prompt) ? 'a question' : parseWords(prompt)
}

/** True for one line that ends in a question mark and is not a word such as `say What now?`. */
function isQuestion(prompt: string): boolean {
  const line = prompt.trim()
  return /^[^\n]*\?$/.test(line) && !isWord(line)
}

const writeWords =
  'say Let me run that. \nask run echo hi > out.txt && cat out.txt\nsay Done: the command ran.'
const equivalents = {
  text: 'say Hello from the fake model.',
  think: 'think\nsay The answer is 42.',
  'write-allow': writeWords,
  'write-reject': writeWords,
  'write-cancel': writeWords,
  slow: 'slow 400 tokens at 30 ms',
  tool: 'say Let me run that. \nrun sleep 65 & sleep 66; true',
  'after-slow': 'say ok',
  'after-tool': 'say ok',
  'after-e401': 'say ok',
  e401: 'fail 401',
} as const
const equivalentNames = Object.keys(equivalents) as (keyof typeof equivalents)[]

function greeting({ userMessages, images }: PromptFacts): string {
  const pictures = images.length === 0 ? '' : `, ${images.length} images: ${images.join(' ')}`
  return `ok (${userMessages} user messages${pictures})`
}
