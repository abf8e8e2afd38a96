import { assertNever } from '../../../src/shared/invariant.ts'
import { readOpenCodeConfig } from '../parts/opencode-config.ts'
import type { ToolUse } from '../script/voice.ts'
import type { AcpDialect, ToolCall, Update } from './dialect.ts'
import { RpcError } from './json-rpc.ts'
import { recordedOpening } from './segments.ts'
import { changed, claudeInput, diffContent, optionsOf, shownOf, textContent } from './tool-facts.ts'

const names: Record<ToolUse['kind'], string> = { execute: 'bash', read: 'read', edit: 'edit', agent: 'task' }
const denied = 'The user rejected permission to use this specific tool call.'
const aborted = '(no output)\n\n<shell_metadata>\nUser aborted the command\n</shell_metadata>'

/** OpenCode itself. */
export function opencodeDialect(): AcpDialect {
  const config = readOpenCodeConfig()
  return {
    agent: 'opencode',
    program: 'opencode',
    ...recordedOpening('opencode'),
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
    options: optionsOf([
      ['once', 'once', 'Allow once'],
      ['always', 'always', 'Always allow'],
      ['deny', 'reject', 'Reject'],
    ]),
    tool: {
      id: (_use, number) => `call_${String(number).padStart(4, '0')}`,
      announced: (call) => [
        {
          sessionUpdate: 'tool_call',
          title: names[call.use.kind],
          kind: shownOf(call.use).kind,
          status: 'pending',
          locations: [{ path: call.cwd }],
          rawInput: { cwd: call.cwd },
        },
      ],
      asked: (call) => ({
        ...shownOf(call.use),
        status: 'pending',
        content: diffContent(call.use),
        rawInput: call.use.kind === 'execute' ? { command: call.use.command } : rawInput(call),
      }),
      started: (call) => [running(call)],
      output: (call, soFar) => [{ ...running(call), content: [textContent(soFar)] }],
      done: ({ use }, { output, exitCode }) => [completed(shownOf(use), output, exitCode, diffContent(use))],
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
          ? completed({ title: shownOf(call.use).title }, aborted, null)
          : failed(call, 'Tool execution aborted', { metadata: { interrupted: true } }),
      ],
      endsTurnWhenDenied: true,
    },
    afterwards: () => [],
  }
}

function completed(
  { kind, title }: { kind?: string; title: string },
  output: string,
  exitCode: number | null,
  diff: readonly unknown[] = [],
): Update {
  return changed({
    status: 'completed',
    title,
    ...(kind === undefined ? {} : { kind }),
    content: [textContent(output), ...diff],
    rawOutput: { output, metadata: { output, exit: exitCode, truncated: false } },
  })
}

function running(call: ToolCall): Update {
  return changed({
    ...shownOf(call.use),
    status: 'in_progress',
    locations: [{ path: call.cwd }],
    rawInput: rawInput(call),
  })
}

function failed(call: ToolCall, error: string, more: Update = {}): Update {
  return { ...running(call), status: 'failed', content: [textContent(error)], rawOutput: { error, ...more } }
}

function rawInput({ use, cwd }: ToolCall): Update {
  switch (use.kind) {
    case 'execute':
      return { ...claudeInput(use), cwd }
    case 'read':
      return { filePath: use.path }
    case 'edit':
      return { filePath: use.path, oldString: use.oldText ?? '', newString: use.newText }
    case 'agent':
      return { ...claudeInput(use), subagent_type: 'general' }
    default:
      return assertNever(use)
  }
}
