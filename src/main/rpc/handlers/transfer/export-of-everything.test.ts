import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'

import type { AttachmentPart } from '../../../../shared/sessions/messages'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import type { JobContext } from '../../../base/threads/job'
import { attachmentPath, attachmentsFolderName } from '../../../store/attachments/attachment-files'
import { samplePdf, samplePng } from '../../../store/attachments/testing/sample-files'
import { openReadOnly, type WritableDatabase } from '../../../store/database/database'
import { exportFile, type ExportProgress } from '../../../store/transfer/export/export-jobs'
import { openSessionDatabase, sessionDatabaseFile } from '../../../store/opening/open-session-database'
import { asSession } from '../../../store/testing/test-store'
import { storedRows } from '../../../store/testing/stored-rows'
import { createManualClock } from '../../../base/testing/manual-clock'
import { importFile } from '../../testing/import-file'
import { connectTo, startTestApp } from '../../testing/test-app'

const context: JobContext<ExportProgress> = {
  signal: new AbortController().signal,
  report: () => {},
  ask: () => Promise.reject(new Error('unexpected question')),
}

function insert(
  database: WritableDatabase,
  table: string,
  row: Record<string, string | number | null>,
): void {
  const columns = Object.keys(row)
  database
    .command(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((name) => `:${name}`).join(', ')})`,
    )
    .run(row)
}

function addSession(
  database: WritableDatabase,
  id: string,
  row: Record<string, string | number | null> = {},
): void {
  insert(database, 'sessions', {
    id,
    kind: 'chat',
    state: 'ready',
    title: `Title of ${id}`,
    title_source: 'named',
    model: 'demo/writer',
    params: '{"temperature":0.5,"stop":["x"]}',
    pinned: 0,
    archived: 0,
    unseen: 0,
    created_at: 1_000,
    updated_at: 2_000,
    ...row,
  })
}

function addMessage(
  database: WritableDatabase,
  [sessionId, id, parentId]: [string, string, string | null],
  row: Record<string, string | number | null> = {},
): void {
  insert(database, 'messages', {
    id,
    session_id: sessionId,
    parent_id: parentId,
    depth: parentId === null ? 0 : 1,
    role: parentId === null ? 'user' : 'assistant',
    status: 'complete',
    hidden: 0,
    created_at: 1_500,
    parts: JSON.stringify([{ type: 'text', text: `text of ${id}` }]),
    ...row,
  })
  database.command('UPDATE sessions SET leaf_id = ? WHERE id = ?').run(id, sessionId)
}

function addFile(database: WritableDatabase, folder: string, part: AttachmentPart, bytes: Buffer): void {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const path = attachmentPath(join(folder, attachmentsFolderName), hash)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
  insert(database, 'attachments', {
    id: part.attachmentId,
    hash,
    name: part.name,
    media_type: part.mediaType,
    size_bytes: part.sizeBytes,
    width: part.width ?? null,
    height: part.height ?? null,
    page_count: part.pageCount ?? null,
    created_at: 5,
    used_at: 6,
  })
}

const png = samplePng(4, 3)
const pdf = samplePdf(['one page'])
const picture: AttachmentPart = {
  type: 'attachment',
  attachmentId: 'picture-00',
  name: 'cat.png',
  mediaType: 'image/png',
  sizeBytes: png.length,
  width: 4,
  height: 3,
}
const samePicture: AttachmentPart = { ...picture, attachmentId: 'picture-01', name: 'again.png' }
const letter: AttachmentPart = {
  type: 'attachment',
  attachmentId: 'letter-000',
  name: 'letter.pdf',
  mediaType: 'application/pdf',
  sizeBytes: pdf.length,
  pageCount: 1,
}
const note: AttachmentPart = {
  type: 'attachment',
  attachmentId: 'note-00000',
  name: 'note.txt',
  mediaType: 'text/plain',
  sizeBytes: 5,
}

/** A merge of the answers of the first two panes. */
function addMerge(database: WritableDatabase, comparison: string, deletedAt: number | null): void {
  const session = `merge-session-${comparison}`
  const answers = [0, 1].map((position) => ({
    paneId: `pane-session-${comparison}-${position}-pane`,
    messageId: `pane-session-${comparison}-${position}-answer`,
  }))
  addSession(database, session, { kind: 'pane', deleted_at: deletedAt })
  addMessage(database, [session, `${session}-ask`, null])
  const [first, second] = answers.map(({ messageId }) => ({ messageId, sentence: 1, from: 0, to: 4 }))
  const statements = [
    { kind: 'statement', sources: [first, second], from: 0, to: 5 },
    { kind: 'conflict', sources: [], from: 5, to: 10 },
  ]
  addMessage(database, [session, `${session}-answer`, `${session}-ask`], {
    parts: JSON.stringify([{ type: 'text', text: 'Both. New.', statements }]),
  })
  insert(database, 'merges', {
    id: `merge-${comparison}`,
    comparison_id: comparison,
    session_id: session,
    kind: 'custom',
    instructions: 'Be short.',
    answers: JSON.stringify(answers),
    created_at: 11,
    removed_at: null,
  })
}

function votedAnswer(model: string, place: { paneId: string | null; messageId: string | null }) {
  return { contestant: { key: model, model }, chars: 10, costUsd: null, ...place }
}

const unplaced = { paneId: null, messageId: null }

function addVote(database: WritableDatabase, id: string, row: Record<string, string | number | null>): void {
  insert(database, 'votes', {
    id,
    comparison_id: null,
    answers_key: null,
    result: 'best',
    chosen: '[1]',
    shown: JSON.stringify([votedAnswer('demo/a', unplaced), votedAnswer('demo/b', unplaced)]),
    why: 'Clearer.',
    tags: '["code"]',
    is_blind: 1,
    voted_at: 12,
    source: null,
    ...row,
  })
}

/** The user's vote, and one of somebody else's file. */
function addVotes(database: WritableDatabase, comparison: string): void {
  const places = [0, 1].map((position) => ({
    paneId: `pane-session-${comparison}-${position}-pane`,
    messageId: `pane-session-${comparison}-${position}-answer`,
  }))
  const shown = JSON.stringify(places.map((place) => votedAnswer('demo/a', place)))
  const key = places.map(({ messageId }) => messageId).join(' ')
  addVote(database, `vote-own-${comparison}`, { comparison_id: comparison, answers_key: key, shown })
  addVote(database, `vote-file-${comparison}`, { comparison_id: comparison, shown, source: 'A file' })
}

/** A set with a run, its judge, a vote on its answers, and votes that belong to nothing. */
function addSet(database: WritableDatabase): void {
  insert(database, 'prompt_sets', { id: 'set-00000', name: 'Capitals', created_at: 20, updated_at: 21 })
  insert(database, 'set_prompts', {
    id: 'set-prompt-0',
    set_id: 'set-00000',
    position: 0,
    text: 'Capital of {{land}}?',
    system_prompt: null,
    variables: '{"land":"France"}',
    checks: '[{"kind":"contains","value":"Paris"}]',
  })
  const models = ['demo/a', 'demo/b'].map((model) => ({ model, params: {}, systemPrompt: null, key: model }))
  const run = { set_id: 'set-00000', name: 'Capitals', repeats: 1, at_once: 2, started_at: 30, ended_at: 31 }
  insert(database, 'set_runs', {
    ...run,
    id: 'set-run-0',
    state: 'cost-limit',
    models: JSON.stringify(models),
    prompt_count: 1,
    cost_limit_usd: 0.5,
    error: '{"code":"INTERNAL","message":"no"}',
    prompts: '[{"text":"Capital of France?","systemPrompt":null,"checks":[]}]',
    revealed_at: 33,
    judge_of: null,
  })
  insert(database, 'set_runs', {
    ...run,
    id: 'set-judge',
    state: 'done',
    models: JSON.stringify(models.slice(0, 1)),
    prompt_count: 2,
    cost_limit_usd: null,
    error: null,
    prompts: '[[0,1],[1,0]]',
    revealed_at: null,
    judge_of: 'set-run-0',
  })
  for (const [runId, cell] of [
    ['set-run-0', 0],
    ['set-run-0', 1],
    ['set-judge', 0],
    ['set-judge', 1],
  ] as const) {
    insert(database, 'set_cells', {
      run_id: runId,
      cell,
      is_done: 1,
      attempts: 1,
      lost_usd: 0,
      text: `answer ${cell}`,
      error: null,
      finish: null,
      usage: '{"inputTokens":1,"outputTokens":2}',
      cost_usd: 0.1,
      ttft_ms: 3,
      duration_ms: 4,
      checks: '[{"passed":true}]',
      passed: 1,
      answered_at: 32,
    })
  }
  const entries = [
    { id: 'ballot-one', cell: 1 },
    { id: 'ballot-two', cell: 0 },
  ]
  insert(database, 'set_ballots', {
    run_id: 'set-run-0',
    prompt: 0,
    repeat: 0,
    answers: JSON.stringify(entries),
    revealed_at: 33,
  })
  const shown = entries.map(({ id, cell }) => ({
    ...votedAnswer('demo/a', { paneId: id, messageId: null }),
    original: `set-run:set-run-0 0 0 ${cell}`,
  }))
  addVote(database, 'vote-ballot', {
    answers_key: 'set-run:set-run-0 0 0 0 set-run:set-run-0 0 0 1',
    shown: JSON.stringify(shown),
  })
  addVote(database, 'vote-of-csv', { why: null })
  addVote(database, 'vote-of-ranking', { source: 'Ranking 2026-01-01' })
}

/** A store with at least one row of every kind. */
function fill(folder: string): void {
  const database = openSessionDatabase(folder, { clock: createManualClock(), onSlowStatement: () => {} })
  try {
    addFile(database, folder, picture, png)
    addFile(database, folder, samePicture, png)
    addFile(database, folder, letter, pdf)
    addFile(database, folder, note, Buffer.from('Hello'))
    addSession(database, 'chat-0000', {
      pinned: 1,
      unseen: 1,
      workspace: '/home/me/code',
      system_prompt: 'Be brief.',
      background_usage: '{"inputTokens":7,"costUsd":0.5}',
    })
    addMessage(database, ['chat-0000', 'ask-00000', null], {
      parts: JSON.stringify([picture, letter, { type: 'text', text: 'what?' }]),
    })
    addMessage(database, ['chat-0000', 'answer-00', 'ask-00000'], {
      model: 'demo/writer',
      run_id: 'run-00001',
      status: 'partial',
      stop_reason: 'user',
      usage: '{"inputTokens":1}',
      metrics: '{"ttftMs":1,"tokensPerSecond":null,"durationMs":3}',
      receipt: '{"requestedAt":1,"generatorEndedMs":2,"upstreamClosedMs":3,"savedMs":null,"keptChars":5}',
    })
    // Its cost is unknown, which the chat's metrics show.
    addMessage(database, ['chat-0000', 'answer-01', 'ask-00000'], { hidden: 1, run_id: 'run-00002' })
    insert(database, 'queued_messages', {
      id: 'queued-00',
      session_id: 'chat-0000',
      run_id: 'run-00000',
      message_id: 'message-0',
      mode: 'chat',
      text: '"and then"',
      attachments: JSON.stringify([samePicture, note]),
      model: 'demo/other',
      created_at: 7,
    })
    addSession(database, 'archived-0', { archived: 1, title_source: 'user', system_prompt: null })
    addSession(database, 'binned-000', { deleted_at: Date.now() })
    addMessage(database, ['binned-000', 'binned-ask', null])
    addSession(database, 'untitled-0', { title: null, title_source: 'none', created_at: 77 })
    for (const [comparison, deletedAt] of [
      ['compare-00', null],
      ['compare-01', Date.now()],
    ] as const) {
      insert(database, 'comparisons', {
        id: comparison,
        title: `Comparison ${comparison}`,
        title_source: 'auto',
        pinned: 1,
        archived: deletedAt === null ? 1 : 0,
        created_at: 3,
        updated_at: 4,
        deleted_at: deletedAt,
        is_blind: 1,
        revealed_at: 5,
      })
      for (const position of [0, 1, 2]) {
        const removedAt = position === 2 ? 8_000_000_000_000 : null
        const session = `pane-session-${comparison}-${position}`
        addSession(database, session, { kind: 'pane', deleted_at: removedAt ?? deletedAt })
        addMessage(database, [session, `${session}-ask`, null], { parts: JSON.stringify([note]) })
        addMessage(database, [session, `${session}-answer`, `${session}-ask`])
        const id = `${session}-pane`
        insert(database, 'panes', {
          id,
          comparison_id: comparison,
          session_id: session,
          position,
          // Shown panes have other letters than their places.
          letter: 2 - position,
          removed_at: removedAt,
        })
        insert(database, 'drafts', { place: `pane:${id}`, text: 'for one', updated_at: 9 })
      }
      addMerge(database, comparison, deletedAt)
      addVotes(database, comparison)
    }
    for (const [place, text] of [
      ['chat:chat-0000', 'half a thought'],
      ['edit:ask-00000', 'what else?'],
      ['form:chat-0000:form:1', '{}'],
      ['queued:chat-0000:queued-00', 'changed'],
      ['compare:compare-00', 'to all'],
      ['chat:new', 'not begun'],
    ] as const) {
      insert(database, 'drafts', { place, text, updated_at: 9 })
    }
    insert(database, 'line_ups', {
      id: 'line-up-00',
      name: 'Two small ones',
      folded_name: 'two small ones',
      panes: JSON.stringify([
        { model: 'demo/brief', params: { temperature: 0.2 }, systemPrompt: 'Be brief.' },
        { model: 'gone/away', params: {}, systemPrompt: null, workspace: '/home/me' },
      ]),
      is_blind: 1,
      updated_at: 13,
    })
    addSet(database)
    insert(database, 'prompts', {
      id: 'prompt-00',
      name: 'Shorter',
      folded_name: 'shorter',
      text: 'Say it shorter: {{text}}',
      updated_at: 12,
    })
  } finally {
    database.close()
  }
}

async function exportedFrom(folder: string): Promise<Buffer> {
  return (await everythingFrom(folder)).archive
}

async function everythingFrom(folder: string): Promise<{ archive: Buffer; hiddenCount: number }> {
  const file = join(temporaryFolder(), 'all.zip')
  const { hiddenCount } = await exportFile(
    {
      databaseFile: sessionDatabaseFile(folder),
      attachmentsFolder: join(folder, attachmentsFolderName),
      format: 'json',
      unsaved: [],
      sessionIds: null,
      file,
    },
    context,
  )
  return { archive: readFileSync(file), hiddenCount }
}

function rowsIn(folder: string) {
  const database = openReadOnly(sessionDatabaseFile(folder), {
    clock: createManualClock(),
    onSlowStatement: () => {},
  })
  try {
    return storedRows(database)
  } finally {
    database.close()
  }
}

/** The content of an archive, except for its date. */
function contentOf(archive: Buffer): Record<string, string> {
  const entries = Object.entries(unzipSync(archive)).map(([name, bytes]) => [
    name,
    strFromU8(bytes, true).replace(/"exportedAt": \d+/, ''),
  ])
  return Object.fromEntries(entries) as Record<string, string>
}

test('imports an export of everything into an empty Parley as the same rows, table by table', async () => {
  const [from, into] = [temporaryFolder(), temporaryFolder()]
  fill(from)
  const archive = await exportedFrom(from)
  const app = await startTestApp({ dataFolder: into })
  const parley = connectTo(app)
  const { summary, end } = await importFile(parley, archive)
  expect(end).toEqual({ reason: 'completed' })
  expect(summary).toMatchObject({
    importedCount: 4,
    comparisonCount: 2,
    promptCount: 1,
    lineUpCount: 1,
    setCount: 1,
    setRunCount: 1,
    ownVoteCount: 4,
    skipped: [],
    remarks: [],
  })
  const { data } = await parley.invoke('attachments.read', {
    attachmentId: picture.attachmentId,
    offset: 0,
  })
  expect(Buffer.from(data, 'base64').equals(png)).toBe(true)
  expect((await parley.invoke('attachments.text', { attachmentId: letter.attachmentId })).text).toContain(
    'one page',
  )
  const again = await importFile(parley, archive)
  expect(again.summary).toMatchObject({
    importedCount: 0,
    knownCount: 8,
    setCount: 0,
    ownVoteCount: 0,
    comparisonCount: 0,
    promptCount: 0,
    lineUpCount: 0,
  })
  await app.close()
  const rows = rowsIn(from)
  expect(Object.entries(rows).filter(([, { length }]) => length === 0)).toEqual([])
  expect(rowsIn(into)).toEqual(rows)
  expect(contentOf(await exportedFrom(into))).toEqual(contentOf(archive))
})

test('leaves out comparisons whose names are hidden, and says how many', async () => {
  const from = temporaryFolder()
  fill(from)
  const database = openSessionDatabase(from, { clock: createManualClock(), onSlowStatement: () => {} })
  database.command("UPDATE comparisons SET revealed_at = NULL, title = 'Grumblewort'").run()
  database.command("UPDATE messages SET model = 'hidden/snark' WHERE session_id LIKE 'pane%'").run()
  database.command("DELETE FROM votes WHERE comparison_id = 'compare-00'").run()
  database.close()
  const { archive, hiddenCount } = await everythingFrom(from)
  expect(hiddenCount).toBe(2)
  const content = JSON.stringify(contentOf(archive))
  expect(content).not.toMatch(/Grumblewort|hidden\/snark/)
  const { summary } = await importFile(connectTo(await startTestApp()), archive)
  expect(summary).toMatchObject({ importedCount: 4, comparisonCount: 0, skipped: [], remarks: [] })
})

test('with nothing but hidden comparisons, there is nothing to export, and the error says why', async () => {
  const from = temporaryFolder()
  const database = openSessionDatabase(from, { clock: createManualClock(), onSlowStatement: () => {} })
  insert(database, 'comparisons', {
    id: 'c',
    title: null,
    title_source: 'none',
    pinned: 0,
    archived: 0,
    created_at: 3,
    updated_at: 4,
    is_blind: 1,
  })
  database.close()
  await expect(exportedFrom(from)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    data: { reason: 'only-hidden' },
  })
})

test('does not export agents’ consents and unlimited folders', async () => {
  const [from, into] = [temporaryFolder(), temporaryFolder()]
  const database = openSessionDatabase(from, { clock: createManualClock(), onSlowStatement: () => {} })
  addSession(database, 'chat-0000', { permission: 'unlimited', isolation: 'same' })
  database.close()
  const app = await startTestApp({ dataFolder: into })
  const parley = connectTo(app)
  const { summary } = await importFile(parley, await exportedFrom(from))
  const { session } = await parley.invoke('sessions.get', {
    sessionId: summary?.sessionIds[0] ?? '',
  })
  expect([session.title, session.permission, session.isolation]).toEqual([
    'Title of chat-0000',
    undefined,
    undefined,
  ])
})

test('exports one chat with files as a ZIP, and one without as a plain file', async () => {
  const folder = temporaryFolder()
  fill(folder)
  const file = join(temporaryFolder(), 'one')
  const input = {
    databaseFile: sessionDatabaseFile(folder),
    attachmentsFolder: join(folder, attachmentsFolderName),
    format: 'json' as const,
    unsaved: [],
    file,
  }
  const one = await exportFile({ ...input, sessionIds: [asSession('chat-0000')] }, context)
  expect(one.fileName).toMatch(/\.zip$/)
  const parley = connectTo(await startTestApp())
  const { summary } = await importFile(parley, readFileSync(file))
  expect(summary).toMatchObject({ importedCount: 1, remarks: [] })
  const [sessionId] = summary?.sessionIds ?? []
  const { data } = await parley.invoke('attachments.read', {
    attachmentId: picture.attachmentId,
    offset: 0,
  })
  expect(Buffer.from(data, 'base64').equals(png)).toBe(true)
  // Unsent text is not for the recipient of a chat.
  expect((await parley.invoke('drafts.list', {})).drafts).toEqual({})
  expect(sessionId).toBeDefined()
  const other = await exportFile(
    { ...input, file: `${file}-2`, sessionIds: [asSession('archived-0')] },
    context,
  )
  expect(other.fileName).toBe('Title of archived-0.json')
})

test('reports a comparison with a missing or broken pane and imports nothing of it', async () => {
  const from = temporaryFolder()
  fill(from)
  const entries = unzipSync(await exportedFrom(from))
  const [name = ''] = Object.keys(entries).filter((path) => path.startsWith('comparisons/'))
  const comparison = JSON.parse(strFromU8(entries[name] ?? new Uint8Array())) as unknown[]
  const parley = connectTo(await startTestApp())
  // A pane nested too deeply to be read counts as broken too.
  const deep: unknown = JSON.parse(`${'['.repeat(1_100)}${']'.repeat(1_100)}`)
  const broken = [
    [comparison[0], deep, comparison[2], comparison[3]],
    comparison.slice(0, 2),
    [comparison[0], comparison[1], null, { ...(comparison[2] as object), model: null }],
    comparison.slice(0, 1),
    [comparison[0], comparison[0], ...comparison.slice(1, 2)],
  ]
  for (const list of broken) {
    const archive = zipSync({
      'parley.json': entries['parley.json'] ?? new Uint8Array(),
      [name]: strToU8(JSON.stringify(list)),
    })
    const { summary, end } = await importFile(parley, Buffer.from(archive))
    expect(end.reason).toBe('completed')
    expect(summary?.skipped.map(({ code }) => code)).toContain('comparisonPanes')
  }
  expect((await parley.invoke('compare.list', {})).comparisons).toEqual([])
  expect((await parley.invoke('sessions.list', {})).sessions).toEqual([])
})

/** Gives chats and comparisons, also those in the trash, the titles of the archive's own files and folders. */
function fillWithReservedTitles(folder: string): number {
  const database = openSessionDatabase(folder, { clock: createManualClock(), onSlowStatement: () => {} })
  const titles = [
    'parley',
    'parley',
    'parley-files',
    'parley-prompts',
    'parley-line-ups',
    'parley-drafts',
    'parley-votes',
    'sets',
    'files',
    'bin',
  ]
  try {
    addFile(database, folder, picture, png)
    for (const [index, title] of titles.entries()) {
      for (const deletedAt of [null, Date.now()]) {
        const suffix = `${index}-${deletedAt === null ? 'kept' : 'binned'}`
        const chat = `chat-${suffix}`
        addSession(database, chat, { title, deleted_at: deletedAt, created_at: index })
        addMessage(database, [chat, `${chat}-ask`, null], { parts: JSON.stringify([picture]) })
        const comparison = `compare-${suffix}`
        insert(database, 'comparisons', {
          id: comparison,
          title,
          title_source: 'user',
          pinned: 0,
          archived: 0,
          created_at: index,
          updated_at: 4,
          deleted_at: deletedAt,
        })
        for (const position of [0, 1]) {
          const session = `pane-session-${suffix}-${position}`
          addSession(database, session, { kind: 'pane', deleted_at: deletedAt })
          addMessage(database, [session, `${session}-ask`, null])
          insert(database, 'panes', {
            id: `${session}-pane`,
            comparison_id: comparison,
            session_id: session,
            position,
          })
        }
      }
    }
  } finally {
    database.close()
  }
  return titles.length * 2
}

test('keeps chats, comparisons and files whose titles are names used by the archive, in any folder', async () => {
  const from = temporaryFolder()
  const count = fillWithReservedTitles(from)
  const entries = Object.entries(unzipSync(await exportedFrom(from)))
  for (const folder of ['', 'My archive/', 'parley.json/']) {
    const archive = zipSync(Object.fromEntries(entries.map(([name, bytes]) => [folder + name, bytes])))
    const parley = connectTo(await startTestApp())
    const { summary } = await importFile(parley, Buffer.from(archive))
    expect([folder, summary]).toMatchObject([
      folder,
      { importedCount: count, comparisonCount: count, knownCount: 0, skipped: [], remarks: [] },
    ])
  }
})

test('imports all chats with the same content and times, and recognises all of them the next time', async () => {
  const from = temporaryFolder()
  const database = openSessionDatabase(from, { clock: createManualClock(), onSlowStatement: () => {} })
  const same = { title: 'Twin', title_source: 'user' }
  for (const id of ['twin-1', 'twin-2', 'twin-3']) {
    addSession(database, id, { ...same, deleted_at: id === 'twin-3' ? Date.now() : null })
    addMessage(database, [id, `${id}-ask`, null], { parts: '[{"type":"text","text":"same"}]' })
  }
  for (const comparison of ['same-1', 'same-2']) {
    insert(database, 'comparisons', {
      id: comparison,
      ...same,
      pinned: 0,
      archived: 0,
      created_at: 3,
      updated_at: 4,
    })
    for (const position of [0, 1]) {
      const session = `${comparison}-${position}`
      addSession(database, session, { ...same, kind: 'pane' })
      insert(database, 'panes', {
        id: `${session}-pane`,
        comparison_id: comparison,
        session_id: session,
        position,
      })
    }
  }
  database.close()
  const archive = await exportedFrom(from)
  const parley = connectTo(await startTestApp())
  expect((await importFile(parley, archive)).summary).toMatchObject({
    importedCount: 3,
    comparisonCount: 2,
    knownCount: 0,
    remarks: [],
  })
  expect((await importFile(parley, archive)).summary).toMatchObject({
    importedCount: 0,
    comparisonCount: 0,
    knownCount: 5,
  })
})

test('reports how many chats and comparisons are missing from an incomplete archive', async () => {
  const from = temporaryFolder()
  fill(from)
  const entries = unzipSync(await exportedFrom(from))
  const [comparison = ''] = Object.keys(entries).filter((name) => name.startsWith('comparisons/'))
  delete entries[comparison]
  delete entries['Title of chat-0000.json']
  delete entries['Title of archived-0.json']
  const { summary } = await importFile(connectTo(await startTestApp()), Buffer.from(zipSync(entries)))
  expect(summary?.remarks.map(({ code, count }) => `${count} ${code}`)).toEqual(
    expect.arrayContaining(['2 absentChats', '1 absentComparisons']),
  )
})

test('a damaged list of files costs the files, but not the chats', async () => {
  const from = temporaryFolder()
  fill(from)
  const entries = unzipSync(await exportedFrom(from))
  const archive = Buffer.from(zipSync(entries, { level: 0 }))
  archive.write('#', archive.indexOf('"parley-files"'))
  const { summary } = await importFile(connectTo(await startTestApp()), archive)
  expect(summary).toMatchObject({ importedCount: 4, comparisonCount: 2 })
  expect(summary?.remarks.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['missingFiles', 'zipDamaged']),
  )
})

test('exports and imports a store with prompts and drafts but no chats', async () => {
  const from = temporaryFolder()
  const database = openSessionDatabase(from, { clock: createManualClock(), onSlowStatement: () => {} })
  insert(database, 'prompts', { id: 'p', name: 'Short', folded_name: 'short', text: 'Say', updated_at: 1 })
  insert(database, 'drafts', { place: 'chat:new', text: 'not begun', updated_at: 9 })
  database.close()
  const parley = connectTo(await startTestApp())
  const { summary, end } = await importFile(parley, await exportedFrom(from))
  expect(end).toEqual({ reason: 'completed' })
  expect(summary).toMatchObject({ promptCount: 1, remarks: [], skipped: [] })
  expect((await parley.invoke('drafts.list', {})).drafts).toMatchObject({ 'chat:new': { text: 'not begun' } })
})
