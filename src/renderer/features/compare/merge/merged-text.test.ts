import { expect, test } from 'vitest'

import type { MergedStatement } from '../../../../shared/sessions/messages'
import { statementBlocks } from './merged-text'

/** The blocks of statements with these texts; a text after `!` is a conflict. */
function blocks(...texts: string[]): string[] {
  let text = ''
  const statements: MergedStatement[] = []
  for (const written of texts) {
    const from = text.length
    text += written.replace(/^!/, '')
    const kind = written.startsWith('!') ? 'conflict' : 'statement'
    statements.push({ kind, sources: [], from, to: text.length })
  }
  return statementBlocks({ type: 'text', text, statements }).map(
    ({ kind, marker, statements: shown }) =>
      `${kind} ${marker}|${shown.map(({ index, markdown }) => `${index} ${markdown}`).join('|')}`,
  )
}

test('sentences form paragraphs, items and headings', () => {
  expect(
    blocks(
      '## Height',
      '\n\nIt is tall.',
      ' Very.',
      '\n\n- One.',
      ' Still one.',
      '\n2) Two.',
      '\n- [ ] Check.',
    ),
  ).toEqual([
    'heading |0 Height',
    'paragraph |1 It is tall.|2 Very.',
    'item •|3 One.|4 Still one.',
    'item 2)|5 Two.',
    'item ☐|6 Check.',
  ])
})

test('code, tables and plain replies are blocks of their own, and conflicts lose their mark', () => {
  expect(
    blocks('```\na\n```', '\n\nText.', '\n\n| a |\n| - |', '!\n\n- ≠ 330 or 300 m.', '!\n- ≠ Iron.'),
  ).toEqual([
    'alone |0 ```\na\n```',
    'paragraph |1 Text.',
    'alone |2 | a |\n| - |',
    'conflict ≠|3 330 or 300 m.',
    'conflict ≠|4 Iron.',
  ])
})
