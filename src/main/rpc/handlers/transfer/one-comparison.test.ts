import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'

import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import type { ComparisonId } from '../../../../shared/ids'
import type { Comparison } from '../../../../shared/sessions/sessions'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { importFile } from '../../testing/import-file'
import { connectTo, startTestApp } from '../../testing/test-app'
import { exportedFile } from './testing/bundle-pages'
import { fill } from './testing/full-store'

/** Two answers to the same question, with a vote on the first. */
async function voted(parley: ParleyApi, isBlind = false): Promise<Comparison> {
  const { comparison } = await parley.invoke('compare.create', {
    models: ['demo/brief', { model: 'demo/brief', systemPrompt: '# Be brief.' }],
    isBlind,
  })
  await Promise.all(
    comparison.panes.map(({ paneId }) => {
      const ended = Promise.withResolvers<void>()
      parley.open(
        'pane.run',
        { paneId, text: 'Which?' },
        { onEvents: () => {}, onEnd: () => ended.resolve() },
      )
      return ended.promise
    }),
  )
  if (isBlind) return comparison
  const { id: comparisonId, panes } = comparison
  const paneIds = panes.slice(0, 1).map(({ paneId }) => paneId)
  await parley.invoke('votes.cast', {
    comparisonId,
    result: 'best',
    paneIds,
    why: '# Clearer.',
    tags: ['prose'],
  })
  return (await parley.invoke('compare.get', { comparisonId })).comparison
}

test('one comparison as JSON is imported with its votes, which stay those of its sender', async () => {
  const dataFolder = temporaryFolder()
  fill(dataFolder)
  const [sender, receiver] = [connectTo(await startTestApp({ dataFolder })), connectTo(await startTestApp())]
  const { id: comparisonId, panes, title } = await voted(sender)
  const { content: file, fileName } = await exportedFile(sender, { format: 'json', comparisonId })
  expect(fileName).toMatch(/\.zip$/)
  const { summary } = await importFile(receiver, file)
  expect(summary).toMatchObject({ comparisonCount: 1, importedCount: 0, skipped: [], remarks: [] })
  const [importedId] = summary?.comparisonIds ?? []
  if (importedId === undefined) throw new Error('the summary names no comparison')
  const { comparison } = await receiver.invoke('compare.get', { comparisonId: importedId })
  expect(comparison.panes.map(({ model, systemPrompt }) => ({ model, systemPrompt }))).toEqual(
    panes.map(({ model, systemPrompt }) => ({ model, systemPrompt })),
  )
  const { votes } = await receiver.invoke('votes.list', { comparisonId: importedId })
  expect(votes).toMatchObject([{ result: 'best', why: '# Clearer.', tags: ['prose'], source: title }])
  expect(await receiver.invoke('ranking.get', {})).toMatchObject({ voteCount: 0 })
  expect((await importFile(receiver, file)).summary).toMatchObject({ comparisonCount: 0, knownCount: 1 })
  // Imported where it came from, it is a second comparison: no file can change the sender's own.
  const texts = Object.values(unzipSync(file)).map((bytes) => strFromU8(bytes))
  for (const id of [comparisonId, ...panes.flatMap(({ paneId, sessionId }) => [paneId, sessionId])]) {
    expect(texts.filter((text) => text.includes(id))).toEqual([])
  }
  const before = await sender.invoke('compare.get', { comparisonId })
  const { summary: back } = await importFile(sender, file)
  expect(back).toMatchObject({ comparisonCount: 1, ownVoteCount: 0, skipped: [] })
  expect(await sender.invoke('compare.get', { comparisonId })).toEqual(before)

  const withFiles = { format: 'json' as const, comparisonId: 'compare-00' as ComparisonId }
  const archive = await exportedFile(sender, withFiles)
  const { summary: ofArchive } = await importFile(receiver, archive.content)
  expect(ofArchive).toMatchObject({ comparisonCount: 1, importedCount: 0, ownVoteCount: 0, skipped: [] })
  expect(await receiver.invoke('ranking.get', {})).toMatchObject({ voteCount: 0 })
})

test('one comparison as Markdown has its votes and each question once; all chats as text have a file of votes', async () => {
  const parley = connectTo(await startTestApp())
  const { id: comparisonId } = await voted(parley)
  const text = (await exportedFile(parley, { format: 'markdown', comparisonId })).content.toString()
  const headings = text.split('\n').filter((line) => line.startsWith('#'))
  expect(headings.slice(1)).toEqual([
    '## Votes',
    '## System prompt of B · demo/brief',
    '## You',
    '### A · demo/brief',
    '### B · demo/brief',
  ])
  expect(text).toContain('- A · demo/brief is the best of 2. *names visible; tags: prose, ')
  expect(text).toContain('  > # Clearer.')

  for (const [format, name] of [
    ['markdown', 'votes.md'],
    ['html', 'votes.html'],
  ] as const) {
    const entries = unzipSync((await exportedFile(parley, { format })).content)
    const [, votes] = Object.entries(entries).find(([path]) => path.endsWith(`/${name}`)) ?? []
    expect(strFromU8(votes ?? new Uint8Array())).toContain('1 demo/brief is the best of 2.')
  }
})

test('a file that would name hidden contestants is refused', async () => {
  const parley = connectTo(await startTestApp())
  const { id: comparisonId } = await voted(parley, true)
  for (const format of ['json', 'markdown'] as const) {
    await expect(exportedFile(parley, { format, comparisonId })).rejects.toMatchObject({
      data: { reason: 'contestants-hidden' },
    })
  }
})
