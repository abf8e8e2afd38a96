import { toErrorData } from '../../../../shared/failures/failure'
import type { ComparisonId, SessionId } from '../../../../shared/ids'
import type { StreamCheckedInput } from '../../../../shared/rpc/contract'
import type { PromptSets } from '../../../sets/prompt-sets'
import type { SyncService } from '../../../sync/sync-service'
import type { MarkdownFolder } from '../../../store/transfer/folder/markdown-folder'
import type { Votes } from '../../../votes/votes'
import type { BundleSubject, ChatExports } from '../../../store/transfer/export/chat-exports'
import { PreparedAnswer } from '../../transport/prepared-answer'
import { rankingOf } from '../comparing/compare-handlers'
import { refusalOf } from '../../refusal'
import type { RouteHandlers, StreamHandlers } from '../../router'
import type { ChatImports } from '../../../store/transfer/import/chat-imports'
import type { JobRunner } from '../../../base/threads/job'
import type { StoreJobs } from '../../../store/store-jobs'
import type { StoreNotices } from '../../../store/integrity/store-notices'
import type { StorePlanFile } from '../../../store/opening/store-plan'
import type { StoreUpkeep } from '../../../store/integrity/store-upkeep'
import type { AttachmentStore } from '../../../store/attachments/attachment-store'

/** `exports.*`, `sessions.export` and `export.run` */
export function exportHandlers(
  chatExports: ChatExports,
  votes: Pick<Votes, 'rankingWithVotes'>,
  sets: Pick<PromptSets, 'noteShared' | 'write'>,
  hidden: {
    /** @throws INVALID_INPUT the contestants of this comparison, or of this session, are hidden */
    assertRevealed: (of: { comparisonId: ComparisonId } | { sessionId: SessionId }) => void
    /** @throws RUN_ACTIVE answers of this comparison are being written */
    assertIdle: (comparisonId: ComparisonId) => void
  },
) {
  /** A bundle names no hidden contestant. Another file would be read as one of a model without a name. */
  const assertExportable = (input: StreamCheckedInput<'export.run'>) => {
    if ('sessionIds' in input) {
      for (const sessionId of input.sessionIds ?? []) hidden.assertRevealed({ sessionId })
    }
    if (!('comparisonId' in input)) return
    if (input.format === 'bundle') hidden.assertIdle(input.comparisonId)
    else hidden.assertRevealed({ comparisonId: input.comparisonId })
  }
  return {
    routes: {
      'exports.read': ({ exportId, offset }, { connection }) =>
        chatExports.read(exportId, offset, connection.closed),
      'exports.discard': async ({ exportId }, { connection }) => {
        await chatExports.discard(exportId, connection.closed)
        return {}
      },
      'exports.diagrams': async (input, { signal }) => {
        const wanted = pagesOf(input)
        return { sources: wanted === null ? [] : await chatExports.diagrams(wanted, signal) }
      },
      'sessions.export': async (input, { signal }) => {
        hidden.assertRevealed(input)
        return new PreparedAnswer(await chatExports.text(input, signal))
      },
    } satisfies Partial<RouteHandlers>,
    streams: {
      'export.run': (input, { connection }) => {
        assertExportable(input)
        return chatExports.start(startable(input, votes, sets), connection.closed, (error) =>
          toErrorData(refusalOf(error)),
        )
      },
    } satisfies Partial<StreamHandlers>,
  }
}

function startable(
  input: StreamCheckedInput<'export.run'>,
  votes: Pick<Votes, 'rankingWithVotes'>,
  sets: Pick<PromptSets, 'noteShared' | 'write'>,
): Parameters<ChatExports['start']>[0] {
  if (!('format' in input)) return input
  if (input.format === 'bundle') return { ...input, subject: () => subjectOf(input, votes, sets) }
  if (!('runId' in input)) return input
  const { runId, format } = input
  return { format, write: (target, signal) => sets.write({ runId, format, target }, signal) }
}

async function subjectOf(
  input: Extract<StreamCheckedInput<'export.run'>, { format: 'bundle' }>,
  votes: Pick<Votes, 'rankingWithVotes'>,
  sets: Pick<PromptSets, 'noteShared'>,
): Promise<BundleSubject> {
  if ('comparisonId' in input) return { kind: 'comparison', comparisonId: input.comparisonId }
  if ('runId' in input) {
    sets.noteShared(input.runId)
    return { kind: 'run', runId: input.runId }
  }
  return { kind: 'ranking', ...(await votes.rankingWithVotes(...rankingOf(input.ranking))) }
}

/** Returns the content of pages that may show diagrams; null for anything else. */
function pagesOf(input: StreamCheckedInput<'export.run'>): Parameters<ChatExports['diagrams']>[0] | null {
  if ('what' in input || 'ranking' in input) return null
  if ('comparisonId' in input) {
    if (input.format !== 'bundle') return null
    return { ...input, subject: { kind: 'comparison', comparisonId: input.comparisonId } }
  }
  if ('runId' in input) {
    return input.format === 'bundle' ? { ...input, subject: { kind: 'run', runId: input.runId } } : null
  }
  if (input.format !== 'html') return null
  return 'projectId' in input
    ? { sessionIds: null, projectId: input.projectId }
    : { sessionIds: input.sessionIds ?? null }
}

/** `markdownFolder.*` */
export function markdownFolderHandlers(folder: Pick<MarkdownFolder, 'state' | 'set' | 'write'>) {
  return {
    'markdownFolder.get': () => ({ state: folder.state }),
    'markdownFolder.set': (choice) => {
      folder.set(choice)
      return { state: folder.state }
    },
    'markdownFolder.write': () => {
      folder.write()
      return { state: folder.state }
    },
  } satisfies Partial<RouteHandlers>
}

/** `sync.*` */
export function syncHandlers(sync: SyncService) {
  return {
    'sync.get': () => ({ state: sync.state }),
    'sync.start': async (given) => {
      const problem = await sync.join(given)
      return { state: sync.state, problem }
    },
    'sync.changePassphrase': async ({ passphrase }) => {
      const problem = await sync.changePassphrase(passphrase)
      return { state: sync.state, problem }
    },
    'sync.stop': () => {
      sync.leave()
      return { state: sync.state }
    },
    'sync.removeDevice': async ({ deviceId }) => {
      await sync.removeDevice(deviceId)
      return { state: sync.state }
    },
  } satisfies Partial<RouteHandlers>
}

/** `imports.*`, `sessions.import` and `import.run` */
export function importHandlers(deps: {
  imports: ChatImports
  /** Notifies windows of an imported session. */
  announce: (sessionId: SessionId) => void
}) {
  const { imports, announce } = deps
  return {
    routes: {
      'imports.begin': async ({ sizeBytes }, { connection }) => ({
        importId: await imports.files.begin(sizeBytes, connection.closed),
      }),
      'imports.append': ({ importId, offset, data }, { connection }) =>
        imports.files.append(importId, { offset, data: Buffer.from(data, 'base64') }, connection.closed),
      'imports.discard': async ({ importId }, { connection }) => {
        await imports.files.discard(importId, connection.closed)
        return {}
      },
      'sessions.import': async ({ toolCalls = [], ...given }, { signal }) => {
        const session = await imports.single({ ...given, toolCalls }, signal)
        announce(session.id)
        return { session }
      },
    } satisfies Partial<RouteHandlers>,
    streams: {
      'import.run': ({ importId }, { connection }) =>
        imports.run(importId, connection.closed, (error) => toErrorData(refusalOf(error))),
    } satisfies Partial<StreamHandlers>,
  }
}

/** `snapshots.*` and `notices.*` */
export function snapshotHandlers(deps: {
  dataFolder: string
  upkeep: StoreUpkeep
  notices: StoreNotices
  plan: StorePlanFile
  jobs: JobRunner<StoreJobs>
  restart: () => boolean
}) {
  const { dataFolder, upkeep, notices, plan, jobs } = deps
  return {
    routes: {
      'snapshots.list': () => ({ snapshots: upkeep.snapshots() }),
      'snapshots.take': async () => ({ snapshot: await upkeep.take('asked') }),
      'snapshots.restore': async ({ snapshotId }, { signal }) => {
        // Refuse a bad snapshot now, while the user can still choose another.
        await jobs.run('checkSnapshot', { dataFolder, snapshotId }, { signal })
        plan.change({ restore: snapshotId })
        const restarting = deps.restart()
        if (!restarting) plan.change({ restore: null })
        return { restarting }
      },
      'notices.list': () => ({ notices: notices.list() }),
      'notices.dismiss': ({ noticeId }) => {
        notices.dismiss(noticeId)
        return {}
      },
    } satisfies Partial<RouteHandlers>,
    streams: {} satisfies Partial<StreamHandlers>,
  }
}

/** `attachments.*`. */
export function attachmentHandlers(store: AttachmentStore) {
  return {
    // The sender's type is ignored: the bytes determine it.
    'attachments.begin': async ({ name, sizeBytes }, { connection }) => ({
      uploadId: await store.begin({ name, sizeBytes }, connection.closed),
    }),
    'attachments.append': ({ uploadId, offset, data }, { connection }) =>
      store.append(uploadId, { offset, data: Buffer.from(data, 'base64') }, connection.closed),
    'attachments.finish': async ({ uploadId }, { connection, signal }) => ({
      attachment: await store.finish(uploadId, connection.closed, signal),
    }),
    'attachments.discard': async ({ uploadId }, { connection }) => {
      await store.discard(uploadId, connection.closed)
      return {}
    },
    'attachments.read': ({ attachmentId, offset }) => store.read(attachmentId, offset),
    'attachments.text': ({ attachmentId }) => store.text(attachmentId),
  } satisfies Partial<RouteHandlers>
}
