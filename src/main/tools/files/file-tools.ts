import { z } from 'zod'

import { ParleyError } from '../../../shared/errors'
import { toolRefusal } from '../tool-refusal'
import { checkedInput, inputSchemaOf } from '../checked-input'
import type { PreparedCall, Tool, ToolCallContext, ToolResult } from '../tool'
import type { FolderPlace } from './places/held-folder'
import { assertNewName, namesInFolder } from './places/relative-path'
import type { Clock } from '../../base/clock'
import type { JobRunner } from '../../base/threads/job'
import { consentSubject } from '../consent-subject'
import type { FileTurns } from './file-turns'
import type { EditRecords } from './undo-edits'
import type { FileJobs } from './jobs/file-jobs'
import type { EditPlan, RequestedEdit } from './jobs/plan-edit'
import { shown } from './places/file-failure'

const path = z.string().describe('Path relative to the folder, with `/`. A dot is the folder itself.')
const position = z.int().min(1).default(1)

/** The input for listing a folder. */
const listInput = z.object({
  path: path.default('.'),
  depth: z.int().min(1).max(6).default(1).describe('How many levels of folders to list.'),
  offset: position.describe('The first entry to show, starting at 1.'),
  limit: z.int().min(1).max(1_000).default(300),
})

/** The input for reading a file. */
const readInput = z.object({
  path,
  offset: position.describe('The first line to show, starting at 1.'),
  limit: z.int().min(1).max(4_000).default(1_000).describe('How many lines to show.'),
})

/** The input for finding files, and text in them. */
const searchInput = z.object({
  query: z
    .string()
    .min(1)
    .max(1_000)
    .optional()
    .describe('Text to find within a line. Without it, files are found by `include` alone.'),
  isPattern: z.boolean().default(false).describe('`query` is a JavaScript regular expression.'),
  ignoreCase: z.boolean().default(false),
  include: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe('Only files with such a path: `*.ts`, `src/**/*.{js,ts}`.'),
  path: path.default('.').describe('The folder or file to search.'),
  offset: position.describe('The first match to show, starting at 1.'),
  limit: z.int().min(1).max(500).default(100),
})

const maxEditChars = 1024 * 1024

/** The input for a change: the whole content, or a text and its replacement. */
const editInput = z.object({
  path,
  content: z
    .string()
    .max(maxEditChars)
    .optional()
    .describe('The whole new content. Creates the file if it does not exist.'),
  oldText: z
    .string()
    .min(1)
    .max(maxEditChars)
    .optional()
    .describe(
      'Text in the file to replace, exactly as it is there. It must occur once, unless replaceAll is true.',
    ),
  newText: z.string().max(maxEditChars).optional().describe('What replaces oldText.'),
  replaceAll: z.boolean().default(false),
})

/** A disk that takes longer is not going to answer. */
const longestJobMs = 20_000

/** `files.list`, `files.read`, `files.search` and `files.edit`, in the folder that the user chose for the chat or pane. */
export function fileTools(deps: EditToolDeps): Tool[] {
  const { jobs } = deps
  const options = ({ signal }: ToolCallContext) => ({ signal, timeoutMs: longestJobMs })
  return [
    readingTool(deps, {
      name: 'files.list',
      title: 'List files',
      description:
        'Lists what is in a folder that the user chose, with sizes. Links are not followed; .git and node_modules are named, but not listed unless you ask for them.',
      kind: 'read',
      input: listInput,
      run: (place, names, { depth, offset, limit }, call) =>
        jobs.run('listFolder', { place, names, depth, offset, limit }, options(call)),
    }),
    readingTool(deps, {
      name: 'files.read',
      title: 'Read a file',
      description:
        'Reads lines of a text file in the folder that the user chose. The first line of the result says which lines it has and how to read on; it is not part of the file.',
      kind: 'read',
      input: readInput,
      run: (place, names, { offset, limit }, call) =>
        jobs.run('readFileLines', { place, names, offset, limit }, options(call)),
    }),
    readingTool(deps, {
      name: 'files.search',
      title: 'Search files',
      description:
        'Finds lines with a text or a regular expression in the files of the folder that the user chose, or files by their path. Results have the form path:line: text. Skips .git, node_modules, and files that are not text or larger than 4 MB.',
      kind: 'search',
      input: searchInput,
      async run(place, names, { query, isPattern, ignoreCase, include, offset, limit }, call) {
        if (query === undefined && include === undefined) {
          throw toolRefusal('Give query, include or both.')
        }
        const search = { query: query ?? null, isPattern, ignoresCase: ignoreCase, include: include ?? null }
        try {
          return await jobs.run('searchFiles', { place, names, ...search, offset, limit }, options(call))
        } catch (error) {
          const isSlow = error instanceof ParleyError && error.code === 'TIMEOUT'
          if (isSlow)
            throw toolRefusal(
              'The search took too long. Search a smaller folder, or use a simpler pattern.',
              error,
            )
          throw error
        }
      },
    }),
    editTool(deps, longestJobMs),
  ]
}

/** A tool that only reads, so it needs no permission besides the choice of the folder. */
function readingTool<Schema extends z.ZodObject<{ path: z.ZodType<string> }>>(
  { closedFolders }: Pick<EditToolDeps, 'closedFolders'>,
  tool: Pick<Tool, 'name' | 'title' | 'description' | 'kind'> & {
    input: Schema
    run: (
      place: FolderPlace,
      names: string[],
      input: z.infer<Schema>,
      call: ToolCallContext,
    ) => Promise<string>
  },
): Tool {
  const { input: schema, run, ...facts } = tool
  return {
    ...facts,
    inputSchema: inputSchemaOf(schema),
    async prepare(input, call): Promise<PreparedCall> {
      const root = chosenFolder(call)
      const checked = checkedInput(schema, input)
      const names = namesInFolder(checked.path, root)
      const place = { root, closedFolders }
      return { question: null, run: async () => ({ text: await run(place, names, checked, call) }) }
    },
  }
}

interface EditToolDeps {
  jobs: JobRunner<FileJobs>
  edits: Pick<EditRecords, 'add' | 'remove' | 'made'>
  /** Full paths of folders that no tool reads or changes, such as Parley's own data. */
  closedFolders: readonly string[]
  /** Shared with the undoing of edits. */
  turns: FileTurns
  clock: Clock
}

/** `files.edit`: works out a change, shows it, and makes it only if the file has not changed in the meantime. */
function editTool(deps: EditToolDeps, timeoutMs: number): Tool {
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
      const edit = edits.made({ sessionId, messageId, toolCallId })
      if (edit !== null) edits.add({ ...edit, ...other })
    },
  }
}

function resultText({ names, before, change: { added, removed } }: EditPlan): string {
  const counts = added === undefined ? '' : ` (lines: +${added} −${removed ?? 0})`
  return `${before === null ? 'Created' : 'Changed'} ${shown(names)}${counts}.`
}

/** The folder in which a call may work. @throws INVALID_INPUT the user has chosen none */
function chosenFolder({ folder }: Pick<ToolCallContext, 'folder'>): string {
  if (folder === null) throw toolRefusal('The user has not chosen a folder for this chat.')
  return folder
}
