import type { ParleyApi } from '../../../src/renderer/rpc/parley-api.ts'

/** The chats in the sidebar of every screenshot, newest first. */
export const chatTitles = [
  'Backpressure in Node streams',
  'Rename the billing module without breaking its imports',
  'Trip notes, Lviv',
  'Why does VACUUM INTO wait for readers?',
  'Draft: release notes',
  'Poisson or negative binomial',
  'Tone of the rejection letter',
]
const dayMs = 86_400_000

/** Ends what an earlier scene started, resets what it set, and creates the same chats for the next one. */
export async function resetChats(app: ParleyApi): Promise<void> {
  const { runs } = await app.invoke('runs.list', {})
  await Promise.all(runs.map(({ sessionId }) => app.invoke('runs.stop', { sessionId })))
  await clear(app)
  const { drafts } = await app.invoke('drafts.list', {})
  for (const place of Object.keys(drafts)) {
    await app.invoke('drafts.set', { place, text: '', updatedAt: Date.now() })
  }
  const { models } = await app.invoke('models.list', {})
  const changes = models
    .filter(({ preference }) => preference !== undefined)
    .map(({ id }) => ({ model: id, isHidden: false, label: null, note: null, params: {} }))
  if (changes.length > 0) await app.invoke('models.updateMany', { changes })
  const { prompts } = await app.invoke('prompts.list', {})
  for (const { id } of prompts) await app.invoke('prompts.remove', { promptId: id })
  const { consents, tools } = await app.invoke('consents.list', {})
  for (const { id } of [...consents, ...tools]) await app.invoke('consents.remove', { consentId: id })
  await app.invoke('settings.set', {
    compareBlind: false,
    shortcuts: {},
    favouriteModels: [],
    defaultModel: null,
  })
  await app.invoke('markdownFolder.set', { folder: null, isKept: false, language: 'en' })
  await app.invoke('sync.stop', {})
  for (const [index, title] of chatTitles.entries()) {
    const createdAt = Date.now() - index * index * 0.2 * dayMs
    await app.invoke('sessions.import', {
      title,
      model: 'fake/brief',
      pinned: index === 4,
      messages: [
        { role: 'user', content: title, createdAt },
        {
          role: 'assistant',
          content: 'Because nothing tells the producer to wait: the buffer is past its mark, and it grows.',
          createdAt: createdAt + 1,
        },
      ],
    })
  }
}

async function clear(app: ParleyApi): Promise<void> {
  const { sessions } = await app.invoke('sessions.list', { limit: 500 })
  for (const { id } of sessions) await app.invoke('sessions.delete', { sessionId: id })
  const { sessions: archived } = await app.invoke('sessions.list', { limit: 500, archived: true })
  for (const { id } of archived) await app.invoke('sessions.delete', { sessionId: id })
  const { comparisons } = await app.invoke('compare.list', { limit: 500 })
  for (const { id } of comparisons) await app.invoke('compare.delete', { comparisonId: id })
  const { projects } = await app.invoke('projects.list', {})
  for (const { id } of projects) await app.invoke('projects.remove', { projectId: id })
  await app.invoke('sessions.erase', {})
  await app.invoke('compare.erase', {})
}
