import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'

import type { StreamInput } from '../../../../shared/rpc/contract'
import { german } from '../../../../shared/locales/de/index'
import type { ComparisonId, SessionId, SetRunId } from '../../../../shared/ids'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { connectTo, startTestApp } from '../../testing/test-app'
import { importFile } from '../../testing/import-file'
import { dataIn, exportedFile } from './testing/bundle-pages'
import { fill } from './testing/full-store'
import { failureData } from '../../../../shared/failures/failure'
import type { Message, Part } from '../../../../shared/sessions/messages'
import { stopReasons } from '../../../../shared/sessions/stop-reasons'
import { chatHtml } from '../../../store/transfer/export/documents/chat-html'
import { chatMarkdown } from '../../../store/transfer/export/documents/chat-markdown'
import { noTools } from '../../../store/transfer/export/documents/page-tools'
import { wordingIn } from '../../../store/transfer/export/documents/wording'
import type { StoredChat } from '../../../store/transfer/export/contents/stored-chat'

interface Texts {
  readonly [key: string]: string | Texts
}

const wordsIn = (text: string) => text.match(/\p{L}{3,}/gu) ?? []

function wordsOf(texts: Texts): string[] {
  return Object.values(texts).flatMap((text) => (typeof text === 'string' ? wordsIn(text) : wordsOf(text)))
}

/** Names, and what the chats of the store say, which stays as written. */
const content =
  'demo brief writer compare Capitals Title Comparison what hello Both New Clearer code cat png image letter application pdf note txt text plain session answer archived untitled chat judge search'
const known = new Set([...wordsOf(german), ...wordsIn(content)].map((word) => word.toLowerCase()))

/** The words of a document that are neither in the German catalogue nor in what the store contains. */
function foreignWords(document: string): string[] {
  const labels = document
    .replaceAll(/<(style|script)\b[^]*?<\/\1>/g, '')
    .replaceAll(/<(\w+)[^<>]* lang="und"[^<>]*>[^]*?<\/\1>/g, '')
    .replaceAll(/<[^<>]*>/g, ' ')
    // Times, in any month and time zone.
    .replaceAll(/\d{1,2}\. \p{L}+ \d{4} um \d\d:\d\d [\w+:-]+/gu, ' ')
    .replaceAll(/\b[0-9a-f]{64}\b|&\w+;/g, ' ')
  return wordsIn(labels).filter((word) => !known.has(word.toLowerCase()))
}

test('every kind of exported document is in the language of the window, and its data is not', async () => {
  const dataFolder = temporaryFolder()
  fill(dataFolder)
  const [parley, receiver] = [connectTo(await startTestApp({ dataFolder })), connectTo(await startTestApp())]
  const inLanguage = (language: 'en' | 'de', input: StreamInput<'export.run'>) =>
    exportedFile(parley, { ...input, language })
  const comparisonId = 'compare-00' as ComparisonId
  const bundles = [
    { format: 'bundle', comparisonId, withInstructions: true },
    { format: 'bundle', runId: 'set-run-0' as SetRunId },
    { format: 'bundle', ranking: {} },
  ] as const
  for (const input of bundles) {
    const page = (await inLanguage('de', input)).content.toString()
    expect(foreignWords(page)).toEqual([])
    expect(page).toContain('<html lang="de">')
    expect(page).toContain('Erstellt mit Parley')
    const inEnglish = (await exportedFile(parley, input)).content.toString()
    expect(inEnglish).toContain('<html lang="en">')
    expect(foreignWords(inEnglish)).toContain('Made')
    if (!('ranking' in input)) expect(dataIn(page)).toEqual(dataIn(inEnglish))
    const { summary } = await importFile(receiver, page)
    expect(summary?.skipped).toEqual([])
    expect(summary?.remarks.map(({ code }) => code)).not.toContain('pageChanged')
  }

  const { content: text } = await inLanguage('de', { format: 'markdown', comparisonId })
  expect(foreignWords(text.toString())).toEqual([])

  const names = [
    'Vergleiche/Comparison compare-00/1 demo-writer',
    'Vergleiche/Comparison compare-00/Stimmen',
    'Vergleiche/Comparison compare-00/Zusammenführung 1',
    'Neuer Chat',
  ]
  for (const [format, ending] of [
    ['markdown', 'md'],
    ['html', 'html'],
  ] as const) {
    const { fileName, content: archive } = await inLanguage('de', { format })
    expect(fileName).toMatch(/^Parley-Chats \d{4}-\d\d-\d\d\.zip$/)
    const entries = unzipSync(archive)
    expect(Object.keys(entries)).toEqual(expect.arrayContaining(names.map((name) => `${name}.${ending}`)))
    for (const [name, bytes] of Object.entries(entries)) {
      if (name.endsWith(ending)) expect(foreignWords(strFromU8(bytes)), name).toEqual([])
    }
    const one = { sessionId: 'chat-0000' as SessionId, format, language: 'de' as const }
    expect(foreignWords((await parley.invoke('sessions.export', one)).content)).toEqual([])
  }
  const other = { format: 'html', language: 'xx' } as unknown as StreamInput<'export.run'>
  await expect(exportedFile(parley, other)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

/** A chat with these messages. */
function chatOf(messages: readonly Pick<Message, 'role' | 'parts'>[]): StoredChat {
  const path = messages.map((message) => ({ createdAt: 0, status: 'complete', ...message })) as Message[]
  const head = { title: null, model: 'demo', systemPrompt: 'text', createdAt: 0, updatedAt: 0 }
  return {
    head: head as StoredChat['head'],
    tree: () => path.values() as Generator<Message>,
    path: () => path.values() as Generator<Message>,
  }
}

const documentsOf = (chat: StoredChat, wording = wordingIn('de')) => [
  [...chatHtml(chat, { embedFile: () => null, tools: noTools, wording })].join(''),
  [...chatMarkdown(chat, wording)].join(''),
]

test('every part of a message, and every reason why an answer ended, is described in German', () => {
  const call = { type: 'tool-call', toolCallId: 'c', toolName: 'demo', input: 'text' } as const
  const parts: Part[] = [
    { type: 'text', text: '![](https://a.example/i.png)' },
    { type: 'reasoning', text: 'text', durationMs: 1_234 },
    { type: 'reasoning', text: 'text' },
    { ...call, state: 'done' },
    { ...call, state: 'failed' },
    { ...call, state: 'cancelled' },
    { type: 'tool-result', toolCallId: 'c', output: 'text' },
    { type: 'tool-result', toolCallId: 'c', output: 'text', isError: true },
    { type: 'form', formId: 'f', title: 'text', schema: {}, isDeclined: true },
    { type: 'plan', entries: [{ text: 'text', status: 'pending' }] },
    { type: 'error', ...failureData('PROVIDER_AUTH', 'key', { providerName: 'Demo' }) },
  ]
  const answer = { role: 'assistant', parts: [{ type: 'text', text: 'text', isEdited: true }] } as const
  const messages = [
    { role: 'user', hidden: true, parts: [] },
    { role: 'assistant', parts },
    { ...answer, status: 'failed' },
    { ...answer, status: 'partial' },
    { ...answer, parts: [] },
    { role: 'tool', parts: [] },
    ...stopReasons.map((stopReason) => ({ ...answer, stopReason })),
  ] as unknown as Pick<Message, 'role' | 'parts'>[]
  for (const document of documentsOf(chatOf(messages))) {
    expect(document).toContain('1,2 s')
    expect(foreignWords(document.replaceAll('https://a.example/i.png', ''))).toEqual([])
  }
})

test('names that look like placeholders of a text stay as they are, and HTML is escaped once', () => {
  const name = '{{author}} $t(common.cancel) $& <b> &amp;'
  const parts = [
    { type: 'tool-call', toolCallId: 'c', toolName: name, input: 1, state: 'done' },
    { type: 'form', formId: 'f', title: name, schema: {} },
    { type: 'text', text: '', isEdited: true },
  ] as unknown as Part[]
  const message = { role: 'assistant', model: name, parts } as const
  const [html = ''] = documentsOf(chatOf([message]), wordingIn('en'))
  expect(html.split('{{author}} $t(common.cancel) $&amp; &lt;b&gt; &amp;amp;')).toHaveLength(4)
})
