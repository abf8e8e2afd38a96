import type { z } from 'zod'

import { ParleyError } from '../../../shared/errors'
import type { Clock } from '../../base/clock'
import type { JobRunner } from '../../base/threads/job'
import { checkedInput, inputSchemaOf } from '../checked-input'
import { consentSubject } from '../consent-subject'
import type { Tool, ToolCallContext, ToolResult } from '../tool'
import { editInput } from './file-inputs'
import { toolRefusal } from '../tool-refusal'
import { chosenFolder } from './chosen-folder'
import type { FileTurns } from './file-turns'
import type { EditRecords } from './undo-edits'
import type { FileJobs } from './jobs/file-jobs'
import type { EditPlan, RequestedEdit } from './jobs/plan-edit'
import { shown } from './places/file-failure'
import { assertNewName, namesInFolder } from './places/relative-path'

/** What the file tools need. */
export interface EditToolDeps {
  jobs: JobRunner<FileJobs>
  edits: Pick<EditRecords, 'add' | 'remove' | 'get'>
  /** Full paths of folders that no tool reads or changes, such as Parley's own data. */
  closedFolders: readonly string[]
  /** Shared with the undoing of edits. */
  turns: FileTurns
  clock: Clock
}

/** `files.edit`: works out a change, shows it, and makes it only if the file has not changed in the meantime. */
export function editTool(deps: EditToolDeps, timeoutMs: number): Tool {
  const facts: Pick<Tool, 'name' | 'title' | 'description' | 'inputSchema' | 'kind'> = {
    name: 'files.edit',
    title: 'Edit files',
    description:
      'Changes one text file (UTF-8, at most 1 MB) in the folder that the user chose: give `content` to write the whole file or to create one, or `oldText` and `newText` to replace text. The user sees the difference and decides.',
    inputSchema: inputSchemaOf(editInput),
    kind: 'edit',
  }
  return {
    ...facts,
    async prepare(input, call) {
      const root = chosenFolder(call)
      const checked = checkedInput(editInput, input)
      const names = namesInFolder(checked.path, root)
      assertNewName(names, checked.path)
      const place = { root, closedFolders: deps.closedFolders }
      const edit = editOf(checked)
      const plan = await deps.jobs.run('planEdit', { place, names, edit }, { signal: call.signal, timeoutMs })
      return {
        question: {
          title: `${plan.before === null ? 'Create' : 'Edit'} ${shown(names)}`,
          subject: consentSubject(facts, plan.root),
          changes: [plan.change],
          folder: plan.root,
          ...(plan.startsPrograms ? { isOnceOnly: true as const } : {}),
        },
        run: () =>
          deps.turns.take({ folder: plan.root, names: plan.names }, () =>
            makeEdit(deps, { plan, call, timeoutMs }),
          ),
      }
    },
  }
}

/** @throws INVALID_INPUT it says neither or both */
function editOf({ content, oldText, newText, replaceAll }: z.infer<typeof editInput>): RequestedEdit {
  if (content !== undefined && oldText === undefined && newText === undefined) return { content }
  if (content === undefined && oldText !== undefined && newText !== undefined) {
    return { oldText, newText, replacesAll: replaceAll }
  }
  throw toolRefusal('Give either content, or oldText and newText.')
}

async function makeEdit(
  { jobs, edits, clock, closedFolders }: EditToolDeps,
  made: { plan: EditPlan; call: ToolCallContext; timeoutMs: number },
): Promise<ToolResult> {
  const { plan, call, timeoutMs } = made
  // Where the edit was worked out, even if the path that the user chose leads elsewhere by now.
  const place = { root: plan.root, closedFolders }
  const { names, before, beforeHash, after, afterHash, change } = plan
  const { sessionId, messageId, toolCallId } = call
  call.signal.throwIfAborted()
  // Kept first: what the file contains shows later whether it was written, so a crash in between costs no undo.
  edits.add({
    sessionId,
    messageId,
    toolCallId,
    folder: place.root,
    names,
    before,
    afterHash,
    at: clock.now(),
    undoneAt: null,
  })
  try {
    // Not ended by a stop: it takes milliseconds, and a terminated thread could leave its temporary file.
    await jobs.run('writeFile', { place, names, beforeHash, after }, { timeoutMs })
  } catch (error) {
    // It was refused, so there is nothing to take back; after anything else, the file may have been written.
    if (error instanceof ParleyError && error.code !== 'TIMEOUT' && error.code !== 'CANCELLED') {
      edits.remove({ sessionId, messageId, toolCallId })
    }
    throw error
  }
  return {
    text: resultText(plan),
    changes: [change],
    share(other) {
      // Read again: by now it may have been undone, or be too old to be kept.
      const edit = edits.get(messageId, toolCallId)
      if (edit !== null) edits.add({ ...edit, ...other })
    },
  }
}

function resultText({ names, before, change: { added, removed } }: EditPlan): string {
  const counts = added === undefined ? '' : ` (lines: +${added} −${removed ?? 0})`
  return `${before === null ? 'Created' : 'Changed'} ${shown(names)}${counts}.`
}
