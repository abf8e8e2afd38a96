import type { FileChange } from '../../../../shared/agents/agents'
import { assertNever } from '../../../../shared/invariant'
import { lookupTable } from '../../../../shared/lookup-table'
import type { SourceEvent } from '../../../run-source/run-source'
import { pathInWorkspace } from '../../../base/files/file-change'
import { toolResult } from '../tool-result'
import type { CodexItem } from './codex-lines'

/** An item that is a tool call. */
export type CodexCall = Extract<
  CodexItem,
  { type: 'command_execution' | 'file_change' | 'mcp_tool_call' | 'collab_tool_call' | 'web_search' }
>

/** The announcement of a call. */
export function callOf(item: CodexCall, workspace: string): Extract<SourceEvent, { type: 'tool-call' }> {
  const call = { type: 'tool-call' as const, toolCallId: item.id }
  switch (item.type) {
    case 'command_execution': {
      const { command } = item
      return { ...call, toolName: 'shell', input: { command }, title: command, kind: 'execute' }
    }
    case 'file_change': {
      const paths = changesOf(item, workspace).map(({ path }) => path)
      return {
        ...call,
        toolName: 'apply_patch',
        input: { changes: item.changes },
        title: paths.join(', '),
        kind: 'edit',
      }
    }
    case 'mcp_tool_call':
      return { ...call, toolName: `${item.server}.${item.tool}`, input: item.arguments ?? {}, kind: 'other' }
    case 'collab_tool_call': {
      const { tool, prompt } = item
      return { ...call, toolName: tool, input: prompt === null ? {} : { prompt }, kind: 'agent' }
    }
    case 'web_search': {
      const { query } = item
      return { ...call, toolName: 'web_search', input: { query }, title: query, kind: 'search' }
    }
    default:
      return assertNever(item)
  }
}

/** The result of a finished call, and its files. */
export function resultOf(item: CodexCall): SourceEvent[] {
  const isFailed = 'status' in item && (item.status === 'failed' || item.status === 'declined')
  const result = { type: 'tool-result' as const, toolCallId: item.id }
  const failed = isFailed ? { isError: true as const } : {}
  switch (item.type) {
    case 'command_execution': {
      const { aggregated_output: output, exit_code: exitCode } = item
      if (typeof exitCode !== 'number' || exitCode === 0) return [{ ...result, output, ...failed }]
      const gap = output === '' || output.endsWith('\n') ? '' : '\n'
      return [{ ...result, output: `${output}${gap}Exit code ${exitCode}`, isError: true }]
    }
    case 'mcp_tool_call':
      return item.error === null || item.error === undefined
        ? toolResult(item.id, item.result?.content, isFailed)
        : [{ ...result, output: item.error, isError: true }]
    case 'file_change':
    case 'collab_tool_call':
    case 'web_search':
      return [{ ...result, output: '', ...failed }]
    default:
      return assertNever(item)
  }
}

const changeKinds = lookupTable<FileChange['kind']>({
  add: 'added',
  delete: 'deleted',
  update: 'modified',
})

/** Codex reports which files it changes, not how. */
export function changesOf(
  item: Extract<CodexCall, { type: 'file_change' }>,
  workspace: string,
): FileChange[] {
  return item.changes.map(({ path, kind }) => ({
    path: pathInWorkspace(path, workspace),
    kind: changeKinds.get(kind) ?? 'modified',
  }))
}
