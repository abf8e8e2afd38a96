import { expect, test } from 'vitest'

import type { KnowledgeSourceId, ProjectId, UploadId } from '../../../shared/ids'
import type { KnowledgeSource, ProjectKnowledge } from '../../../shared/knowledge/knowledge'
import { FakeEnvironment } from '../../testing/fake-parley'
import { Knowledge } from './knowledge'

const projectId = 'project' as ProjectId
const source: KnowledgeSource = {
  id: 'source' as KnowledgeSourceId,
  projectId,
  kind: 'file',
  name: 'tea.txt',
  fileCount: 1,
  indexedCount: 1,
  sizeBytes: 3,
  tokens: 1,
  state: 'indexed',
  problem: null,
}

function known(tokens: number): ProjectKnowledge {
  return { projectId, sources: [source], tokens, progress: null, failure: null }
}

function open() {
  const { parley } = new FakeEnvironment()
  parley.answers['attachments.begin'] = ({ name }) => ({ uploadId: name as UploadId })
  parley.answers['attachments.append'] = () => ({ receivedBytes: 1 })
  parley.answers['attachments.discard'] = () => ({})
  parley.answers['attachments.finish'] = ({ uploadId }) => ({
    attachment: {
      type: 'attachment',
      attachmentId: uploadId,
      name: uploadId,
      mediaType: 'text/plain',
      sizeBytes: 1,
    },
  })
  parley.answers['knowledge.addFiles'] = () => ({})
  return { parley, knowledge: new Knowledge(parley.api) }
}

test('adds the files that can be read, in one call, and says why the others were not added', async () => {
  const { parley, knowledge } = open()
  await knowledge.addFiles(projectId, [
    new File(['a'], 'a.txt'),
    new File([], 'empty.txt'),
    new File(['b'], 'b.png', { type: 'image/png' }),
    new File(['c'], 'c.txt'),
  ])
  const added = parley.calls.filter(({ route }) => route === 'knowledge.addFiles')
  expect(added.map(({ input }) => input)).toEqual([{ projectId, attachmentIds: ['a.txt', 'c.txt'] }])
  const { refused, adding } = knowledge.store.getState()
  expect([refused.map(({ name }) => name), adding]).toEqual([['empty.txt', 'b.png'], null])
})

test('says what to do with a folder that was dropped', async () => {
  const { parley, knowledge } = open()
  await knowledge.addFiles(projectId, [], ['plans'])
  expect(knowledge.store.getState().refused).toMatchObject([
    { name: 'plans', error: { code: 'INVALID_INPUT' } },
  ])
  expect(parley.calls).toEqual([])
})

test('stopping an upload keeps what was uploaded, and a later one is not affected', async () => {
  const { parley, knowledge } = open()
  const append = parley.answers['attachments.append']
  parley.answers['attachments.append'] = (piece) => {
    if (piece.uploadId === 'b.txt') knowledge.stopAdding()
    return append?.(piece) ?? { receivedBytes: 0 }
  }
  await knowledge.addFiles(
    projectId,
    ['a.txt', 'b.txt', 'c.txt'].map((name) => new File(['x'], name)),
  )
  await knowledge.addFiles(projectId, [new File(['x'], 'd.txt')])
  const added = parley.calls.filter(({ route }) => route === 'knowledge.addFiles')
  expect(added.map(({ input }) => input)).toEqual([
    { projectId, attachmentIds: ['a.txt'] },
    { projectId, attachmentIds: ['d.txt'] },
  ])
})

test('an answer that was overtaken does not replace a newer one, and unknown projects are not loaded', async () => {
  const { parley, knowledge } = open()
  const slow = Promise.withResolvers<{ knowledge: ProjectKnowledge }>()
  parley.answers['knowledge.list'] = () => slow.promise
  const first = knowledge.load(projectId)
  parley.answers['knowledge.list'] = () => ({ knowledge: known(2) })
  knowledge.changed(projectId)
  await expect.poll(() => knowledge.of(projectId)?.tokens).toBe(2)
  slow.resolve({ knowledge: known(1) })
  await first
  expect(knowledge.of(projectId)?.tokens).toBe(2)
  knowledge.changed('other' as ProjectId)
  expect(parley.calls.filter(({ route }) => route === 'knowledge.list')).toHaveLength(2)
})
