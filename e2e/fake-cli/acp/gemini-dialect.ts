import { optionOf, readCommandLine, refuseWords } from '../parts/command-line.ts'
import { knownWord, UnknownWordError } from '../parts/known-words.ts'
import type { ToolUse } from '../script/voice.ts'
import type { AcpDialect, Update } from './dialect.ts'
import { RpcError } from './json-rpc.ts'
import { changed, diffContent, optionsOf, shownOf, textContent } from './tool-facts.ts'

const names: Record<ToolUse['kind'], string> = {
  execute: 'run_shell_command',
  read: 'read_file',
  edit: 'replace',
  agent: 'codebase_investigator',
}
const modes = [
  { id: 'default', name: 'Default', description: 'Prompts for approval' },
  { id: 'autoEdit', name: 'Auto Edit', description: 'Auto-approves edit tools' },
  { id: 'yolo', name: 'YOLO', description: 'Auto-approves all tools' },
  { id: 'plan', name: 'Plan', description: 'Read-only mode' },
]
/** The names of the modes in `--approval-mode`. */
const modesOfFlag = { default: 'default', auto_edit: 'autoEdit', yolo: 'yolo', plan: 'plan' } as const
const flagValues = ['default', 'auto_edit', 'yolo', 'plan'] as const

/** The mode that Gemini CLI's arguments select. @throws UnknownWordError */
export function geminiApprovalMode(args: readonly string[]): string {
  const line = readCommandLine(args, {
    valued: ['--approval-mode', '-m', '--model', '--allowed-tools', '--allowed-mcp-server-names'],
    flags: ['--acp', '--experimental-acp'],
  })
  const listOf = (name: string) => optionOf(line, name)?.split(',') ?? []
  if (!line.options.has('--acp') && !line.options.has('--experimental-acp'))
    throw new UnknownWordError(args.join(' '), 'a command line without --acp', ['--acp'])
  for (const tool of listOf('--allowed-tools')) knownWord(tool, '--allowed-tools', Object.values(names))
  // A fake has no configured servers.
  for (const server of listOf('--allowed-mcp-server-names'))
    knownWord(server, '--allowed-mcp-server-names', ['none'])
  refuseWords(line.rest, 'a command line with --acp')
  return modesOfFlag[knownWord(optionOf(line, '--approval-mode') ?? 'default', '--approval-mode', flagValues)]
}

/**
 * Gemini CLI itself. Based on its source, because no session of it was recorded.
 * @see https://github.com/google-gemini/gemini-cli/tree/main/packages/cli/src/acp
 */
export function geminiDialect(startMode: string): AcpDialect {
  return {
    agent: 'gemini',
    program: 'gemini',
    initialized: {
      protocolVersion: 1,
      authMethods: [
        { id: 'oauth-personal', name: 'Log in with Google', description: 'Log in with your Google account' },
        {
          id: 'gemini-api-key',
          name: 'Gemini API key',
          description: 'Use an API key with Gemini Developer API',
        },
        { id: 'vertex-ai', name: 'Vertex AI', description: 'Use an API key with Vertex AI GenAI API' },
        { id: 'gateway', name: 'AI API Gateway', description: 'Use a custom AI API Gateway' },
      ],
      agentInfo: { name: 'gemini-cli', title: 'Gemini CLI', version: '0.61.0' },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true, audio: true, embeddedContext: true },
        mcpCapabilities: { http: true, sse: true },
      },
    },
    opened: {
      modes: { availableModes: modes, currentModeId: startMode },
      models: {
        availableModels: [
          { modelId: 'auto', name: 'Auto', description: 'Let Gemini CLI decide' },
          { modelId: 'gemini-2.5-pro', name: 'gemini-2.5-pro' },
          { modelId: 'gemini-2.5-flash', name: 'gemini-2.5-flash' },
        ],
        currentModelId: 'gemini-2.5-pro',
      },
    },
    openingUpdates: [
      {
        sessionUpdate: 'available_commands_update',
        availableCommands: [{ name: 'memory', description: 'Manage memory.' }],
      },
    ],
    startMode: () => startMode,
    modes: modes.map(({ id }) => id),
    policy: (mode, use) => {
      if (use.kind === 'read' || use.kind === 'agent' || mode === 'yolo') return 'allow'
      if (mode === 'plan') return 'refuse'
      return mode === 'autoEdit' && use.kind === 'edit' ? 'allow' : 'ask'
    },
    sendsHistoryLate: true,
    reachOfCancel: 'group',
    reachOfEnd: 'none',
    preface: null,
    thinksInPieces: false,
    answer: (stopReason) =>
      stopReason === 'cancelled'
        ? { stopReason }
        : {
            stopReason,
            _meta: { quota: { token_count: { input_tokens: 0, output_tokens: 0 }, model_usage: [] } },
          },
    unknownSession: (id) =>
      new RpcError(-32603, 'Internal error', { details: `Invalid session identifier "${id}".` }),
    serverError: (status) =>
      Promise.resolve(
        new RpcError(
          status,
          status === 429 ? 'Rate limit exceeded. Try again later.' : `fake ${status} from mock`,
        ),
      ),
    message: (sessionUpdate, text) => ({
      sessionUpdate,
      content: {
        type: 'text',
        text: sessionUpdate === 'agent_thought_chunk' ? `**Thinking**\n${text}` : text,
      },
    }),
    options: optionsOf([
      ['always', 'proceed_always', 'Allow for this session'],
      ['once', 'proceed_once', 'Allow'],
      ['deny', 'cancel', 'Reject'],
    ]),
    tool: {
      id: (use, number) => `${names[use.kind]}-${Date.now()}-${number}`,
      // A tool that needs permission is not announced: the request is the first message about it.
      announced: ({ use }, policy) =>
        policy === 'allow'
          ? [{ sessionUpdate: 'tool_call', status: 'in_progress', content: [], ...shownOf(use) }]
          : [],
      asked: ({ use }) => ({ status: 'pending', content: diffContent(use), ...shownOf(use) }),
      started: () => [],
      output: () => [],
      done: ({ use }, { output }) => [
        changed({
          status: 'completed',
          content: use.kind === 'edit' ? diffContent(use) : [textContent(output)],
          ...shownOf(use),
        }),
      ],
      refused: ({ use }, by) => (by === 'user' ? [] : [failed(use, 'Tool execution denied by policy.')]),
      interrupted: ({ use }, wasRunning) =>
        wasRunning ? [failed(use, 'Tool execution was cancelled.')] : [],
      endsTurnWhenDenied: false,
    },
    afterwards: () => [],
  }
}

function failed(use: ToolUse, text: string): Update {
  return changed({ status: 'failed', content: [textContent(text)], kind: shownOf(use).kind })
}
