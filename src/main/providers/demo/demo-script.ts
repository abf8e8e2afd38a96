import { briefText } from './brief-text'
import { longText, paragraph } from './long-text'
import type { Random } from './random'
import { hashText } from './random'
import { thoughtText } from './thought-text'

/** One thing that a scripted answer does, one after another. */
export type DemoStep =
  | { type: 'text' | 'reasoning'; text: string; tokenIntervalMs: number }
  | {
      type: 'tool'
      toolCallId: string
      toolName: string
      input: unknown
      durationMs: number
      output: unknown
    }
  /** Nothing, until it is stopped. */
  | { type: 'silence' }

/** A scripted model: what it is called and what it answers about `subject`. */
export interface DemoModel {
  id: string
  name: string
  script(subject: string, random: Random): DemoStep[]
}

const quickMs = 12
const slowMs = 300

/** The models of the demo provider, the one to try first at the top. */
export const demoModels: readonly DemoModel[] = [
  {
    id: 'writer',
    name: 'Writer (scripted)',
    script: (subject, random) => [say(longText(subject, random), quickMs)],
  },
  {
    id: 'thinker',
    name: 'Thinker (scripted)',
    script: (subject, random) => [
      { type: 'reasoning', text: thoughtText(subject, random), tokenIntervalMs: quickMs },
      say(`${briefText(subject, random)}\n\n${paragraph(subject, random)}`, quickMs),
    ],
  },
  {
    id: 'brief',
    name: 'Brief (scripted)',
    script: (subject, random) => [say(briefText(subject, random), quickMs)],
  },
  {
    id: 'agent',
    name: 'Agent (scripted)',
    script: agentScript,
  },
  {
    id: 'slow',
    name: 'Slow (scripted)',
    script: (subject, random) => [
      say(`${briefText(subject, random)}\n\n${paragraph(subject, random)}`, slowMs),
    ],
  },
  { id: 'silent', name: 'Silent (scripted)', script: () => [{ type: 'silence' }] },
]

function agentScript(subject: string, random: Random): DemoStep[] {
  const pages = 2 + random.below(4)
  return [
    {
      type: 'reasoning',
      text: `The message is about “${subject}”. A real agent would look things up now, so this one pretends to.`,
      tokenIntervalMs: quickMs,
    },
    {
      type: 'tool',
      toolCallId: `demo-${hashText(`${subject} ${random.below(1_000_000)}`).toString(16)}`,
      toolName: 'demo_lookup',
      input: { query: subject, pages },
      durationMs: 400,
      output: { isScripted: true, found: Array.from({ length: pages }, (_, index) => `page ${index + 1}`) },
    },
    say(
      `${briefText(subject, random)} The lookup above was scripted too: it “found” ${pages} pages that do not exist.`,
      quickMs,
    ),
  ]
}

function say(text: string, tokenIntervalMs: number): DemoStep {
  return { type: 'text', text, tokenIntervalMs }
}
