import type { FormRequest } from '../../../shared/runs/events'
import type { FormValues } from '../../run-source/run-source'
import { briefText, longDemoText, openingSentence, paragraph } from './demo-texts'
import { hashText, type Random } from '../../base/seeded-random'

const thoughts = [
  'The message is about “{subject}”. It could be meant broadly or narrowly; the words alone do not say which.',
  'A broad reading would need examples. A narrow one would need exactly one, and a good one.',
  'There is no model here to decide that, so the script takes the reading that is easier to follow.',
  'Before answering, it is worth saying that the answer is scripted, or it might be taken for more than it is.',
  'Two sentences should do. A third could say what to do next.',
  'Nothing in it needs to be looked up.',
] as const

/** Thoughts of a thinking model before it answers. */
function thoughtText(subject: string, random: Random): string {
  return random
    .some(thoughts, 4 + random.below(3))
    .map((thought) => thought.replace('{subject}', subject))
    .join(' ')
}

/** One step of a scripted answer. */
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
  /** Shows a form and ends the answer. */
  | { type: 'form'; form: FormRequest }
  /** Shows a form and continues with the submitted values; null is a refusal. */
  | { type: 'ask'; form: FormRequest; continueWith(values: FormValues | null): DemoStep[] }
  /** Waits until the run is stopped. */
  | { type: 'silence' }

/** The subject of a scripted answer. */
export interface DemoPrompt {
  /** The message in one short line. */
  subject: string
  /** The submitted values, if the message answers a form. */
  submitted: FormValues | null
  /** A new id for every message that is answered. */
  formId: string
}

/** A scripted model: its name and its answers. */
export interface DemoModel {
  id: string
  name: string
  script(prompt: DemoPrompt, random: Random): DemoStep[]
}

const quickMs = 12
const slowMs = 300

/** The models of the demo provider; the first one is the best to try first. */
export const demoModels: readonly DemoModel[] = [
  {
    id: 'writer',
    name: 'Writer (scripted)',
    script: ({ subject }, random) => [say(longDemoText(subject, random), quickMs)],
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
      continueWith: (values) => [say(`\n\n${destinationText(values)}`, quickMs)],
    },
  ]
}

function say(text: string, tokenIntervalMs: number): DemoStep {
  return { type: 'text', text, tokenIntervalMs }
}

/** The form of the model `form`: one field of each common kind, the last of which is optional. */
function bookingForm(formId: string): FormRequest {
  return {
    formId,
    title: 'Book a table (scripted)',
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string', title: 'Name', minLength: 2, maxLength: 80 },
        room: { type: 'string', title: 'Where', enum: ['inside', 'terrace', 'bar'] },
        guests: { type: 'integer', title: 'Guests', minimum: 1, maximum: 12 },
        candles: { type: 'boolean', title: 'Candles', default: true },
        note: { type: 'string', title: 'Anything else', maxLength: 500 },
      },
      required: ['name', 'room', 'guests', 'candles'],
    },
  }
}

/** The model `form`'s answer to the submitted values. */
function bookingText(values: FormValues): string {
  const given = Object.entries(values).map(([name, value]) => `- ${name}: ${spoken(value)}`)
  return `No table was booked, but this is what you entered:\n\n${given.join('\n')}`
}

/** The form of the model `elicit`. */
function destinationForm(formId: string): FormRequest {
  return {
    formId,
    title: 'Where to? (scripted)',
    schema: {
      type: 'object',
      properties: { destination: { type: 'string', title: 'Destination', minLength: 2, maxLength: 80 } },
      required: ['destination'],
    },
  }
}

/** How the model `elicit` continues after its form. */
function destinationText(values: FormValues | null): string {
  if (values === null) return 'You declined to answer, so this script ends here.'
  return `Your destination is ${spoken(values['destination'])}. A real model would now plan the trip.`
}

function spoken(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
}
