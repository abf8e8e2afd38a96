import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'

import { z } from 'zod'

import { type AgentId, agentPermissions } from '../../../shared/agents/agents'
import { failure, type FailureReason } from '../../../shared/failures/failure'
import { visibleText } from '../../../shared/text/visible-text'
import type { AgentHooks } from '../calls/mcp-backend'
import { createApprovalBroker } from '../calls/tool-approvals'
import { BrokenAnswer, collectAnswer, type FinishedAnswer } from '../calls/collect-answer'
import { imagesField, readImages } from './read-images'
import {
  callInteractiveTool,
  type InteractiveToolCall,
  mcpResult,
  publicUsage,
  type ToolKit,
  usageField,
} from './tool-kit'
import type { ParleyError } from '../../../shared/errors'
import { inertMarkdown } from '../../../shared/markdown/inert-markdown'
import { startsPrograms } from '../../auto-run-files/auto-run-files'
import { errorCode } from '../../base/error-code'
import { pathInside } from '../../base/files/full-path'

const agentTools: readonly { tool: string; agentId: AgentId; name: string }[] = [
  { tool: 'claude', agentId: 'claude-code', name: 'Claude Code' },
  { tool: 'codex', agentId: 'codex', name: 'Codex' },
  { tool: 'gemini', agentId: 'gemini-cli', name: 'Gemini CLI' },
  { tool: 'opencode', agentId: 'opencode', name: 'OpenCode' },
]

/** Never starts with a dash: it becomes a command-line argument. */
const continuationId = z
  .string()
  .regex(/^[A-Za-z0-9][\w.:-]{0,199}$/, 'must be a continuation_id from an earlier answer')
const modelName = z.string().regex(/^[A-Za-z0-9][^\s]{0,199}$/, 'must be the name of a model')

const agentInput = z.object({
  prompt: z.string().min(1).max(1_000_000).describe('The task for the agent.'),
  workspace: z.string().min(1).max(4096).describe('The absolute path of the folder to work in.'),
  permission: z
    .enum(agentPermissions)
    .default('read-only')
    .describe(
      'What the agent may do without asking. read-only: read files. workspace-write: also change files in the workspace. unlimited: anything, if the server was started with --allow-unlimited.',
    ),
  model: modelName
    .optional()
    .describe('The agent’s own name for a model. Omit it to use the agent’s default.'),
  continuation_id: continuationId.optional().describe('Continues the conversation that returned this ID.'),
  images: imagesField,
  handoff_file: z
    .string()
    .min(1)
    .max(4096)
    .optional()
    .describe('A file in the workspace to append the answer to.'),
})

const agentOutput = z.object({
  text: z.string(),
  continuation_id: z.string().nullable().describe('Pass this to continue the conversation.'),
  changed_files: z.array(
    z.object({ path: z.string(), kind: z.enum(['added', 'modified', 'deleted', 'moved']) }),
  ),
  usage: usageField,
  stop_reason: z.string(),
  denied: z.array(z.string()).describe('What the agent asked to do but was not allowed to do.'),
  notices: z.array(z.string()),
  handoff_file: z.string().nullable(),
})

/** Registers one tool for each coding agent. */
export function registerAgentTools(kit: ToolKit): void {
  for (const { tool, agentId, name } of agentTools) {
    kit.server.registerTool(
      tool,
      {
        title: name,
        description: `Runs ${name} in a folder on this machine. Returns its answer, the files it changed and a continuation_id. It runs as a separate process until it is done. Cancelling the request ends it and everything it started.`,
        inputSchema: agentInput,
        outputSchema: agentOutput,
        annotations: { openWorldHint: true, destructiveHint: true, readOnlyHint: false },
      },
      (input, context) =>
        callInteractiveTool(kit, context, tool, (call) => runAgent(kit, agentId, name, input, call)),
    )
  }
}

async function runAgent(
  kit: ToolKit,
  agentId: AgentId,
  name: string,
  input: z.infer<typeof agentInput>,
  { signal, progress, ask }: InteractiveToolCall,
) {
  const { workspace, permission } = input
  if (!isAbsolute(workspace)) throw failure('INVALID_INPUT', 'path-not-absolute', { field: 'workspace' })
  if (permission === 'unlimited' && !kit.isUnlimitedAllowed) {
    throw failure('INVALID_INPUT', 'agent-unlimited', { field: 'permission' })
  }
  const images = await readImages(input.images, workspace, signal)
  const handoff =
    input.handoff_file === undefined ? null : await openHandoffFile(workspace, input.handoff_file)
  try {
    const desk = createApprovalBroker(ask)
    let resumeId: string | null = null
    const task = {
      agentId,
      prompt: input.prompt,
      workspace,
      permission,
      model: input.model ?? null,
      resumeId: input.continuation_id ?? null,
      images,
    }
    const hooks: AgentHooks = {
      signal,
      requestApproval: (approval, withdrawn) =>
        desk.request(approval, withdrawn === undefined ? signal : AbortSignal.any([signal, withdrawn])),
      onSession: (id) => (resumeId = id),
    }
    const answer = await collectAnswer((onEvent) => kit.backend.runAgent(task, hooks, onEvent), progress)
    if (handoff !== null) await handOn(handoff, { name, answer, resumeId, clock: kit.clock })
    const files = answer.changes.map(({ path, kind }) => ({ path, kind }))
    const structured = {
      text: answer.text,
      continuation_id: resumeId,
      changed_files: files,
      usage: publicUsage(answer.usage),
      stop_reason: answer.stopReason,
      denied: [...desk.denied],
      notices: answer.notices,
      handoff_file: handoff?.path ?? null,
    } satisfies z.infer<typeof agentOutput>
    return mcpResult(textOf(structured), structured)
  } finally {
    await handoff?.close()
  }
}

async function handOn(
  handoff: HandoffFile,
  entry: { name: string; answer: FinishedAnswer; resumeId: string | null; clock: ToolKit['clock'] },
): Promise<void> {
  const { name, answer, resumeId, clock } = entry
  const at = new Date(clock.now()).toISOString()
  const title = [name, at, ...(resumeId === null ? [] : [`continuation_id ${visibleText(resumeId)}`])].join(
    ', ',
  )
  try {
    await handoff.append({ title, text: answer.text })
  } catch (error) {
    throw new BrokenAnswer(failure('STORE_FULL', 'handoff', { path: handoff.path }, error), answer)
  }
}

/** For clients that show only the text: includes what they need to continue. */
function textOf(output: z.infer<typeof agentOutput>): string {
  const { text, continuation_id: id, changed_files: files, denied } = output
  return [
    text,
    ...(files.length === 0
      ? []
      : [`Changed files:\n${files.map(({ path, kind }) => `- ${visibleText(path)} (${kind})`).join('\n')}`]),
    ...(denied.length === 0 ? [] : [`Not allowed:\n${denied.map((what) => `- ${what}`).join('\n')}`]),
    ...(id === null ? [] : [`continuation_id: ${visibleText(id)}`]),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** A file in the workspace that answers are appended to, for the person or agent who continues the work. */
interface HandoffFile {
  /** The absolute path, with every link in its folder resolved. */
  readonly path: string
  append(entry: { title: string; text: string }): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the file before the work starts, so that no answer is lost that cannot be handed off. The file is only appended
 * to, and created with access for its owner only.
 * @throws INVALID_INPUT it is outside the workspace, configures programs, is a link, or cannot be written
 */
async function openHandoffFile(workspace: string, given: string): Promise<HandoffFile> {
  const root = await real(workspace, 'workspace')
  const wanted = resolve(root, given)
  const name = basename(wanted)
  const folder = await real(dirname(wanted), 'handoff_file')
  const path = join(folder, name)
  const inside = pathInside(root, path)
  if (inside === null || inside === '') throw refusal('handoff-outside')
  if (startsPrograms(inside, root, workspace)) throw refusal('handoff-steers-programs')
  const file = await openToAppend(path)
  return {
    path,
    append: ({ title, text }) => file.appendFile(`\n## ${title}\n\n${inertMarkdown(text).trimEnd()}\n`),
    close: () => file.close(),
  }
}

async function openToAppend(path: string): Promise<FileHandle> {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  let file: FileHandle
  try {
    // Does not follow a link, and does not wait for a reader of a pipe.
    file = await open(path, O_APPEND | O_CREAT | O_WRONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0), 0o600)
  } catch (error) {
    const code = errorCode(error) ?? 'unknown'
    if (code === 'ELOOP') throw refusal('handoff-link', error)
    throw failure('INVALID_INPUT', 'handoff-cannot-write', { field: 'handoff_file', detail: code }, error)
  }
  const stats = await file.stat()
  // A folder in the path may have become a link since it was checked.
  const isThere = (await realpath(path).catch(() => null)) === path
  if (stats.isFile() && stats.nlink === 1 && isThere) return file
  await file.close()
  throw refusal(stats.isFile() ? 'handoff-hard-link' : 'handoff-not-file')
}

async function real(path: string, field: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    throw failure('INVALID_INPUT', 'path-not-found', { field, path }, error)
  }
}

type Refused = Exclude<Extract<FailureReason<'INVALID_INPUT'>, `handoff-${string}`>, 'handoff-cannot-write'>

function refusal(reason: Refused, cause?: unknown): ParleyError {
  return failure('INVALID_INPUT', reason, { field: 'handoff_file' }, cause)
}
