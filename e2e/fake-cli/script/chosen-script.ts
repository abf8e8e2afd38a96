import type { FakeAgent } from '../parts/agent-home.ts'
import type { Step } from './words.ts'
import { parseWords } from './words.ts'

/** What the sender of a prompt can be told about it. */
export interface PromptFacts {
  userMessages: number
  /** Their media types. */
  images: readonly string[]
}

/**
 * What a fake does for a prompt: the script that the test laid into its environment, or else the words of the prompt;
 * where there are none, it says how much it knows.
 * @param agent who answers by ACP; null for raw lines
 */
export function answerSteps(prompt: string, agent: FakeAgent | null, facts: PromptFacts): Step[] {
  const steps = chosenSteps(prompt)
  if (steps.length === 0) return [{ type: 'say', text: greeting(facts), isLate: false }]
  const [first] = steps
  // No session of Gemini was recorded: it says by itself what the others are recorded with.
  if (first?.type === 'replay' && agent === 'gemini') return parseWords(equivalents[first.name] ?? '')
  return steps
}

export function chosenSteps(prompt: string): Step[] {
  return parseWords(process.env['FAKE_AGENT_SCRIPT'] ?? prompt)
}

const writeWords =
  'say Let me run that. \nask run echo hi > out.txt && cat out.txt\nsay Done: the command ran.'
const equivalents: Record<string, string> = {
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
}

function greeting({ userMessages, images }: PromptFacts): string {
  const pictures = images.length === 0 ? '' : `, ${images.length} images: ${images.join(' ')}`
  return `ok (${userMessages} user messages${pictures})`
}
