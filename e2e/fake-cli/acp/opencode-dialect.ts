import { assertNever } from '../../../src/shared/invariant.ts'
import { readOpenCodeConfig } from '../parts/opencode-config.ts'
import type { ToolUse } from '../script/voice.ts'
import type { AcpDialect, ToolCall, Update } from './dialect.ts'
import { RpcError } from './json-rpc.ts'
import { readSession } from './segments.ts'
import { diffContent, kindOf, locationsOf, textContent, titleOf } from './tool-facts.ts'

const names: Record<ToolUse['kind'], string> = { execute: 'bash', read: 'read', edit: 'edit', agent: 'task' }
const denied = 'The user rejected permission to use this specific tool call.'
const aborted = '(no output)\n\n<shell_metadata>\nUser aborted the command\n</shell_metadata>'

/** OpenCode itself. */
export function opencodeDialect(): AcpDialect {
  const recorded = readSession('opencode')
  if (recorded === null) throw new Error('the recorded session is missing')
  const config = readOpenCodeConfig()
  return {
    agent: 'opencode',
    program: 'opencode',
    version: '1.18.33',
    initialized: recorded.initialized,
    opened: recorded.opened,
    openingUpdates: recorded.openingUpdates,
    startMode: () => 'build',
    modes: ['build', 'plan'],
    policy: (mode, use) => (mode === 'plan' && use.kind === 'edit' ? 'refuse' : config.policy(use)),
    sendsHistoryLate: false,
    reachOfCancel: 'group',
    reachOfEnd: 'none',
    preface: null,
    thinksInPieces: true,
    answer: (stopReason) => ({
      stopReason,
      usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 },
      _meta: {},
    }),
    unknownSession: (id) =>
      new RpcError(-32603, `Internal error: Session not found: ${id}`, { service: 'session' }),
    serverError: (status) =>
      Promise.resolve(
        new RpcError(-32603, `Internal error: fake ${status} from mock`, {
          service: 'session',
          errorName: 'APIError',
        }),
      ),
    message: (sessionUpdate, text, messageId) => ({
      sessionUpdate,
      messageId: sessionUpdate === 'agent_thought_chunk' ? messageId.replace('msg_', 'prt_') : messageId,
      content: { type: 'text', text },
    }),
    options: [
      { optionId: 'once', kind: 'allow_once', name: 'Allow once', decision: 'once' },
      { optionId: 'always', kind: 'allow_always', name: 'Always allow', decision: 'always' },
      { optionId: 'reject', kind: 'reject_once', name: 'Reject', decision: 'deny' },
    ],
    tool: {
      id: (_use, number) => `call_${String(number).padStart(4, '0')}`,
      announced: (call) => [
        {
          sessionUpdate: 'tool_call',
          title: names[call.use.kind],
          kind: kindOf(call.use),
          status: 'pending',
          locations: [{ path: call.cwd }],
          rawInput: { cwd: call.cwd },
        },
      ],
      asked: (call) => ({
        title: titleOf(call.use),
        kind: kindOf(call.use),
        status: 'pending',
        locations: locationsOf(call.use),
        content: diffContent(call.use),
        rawInput: call.use.kind === 'execute' ? { command: call.use.command } : rawInput(call),
      }),
      started: (call) => [running(call)],
      output: (call, soFar) => [{ ...running(call), content: [textContent(soFar)] }],
      done: (call, { output, exitCode }) => [
        {
          sessionUpdate: 'tool_call_update',
          status: 'completed',
          title: titleOf(call.use),
          kind: kindOf(call.use),
          content: [textContent(output), ...diffContent(call.use)],
          rawOutput: { output, metadata: { output, exit: exitCode, truncated: false } },
        },
      ],
      refused: (call, by) => [
        failed(
          call,
          by === 'user'
            ? denied
            : 'The user has specified a rule which prevents you from using this tool call.',
        ),
      ],
      interrupted: (call, wasRunning) => [
        wasRunning
          ? {
              sessionUpdate: 'tool_call_update',
              status: 'completed',
              title: titleOf(call.use),
              content: [textContent(aborted)],
              rawOutput: { output: aborted, metadata: { output: aborted, exit: null, truncated: false } },
            }
          : failed(call, 'Tool execution aborted', { metadata: { interrupted: true } }),
      ],
      endsTurnWhenDenied: true,
    },
    afterwards: () => [],
  }
}

function running(call: ToolCall): Update {
  return {
    sessionUpdate: 'tool_call_update',
    status: 'in_progress',
    kind: kindOf(call.use),
    title: titleOf(call.use),
    locations: [{ path: call.cwd }],
    rawInput: rawInput(call),
  }
}

function failed(call: ToolCall, error: string, more: Update = {}): Update {
  return { ...running(call), status: 'failed', content: [textContent(error)], rawOutput: { error, ...more } }
}

function rawInput({ use, cwd }: ToolCall): Update {
  switch (use.kind) {
    case 'execute':
      return { command: use.command, description: 'run a command', cwd }
    case 'read':
      return { filePath: use.path }
    case 'edit':
      return { filePath: use.path, oldString: use.oldText ?? '', newString: use.newText }
    case 'agent':
      return { description: use.task, prompt: use.task, subagent_type: 'general' }
    default:
      return assertNever(use)
  }
}
