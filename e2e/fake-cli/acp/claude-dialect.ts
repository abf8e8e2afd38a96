import { claudeTools, knownClaudeTools, rejectedByUser } from '../parts/claude-tools.ts'
import { recordAt, textAt } from '../parts/input.ts'
import { knownWord } from '../parts/known-words.ts'
import { wait } from '../parts/wait.ts'
import type { AcpDialect, ToolCall, Update } from './dialect.ts'
import { RpcError } from './json-rpc.ts'
import { recordedOpening } from './segments.ts'
import {
  changed,
  claudeInput,
  diffContent,
  hasTerminal,
  optionsOf,
  shownOf,
  terminalExit,
  terminalOutput,
  textContent,
} from './tool-facts.ts'

/** Claude Code through its adapter. */
export function claudeDialect(): AcpDialect {
  const noTokens = {
    inputTokens: 0,
    outputTokens: 0,
    cachedReadTokens: 0,
    cachedWriteTokens: 0,
    totalTokens: 0,
  }
  return {
    agent: 'claude',
    program: 'claude-agent-acp',
    ...recordedOpening('claude'),
    startMode: (params) => claudeOptions(params).permissionMode ?? 'default',
    modes: ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions'],
    policy: (mode, use, params) => {
      const { tools } = claudeOptions(params)
      if (tools?.includes(claudeTools[use.kind]) === false) return 'refuse'
      if (use.kind === 'read' || mode === 'bypassPermissions' || mode === 'auto') return 'allow'
      if (mode === 'plan' || mode === 'dontAsk') return 'refuse'
      return mode === 'acceptEdits' && use.kind === 'edit' ? 'allow' : 'ask'
    },
    sendsHistoryLate: false,
    reachOfCancel: 'group',
    reachOfEnd: 'group',
    preface: null,
    thinksInPieces: true,
    answer: (stopReason) => ({
      stopReason,
      usage: noTokens,
      _meta: { quota: { token_count: noTokens, model_usage: [] } },
    }),
    unknownSession: (id) => new RpcError(-32002, `Resource not found: ${id}`, { uri: id }),
    // After a 401, Claude Code is silent for 20 s unless its retries are limited.
    serverError: async (status, signal) => {
      if (status === 401 && process.env['CLAUDE_CODE_MAX_RETRIES'] === undefined) await wait(20_000, signal)
      return status === 401
        ? new RpcError(-32000, 'Authentication required')
        : new RpcError(-32603, 'Internal error', { details: `API Error: ${status} fake ${status} from mock` })
    },
    message: (sessionUpdate, text, messageId) => ({
      sessionUpdate,
      content: { type: 'text', text },
      messageId,
    }),
    options: optionsOf([
      ['once', 'allow-once', 'Yes'],
      ['always', 'allow-with-updates', "Yes, and don't ask again for similar commands"],
      ['deny', 'reject', 'No'],
    ]),
    tool: {
      id: (_use, number) => `toolu_${String(number).padStart(4, '0')}`,
      announced,
      asked: (call) => ({ ...full(call), status: 'pending', kind: shownOf(call.use).kind }),
      started: () => [],
      output: terminalOutput,
      done: (call, { output, exitCode }) => [
        changed({}),
        changed({
          status: exitCode === 0 || call.use.kind !== 'execute' ? 'completed' : 'failed',
          rawOutput: output,
          ...terminalExit(call, exitCode),
          ...(hasTerminal(call) || call.use.kind === 'edit'
            ? {}
            : { content: [textContent(`\`\`\`console\n${output.trimEnd()}\n\`\`\``)] }),
        }),
      ],
      refused: (_call, by) => [
        failed(
          by === 'user'
            ? 'User refused permission to run tool'
            : 'Permission to use this tool has been denied.',
        ),
      ],
      interrupted: () => [failed(rejectedByUser)],
      endsTurnWhenDenied: false,
    },
    afterwards: (session) => [
      {
        sessionUpdate: 'session_info_update',
        title: session.messages[0]?.text.slice(0, 80) ?? '',
        updatedAt: new Date().toISOString(),
      },
    ],
  }
}

function announced(call: ToolCall): Update[] {
  const showsTerminal = hasTerminal(call)
  return [
    {
      sessionUpdate: 'tool_call',
      name: claudeTools[call.use.kind],
      rawInput: {},
      status: 'pending',
      title: call.use.kind === 'execute' ? 'Terminal' : claudeTools[call.use.kind],
      kind: shownOf(call.use).kind,
      content: showsTerminal ? [{ type: 'terminal', terminalId: call.id }] : [],
      _meta: {
        claudeCode: { toolName: claudeTools[call.use.kind] },
        ...(showsTerminal ? { terminal_info: { terminal_id: call.id, cwd: call.cwd } } : {}),
      },
    },
    changed(full(call)),
  ]
}

function full(call: ToolCall): Update {
  const { title, locations } = shownOf(call.use)
  const content = call.use.kind === 'edit' ? diffContent(call.use) : [textContent('run a command')]
  return {
    name: claudeTools[call.use.kind],
    rawInput: claudeInput(call.use),
    title,
    ...(hasTerminal(call) ? {} : { content }),
    locations,
  }
}

function failed(text: string): Update {
  return changed({ status: 'failed', rawOutput: text, content: [textContent(`\`\`\`\n${text}\n\`\`\``)] })
}

const optionNames = [
  'tools',
  'permissionMode',
  'strictMcpConfig',
  'allowDangerouslySkipPermissions',
  'settingSources',
  'additionalDirectories',
]

/** The options that a session was opened with. @throws UnknownWordError */
export function claudeOptions(params: Record<string, unknown>): {
  tools: string[] | null
  permissionMode: string | null
} {
  const options = recordAt(recordAt(recordAt(params, '_meta'), 'claudeCode'), 'options')
  for (const name of Object.keys(options)) knownWord(name, 'the options of claude-agent-acp', optionNames)
  const { tools } = options
  return {
    tools: tools === undefined ? null : knownClaudeTools(tools, 'the tools of claude-agent-acp'),
    permissionMode: textAt(options, 'permissionMode'),
  }
}
