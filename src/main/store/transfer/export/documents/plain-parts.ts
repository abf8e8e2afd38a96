import type { Part } from '../../../../../shared/sessions/messages'

const planMarks = { pending: '[ ]', 'in-progress': '[~]', completed: '[x]' } as const

/** A plan with one line per step. */
export function planText({ entries }: Extract<Part, { type: 'plan' }>): string {
  return entries.map(({ text, status }) => `- ${planMarks[status]} ${text.replaceAll('\n', ' ')}`).join('\n')
}

/** The input or output of a tool as readable text. */
export function readableValue(value: unknown): { text: string; language: 'json' | 'text' } {
  if (typeof value === 'string') return { text: value, language: 'text' }
  return { text: JSON.stringify(value, null, 2) ?? '', language: 'json' }
}
