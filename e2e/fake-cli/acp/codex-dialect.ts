import { assertNever } from '../../../src/shared/invariant.ts'
import { checkCodexConfig } from '../parts/codex-config.ts'
import type { ToolUse } from '../script/voice.ts'
import type { AcpDialect, ToolCall, Update } from './dialect.ts'
import { RpcError } from './json-rpc.ts'
import { recordedOpening } from './segments.ts'
import {
  changed,
  diffContent,
  optionsOf,
  shownOf,
  terminalExit,
  terminalOutput,
  textContent,
} from './tool-facts.ts'

const names: Record<ToolUse['kind'], string> = {
  execute: 'exec_command',
  read: 'exec_command',
  edit: 'apply_patch',
  agent: 'spawn_agent',
}

/** Codex through its adapter. @throws UnknownWordError its configuration has a key that the fake does not know */
export function codexDialect(): AcpDialect {
  checkCodexConfig(process.env['CODEX_CONFIG'])
  return {
    agent: 'codex',
    program: 'codex-acp',
    ...recordedOpening('codex'),
    startMode: () => process.env['INITIAL_AGENT_MODE'] ?? 'agent',
    modes: ['read-only', 'workspace-write', 'agent', 'agent-full-access'],
    policy: (mode, use) => (mode === 'read-only' && use.kind !== 'read' ? 'ask' : 'allow'),
    sendsHistoryLate: false,
    // A cancelled command runs until the agent's process ends.
    reachOfCancel: 'none',
    reachOfEnd: 'child',
    preface:
      'Warning: Model metadata for `gpt-5.1-codex` not found. Defaulting to fallback metadata; this can degrade performance and cause issues.\n\n',
    thinksInPieces: true,
    answer: (stopReason) => ({
      stopReason,
      usage: null,
      _meta: { quota: { token_count: null, model_usage: [] } },
    }),
    unknownSession: (id) =>
      new RpcError(-32603, 'Internal error', { details: `no rollout found for thread id ${id}` }),
    serverError: (status) =>
      Promise.resolve(
        status === 401
          ? new RpcError(-32000, 'Authentication required')
          : new RpcError(-32603, 'Internal error', {
              message: `exceeded retry limit, last status: ${status} ${status === 429 ? 'Too Many Requests' : 'Internal Server Error'}`,
            }),
      ),
    message: (sessionUpdate, text, messageId) => ({
      sessionUpdate,
      messageId: messageId.replace('msg_', sessionUpdate === 'agent_thought_chunk' ? 'rs-' : 'msg-'),
      content: { type: 'text', text },
    }),
    options: optionsOf([
      ['once', 'allow_once', 'Yes, proceed'],
      ['always', 'allow_always', "Yes, and don't ask again"],
      ['deny', 'reject_once', 'No, continue without it'],
    ]),
    tool: {
      id: (_use, number) => `call_${String(number).padStart(4, '0')}`,
      announced: (call, policy) => (policy === 'allow' ? [announced(call, 'in_progress')] : []),
      asked: (call) => ({
        ...shownOf(call.use),
        status: 'pending',
        content: diffContent(call.use),
        rawInput: rawInput(call),
      }),
      started: (call, wasAsked) => (wasAsked ? [announced(call, 'in_progress')] : []),
      output: terminalOutput,
      done: (call, { output, exitCode }) => [
        changed({
          name: names[call.use.kind],
          status: exitCode === 0 ? 'completed' : 'failed',
          ...(call.use.kind === 'execute'
            ? {
                rawOutput: {
                  exit_code: exitCode,
                  ...(call.showsTerminals ? {} : { formatted_output: output }),
                },
              }
            : {}),
          ...(call.use.kind === 'read' || call.use.kind === 'agent'
            ? { content: [textContent(output)] }
            : {}),
          ...terminalExit(call, exitCode),
        }),
      ],
      refused: (call) => [announced(call, 'failed')],
      interrupted: () => [],
      endsTurnWhenDenied: false,
    },
    afterwards: () => [{ sessionUpdate: 'session_info_update' }],
  }
}

function announced(call: ToolCall, status: string): Update {
  const isCommand = call.use.kind === 'execute'
  return {
    sessionUpdate: 'tool_call',
    name: names[call.use.kind],
    ...shownOf(call.use),
    status,
    content: isCommand ? [{ type: 'terminal', terminalId: call.id }] : diffContent(call.use),
    rawInput: rawInput(call),
    ...(isCommand ? { _meta: { terminal_info: { terminal_id: call.id, cwd: call.cwd } } } : {}),
  }
}

function rawInput({ use, cwd }: ToolCall): Update {
  switch (use.kind) {
    case 'execute':
      return { command: use.command, cwd }
    case 'read':
      return { command: `cat ${use.path}`, cwd }
    case 'edit':
      return { path: use.path }
    case 'agent':
      return { prompt: use.task }
    default:
      return assertNever(use)
  }
}
