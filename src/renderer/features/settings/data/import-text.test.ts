import { expect, onTestFinished, test } from 'vitest'

import { setLanguage } from '../../../language/t'
import type { ImportSummary } from '../../../state/transfer/imports'
import { importSentences, skipLine } from './import-text'

const nothing: ImportSummary = {
  type: 'summary',
  source: 'claude',
  importedCount: 0,
  messageCount: 0,
  knownCount: 0,
  extendedCount: 0,
  skipped: [],
  remarks: [],
  sessionIds: [],
}

function sentences(
  summary: Partial<ImportSummary> | null,
  how: 'completed' | 'cancelled' | 'failed' = 'completed',
) {
  return importSentences({
    fileName: 'a.zip',
    how,
    summary: summary === null ? null : { ...nothing, ...summary },
  })
}

test('reports every count of the summary, with correct singulars', () => {
  expect(
    sentences({
      importedCount: 1_200,
      messageCount: 1,
      knownCount: 1,
      extendedCount: 2,
      skipped: [
        { code: 'empty', reason: 'a', count: 3, examples: [] },
        { code: 'circle', reason: 'b', count: 1, examples: [] },
      ],
    }),
  ).toEqual([
    'Imported 1,200 chats with 1 message from Claude.',
    'Added new messages to 2 existing chats.',
    '1 chat already exists.',
    '4 chats were skipped.',
  ])
})

test('distinguishes a file without chats, one partly read, and one that could not be read', () => {
  expect(sentences({})).toEqual(['The file contains no chats.'])
  expect(sentences({ importedCount: 1, messageCount: 2 }, 'cancelled')).toEqual([
    'Only part of “a.zip” was read.',
    'Imported 1 chat with 2 messages from Claude.',
  ])
  expect(sentences(null, 'failed')).toEqual(['“a.zip” could not be read.'])
  expect(sentences({}, 'failed')).toEqual(['“a.zip” could not be read.'])
})

test('names the affected conversations, as far as they are known', () => {
  expect(skipLine({ code: 'empty', reason: '', count: 1, examples: ['One'] })).toEqual({
    count: '1 chat',
    reason: 'It has no messages.',
    examples: '“One”',
  })
  expect(skipLine({ code: 'empty', reason: 'r', count: 5, examples: ['One', 'Two'] }).examples).toBe(
    '“One”, “Two” and 3 others',
  )
  expect(skipLine({ code: 'empty', reason: 'r', count: 2, examples: [] }).examples).toBe('')
})

test('counts files, entries of Parley’s files and chats as what they are', () => {
  const skips = (['unusedFiles', 'absentChats', 'refusedRows', 'tooManyPrompts'] as const).map((code) => ({
    code,
    reason: 'r',
    count: 2,
    examples: [],
  }))
  expect(skips.map((skip) => skipLine(skip).count)).toEqual(['2 files', '2 chats', '2 entries', '2 entries'])
  expect(sentences({ skipped: skips.slice(1) })).toEqual(['2 chats were skipped.', '4 entries were skipped.'])
  const tooMany = { code: 'tooManyPrompts' as const, value: 'prompts', limit: '2000', found: '2001' }
  expect(skipLine({ ...tooMany, reason: 'r', count: 1, examples: [] }).reason).toBe(
    'It has 2001 prompts, but the maximum is 2000.',
  )
})

test('formats a reason in the language of the window, with its name or limit', async () => {
  await setLanguage('de')
  onTestFinished(() => setLanguage('en'))
  const skip = { reason: 'It is larger than 64 MB.', count: 1, examples: [] }
  expect(skipLine({ ...skip, code: 'tooLarge', value: '64 MB' }).reason).toBe('Größer als 64 MB.')
})
