import type { FormRequest } from '../../../shared/runs/events'
import type { FormValues } from '../../run-source/run-source'
import { briefText, openingSentence } from './brief-text'
import { bookingForm, bookingText, destinationForm, destinationText } from './demo-forms'
import { longText, paragraph } from './long-text'
import type { Random } from '../../base/seeded-random'
import { hashText } from '../../base/seeded-random'
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
  /** Puts up a form, and ends with it. */
  | { type: 'form'; form: FormRequest }
  /** Puts up a form and goes on with what was filled in; null is a refusal. */
  | { type: 'ask'; form: FormRequest; goOn(values: FormValues | null): DemoStep[] }
  /** Nothing, until it is stopped. */
  | { type: 'silence' }

/** What a scripted answer is about. */
export interface DemoPrompt {
  /** The message in one short line. */
  subject: string
  /** What was filled in, when the message is the answer to a form. */
  submitted: FormValues | null
  /** Another one for every message that is answered. */
  formId: string
}

/** A scripted model: what it is called and what it answers. */
export interface DemoModel {
  id: string
  name: string
  script(prompt: DemoPrompt, random: Random): DemoStep[]
}

const quickMs = 12
const slowMs = 300

/** The models of the demo provider, the one to try first at the top. */
export const demoModels: readonly DemoModel[] = [
  {
    id: 'writer',
    name: 'Writer (scripted)',
    script: ({ subject }, random) => [say(longText(subject, random), quickMs)],
  },
  {
    id: 'thinker',
    name: 'Thinker (scripted)',
    script: ({ subject }, random) => [
      { type: 'reasoning', text: thoughtText(subject, random), tokenIntervalMs: quickMs },
      say(`${briefText(subject, random)}\n\n${paragraph(subject, random)}`, quickMs),
    ],
  },
  {
    id: 'brief',
    name: 'Brief (scripted)',
    script: ({ subject }, random) => [say(briefText(subject, random), quickMs)],
  },
  {
    id: 'agent',
    name: 'Agent (scripted)',
    script: agentScript,
  },
  { id: 'form', name: 'Form (scripted)', script: formScript },
  { id: 'elicit', name: 'Asks midway (scripted)', script: elicitScript },
  {
    id: 'slow',
    name: 'Slow (scripted)',
    script: ({ subject }, random) => [
      say(`${briefText(subject, random)}\n\n${paragraph(subject, random)}`, slowMs),
    ],
  },
  { id: 'silent', name: 'Silent (scripted)', script: () => [{ type: 'silence' }] },
]

function agentScript({ subject }: DemoPrompt, random: Random): DemoStep[] {
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

function formScript({ subject, submitted, formId }: DemoPrompt, random: Random): DemoStep[] {
  if (submitted !== null) return [say(`${openingSentence(random)} ${bookingText(submitted)}`, quickMs)]
  return [
    say(`${briefText(subject, random)} To continue, fill in this form.`, quickMs),
    { type: 'form', form: bookingForm(formId) },
  ]
}

function elicitScript({ subject, formId }: DemoPrompt, random: Random): DemoStep[] {
  return [
    say(`${briefText(subject, random)} One question before it continues.`, quickMs),
    {
      type: 'ask',
      form: destinationForm(formId),
      goOn: (values) => [say(`\n\n${destinationText(values)}`, quickMs)],
    },
  ]
}

function say(text: string, tokenIntervalMs: number): DemoStep {
  return { type: 'text', text, tokenIntervalMs }
}
