import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { AttachmentPart } from '../../../../../shared/sessions/messages'
import { temporaryFolder } from '../../../../base/testing/temporary-folder'
import type { JobContext } from '../../../../base/threads/job'
import { attachmentsFolderName } from '../../../../store/attachments/attachment-files'
import { samplePdf, samplePng } from '../../../../store/attachments/testing/sample-files'
import { exportArchive, type ExportProgress } from '../../../../store/transfer/export/export-jobs'
import { openSessionDatabase, sessionDatabaseFile } from '../../../../store/opening/open-session-database'
import { createManualClock } from '../../../../base/testing/manual-clock'
import { addMerge, addSet, addVotes } from './comparing-rows'
import { addFile, addMessage, addSession, insert } from './store-rows'

/** A job that nobody cancels. */
export const context: JobContext<ExportProgress> = {
  signal: new AbortController().signal,
  report: () => {},
  ask: () => Promise.reject(new Error('unexpected question')),
}

/** A picture. */
export const png = samplePng(4, 3)

const pdf = samplePdf(['one page'])

/** The picture as an attachment. */
export const picture: AttachmentPart = {
  type: 'attachment',
  attachmentId: 'picture-00',
  name: 'cat.png',
  mediaType: 'image/png',
  sizeBytes: png.length,
  width: 4,
  height: 3,
}

/** Only a prompt of a set refers to it. */
const pictureOfSet: AttachmentPart = { ...picture, attachmentId: 'picture-02', name: 'set.png' }
const samePicture: AttachmentPart = { ...picture, attachmentId: 'picture-01', name: 'again.png' }

/** The PDF file as an attachment. */
export const letter: AttachmentPart = {
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

/** A file that no message has. */
const essay: AttachmentPart = {
  type: 'attachment',
  attachmentId: 'essay-0000',
  name: 'essay.txt',
  mediaType: 'text/plain',
  sizeBytes: 15,
}

/** A store with at least one row of every kind. */
export function fill(folder: string): void {
  const database = openSessionDatabase(folder, { clock: createManualClock(), onSlowStatement: () => {} })
  try {
    addFile(database, folder, picture, png)
    addFile(database, folder, samePicture, png)
    addFile(database, folder, letter, pdf)
    addFile(database, folder, note, Buffer.from('Hello'))
    addFile(database, folder, essay, Buffer.from('Tea is a drink.'))
    for (const [id, name, position] of [
      ['project-00', 'Grüner Tee', 0],
      ['project-01', 'Archive', 1],
    ] as const) {
      insert(database, 'projects', {
        id,
        name,
        folded_name: name.toLowerCase(),
        colour: 'green',
        instructions: 'Answer as a botanist.',
        model: 'demo/writer',
        params: '{"temperature":0.4}',
        line_up_id: position === 0 ? 'line-up-00' : null,
        position,
        created_at: 14,
        updated_at: 15,
      })
    }
    for (const [id, file, path] of [
      ['source-00', letter, null],
      ['source-01', essay, null],
      ['source-02', null, '/home/me/tea'],
    ] as const) {
      insert(database, 'knowledge_sources', {
        id,
        project_id: 'project-00',
        kind: file === null ? 'folder' : 'file',
        name: file?.name ?? null,
        attachment_id: file?.attachmentId ?? null,
        path,
        is_allowed: 1,
        added_at: file === null ? 18 : file === essay ? 17 : 16,
      })
    }
    addSession(database, 'chat-0000', {
      project_id: 'project-00',
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
      summary:
        '{"text":"Short.","model":"demo/writer","createdAt":4,"changedAt":5,"isUsed":true,"messageCount":2,"coveredTokens":9}',
    })
    // Its cost is unknown, which the chat's metrics show.
    const excerpts = [
      { name: 'note.txt', hash: 'a'.repeat(64) },
      { name: 'note/note.txt', hash: 'b'.repeat(64), passage: { firstLine: 3, lastLine: 4, text: 'a\nb' } },
    ]
    addMessage(database, ['chat-0000', 'answer-01', 'ask-00000'], {
      hidden: 1,
      run_id: 'run-00002',
      parts: JSON.stringify([
        { type: 'knowledge', excerpts, isIncomplete: true },
        { type: 'text', text: 'as in [2]' },
      ]),
    })
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
    addSession(database, 'binned-000', { deleted_at: Date.now(), project_id: 'project-01' })
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
        project_id: deletedAt === null ? 'project-00' : 'project-01',
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
          // The letters of the shown panes differ from their positions.
          letter: 2 - position,
          removed_at: removedAt,
        })
        insert(database, 'drafts', { place: `pane:${id}`, text: 'for one', updated_at: 9 })
      }
      addMerge(database, comparison, deletedAt)
      addVotes(database, comparison)
      insert(database, 'row_verdicts', {
        comparison_id: comparison,
        passages: JSON.stringify([
          { messageId: `pane-session-${comparison}-0-answer`, range: [0, 2] },
          { messageId: `pane-session-${comparison}-1-answer`, range: null },
        ]),
        model: 'demo/brief',
        judgement: '{"verdict":"best","best":0,"whys":["Clearer."],"costUsd":0.5}',
        judged_at: 12,
      })
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
        { model: 'gone/away', params: {}, systemPrompt: null },
      ]),
      is_blind: 1,
      updated_at: 13,
    })
    addFile(database, folder, pictureOfSet, png)
    addSet(database, pictureOfSet)
    insert(database, 'prompts', {
      id: 'prompt-00',
      name: 'Shorter',
      folded_name: 'shorter',
      text: 'Say it shorter: {{text}}',
      project_id: 'project-00',
      updated_at: 12,
    })
  } finally {
    database.close()
  }
}

/** The archive of everything. */
export async function exportedFrom(folder: string): Promise<Buffer> {
  const file = join(temporaryFolder(), 'all.zip')
  await exportArchive(
    {
      databaseFile: sessionDatabaseFile(folder),
      attachmentsFolder: join(folder, attachmentsFolderName),
      unsaved: [],
      content: { what: 'everything', settings: null },
      file,
    },
    context,
  )
  return readFileSync(file)
}
