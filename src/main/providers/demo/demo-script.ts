import type { FormRequest } from '../../../shared/runs/events'
import { hashText } from '../../../shared/text/hash-text'
import type { FormValues } from '../../run-source/run-source'
import type { Random } from '../../base/seeded-random'

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
  /** Only tests need it. */
  isFixture?: true
  /** The pace of its recorded answers. */
  recordedMs?: number
  script(prompt: DemoPrompt, random: Random): DemoStep[]
}

/** The pace of most answers. */
export const quickMs = 12
const slowMs = 300

/** The models of the demo provider; the first one is the best to try first. */
export const demoModels: readonly DemoModel[] = [
  {
    id: 'writer',
    name: 'Writer (scripted)',
    recordedMs: 30,
    script: ({ subject }, random) => [say(longDemoText(subject, random), quickMs)],
  },
  {
    id: 'brief',
    name: 'Brief (scripted)',
    script: ({ subject }, random) => [say(briefText(subject, random), quickMs)],
  },
  { id: 'agent', name: 'Agent (scripted)', isFixture: true, script: agentScript },
  { id: 'form', name: 'Form (scripted)', isFixture: true, script: formScript },
  { id: 'elicit', name: 'Asks midway (scripted)', isFixture: true, script: elicitScript },
  {
    id: 'slow',
    name: 'Slow (scripted)',
    isFixture: true,
    script: ({ subject }, random) => [
      say(`${briefText(subject, random)}\n\n${paragraph(subject, random)}`, slowMs),
    ],
  },
  { id: 'silent', name: 'Silent (scripted)', isFixture: true, script: () => [{ type: 'silence' }] },
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

/** A step that writes text. */
export function say(text: string, tokenIntervalMs: number): DemoStep {
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

type Section = (subject: string, random: Random) => string

const paragraphs = [
  'The first thing to look at is what “{subject}” leaves out. A question carries more assumptions than words, and an answer that names them is worth more than one that simply accepts them.',
  'There are usually two ways to go about it: the one that is quick to explain and the one that is quick to carry out. They are seldom the same, and it helps to say early which of the two is wanted.',
  'Small steps make it easy to see where things went wrong. Each of them should produce something that can be checked on its own, without the steps before it.',
  'It pays to write down what would change your mind. If nothing would, the matter was settled before it was asked, and no amount of further text will move it.',
  'Numbers help if it is clear what was counted. A figure without its unit, its date and its source is decoration, however exact it looks.',
  'Most of the effort goes into the last tenth, where the exceptions live. A plan for “{subject}” that has no room for them is a plan for the first nine tenths only.',
  'Somebody has probably had this problem before, under another name. Ten minutes spent looking for that name can save a week of finding out the same things again.',
] as const

const points = [
  'say **what is wanted** before saying how',
  'keep one example at hand that must never break',
  'prefer a *reversible* step to a clever one',
  'measure once before, and once after',
  'write the unit beside the number',
  'leave out what nobody would miss',
  'ask who has to live with the result',
  'stop as soon as it is good enough',
] as const

const snippets = [
  [
    'ts',
    "interface Plan {\n  subject: string\n  steps: string[]\n}\n\nexport function nextStep(plan: Plan): string | null {\n  return plan.steps.find((step) => !step.startsWith('done')) ?? null\n}",
  ],
  [
    'python',
    'def next_step(steps: list[str]) -> str | None:\n    """The first step that is not done yet."""\n    for step in steps:\n        if not step.startswith("done"):\n            return step\n    return None',
  ],
  [
    'sql',
    "SELECT step, count(*) AS times\nFROM attempts\nWHERE outcome <> 'done'\nGROUP BY step\nORDER BY times DESC\nLIMIT 5;",
  ],
] as const

const headings = [
  'What the question asks',
  'Where to begin',
  'A way through',
  'What tends to go wrong',
  'How to tell whether it worked',
  'What to leave for later',
] as const

const sections: readonly Section[] = [
  (_, random) =>
    `${intro(random)}\n\n${random
      .some(points, 5)
      .map((point) => `- ${point}`)
      .join('\n')}`,
  (subject, random) => `${paragraph(subject, random)}\n\n${table(random)}`,
  (subject, random) => {
    const [language, code] = random.pick(snippets)
    return `${paragraph(subject, random)}\n\n\`\`\`${language}\n${code}\n\`\`\``
  },
  (subject, random) =>
    `${paragraph(subject, random)}\n\n${random
      .some(points, 4)
      .map((point, index) => `${index + 1}. ${point}`)
      .join('\n')}`,
  (subject, random) => `${paragraph(subject, random)}\n\n> ${paragraph(subject, random)}`,
]

const openings = [
  'This is a scripted demo answer; no model has read your message.',
  'You are reading a scripted demo answer that Parley made up without a model.',
  'A scripted demo answer: Parley wrote this offline, without a model.',
] as const

const middles = [
  (subject: string) => `A real model would now say something about “${subject}”.`,
  (subject: string) => `You asked about “${subject}”, and a real model would take it from there.`,
  (subject: string) => `Once a model is connected, a real answer about “${subject}” would appear here.`,
] as const

const closings = [
  'To get a real answer, add a provider in Settings or start a local server such as Ollama.',
  'Until then, use this one to try Stop, comparisons and everything else.',
  'Connect a model in Settings whenever you like. Nothing you wrote has left this computer.',
] as const

/** A long Markdown text with headings, lists, a table, a quotation and code; about a thousand tokens. */
function longDemoText(subject: string, random: Random): string {
  const titles = random.some(headings, sections.length)
  const order = random.some(sections, sections.length)
  const body = order.map((section, index) => {
    return `## ${titles[index]}\n\n${section(subject, random)}\n\n${paragraph(subject, random)}`
  })
  return [
    `# On “${subject}”`,
    `${openingSentence(random)} It is deliberately long and has a little of everything that an answer can contain.`,
    ...body,
    '---',
    `That is all the script has to say about “${subject}”. A connected model would know more.`,
  ].join('\n\n')
}

/** One paragraph about the question. */
function paragraph(subject: string, random: Random): string {
  return random.pick(paragraphs).replace('{subject}', subject)
}

function intro(random: Random): string {
  return random.pick(['In short:', 'A list to keep at hand:', 'Some rules that hold up well:'])
}

function table(random: Random): string {
  const rows = random.some(['first draft', 'second look', 'trial run', 'handing over', 'upkeep'], 4)
  const lines = rows.map((row) => `| ${row} | ${1 + random.below(9)} days | ${10 + random.below(90)} % |`)
  return ['| stage | effort | certainty |', '| --- | --- | ---: |', ...lines].join('\n')
}

/** The sentence that opens every demo answer, so that nobody mistakes it for a model's. */
function openingSentence(random: Random): string {
  return random.pick(openings)
}

/** Two or three sentences about the question. */
function briefText(subject: string, random: Random): string {
  const sentences = [openingSentence(random), random.pick(middles)(subject)]
  if (random.below(3) > 0) sentences.push(random.pick(closings))
  return sentences.join(' ')
}
