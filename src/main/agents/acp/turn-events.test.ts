import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import type { SourceEvent } from '../../run-source/run-source'
import type { AcpProfile } from './profiles/acp-profile'
import { claudeCodeAcp } from './profiles/claude-code-acp'
import { codexAcp } from './profiles/codex-acp'
import { geminiCliAcp } from './profiles/gemini-cli-acp'
import { openCodeAcp } from './profiles/opencode-acp'
import { merged } from './testing/acp-lab'
import { parsedQuestion, parsedUpdate } from './testing/parsed-update'
import { TurnEvents, acpUsage } from './turn-events'

const workspace = '/workspace'

function turnOf(profile: AcpProfile, earlier: readonly string[] = []): TurnEvents {
  return new TurnEvents(
    profile,
    workspace,
    { toolCallIds: new Set(earlier), reportedWarnings: new Set() },
    { note: () => {} },
  )
}

function eventsOf(
  profile: AcpProfile,
  updates: readonly object[],
  earlier?: readonly string[],
): SourceEvent[] {
  const turn = turnOf(profile, earlier)
  return updates.flatMap((update) => turn.of(parsedUpdate(update)))
}

/** Returns the recorded updates of an agent, grouped by turn. */
function recordedTurns(name: string): object[][] {
  const file = join(import.meta.dirname, '../../../../e2e/fake-cli/transcripts/acp', `${name}.jsonl`)
  const turns: object[][] = [[]]
  for (const line of readFileSync(file, 'utf8')
    .split('\n')
    .filter((each) => each !== '')) {
    const message = JSON.parse(line) as {
      method?: string
      params?: { update: object }
      result?: { stopReason?: string }
    }
    if (message.method === 'session/update' && message.params !== undefined)
      turns.at(-1)?.push(message.params.update)
    if (message.result?.stopReason !== undefined) turns.push([])
  }
  return turns
}

const call = (toolCallId: string, more: object = {}) => ({
  sessionUpdate: 'tool_call',
  toolCallId,
  title: 'Look',
  kind: 'read',
  ...more,
})
const update = (toolCallId: string, more: object) => ({
  sessionUpdate: 'tool_call_update',
  toolCallId,
  ...more,
})

const said = (text: string) =>
  update('a', { status: 'in_progress', content: [{ type: 'content', content: { type: 'text', text } }] })

describe('the recording of', () => {
  test('Claude Code becomes text, reasoning and one call with one result', () => {
    const [text = [], thought = [], tool = []] = recordedTurns('claude')
    expect(merged(eventsOf(claudeCodeAcp, text))).toEqual([
      { type: 'text-delta', text: 'Hello from the fake model.' },
    ])
    expect(merged(eventsOf(claudeCodeAcp, thought))).toEqual([
      { type: 'reasoning-delta', text: 'First I think about it. Then I decide.' },
      { type: 'text-delta', text: 'The answer is 42.' },
    ])
    const command = 'echo hi > out.txt && cat out.txt'
    const toolCallId = 'toolu_0001'
    expect(merged(eventsOf(claudeCodeAcp, tool))).toEqual([
      { type: 'text-delta', text: 'Let me run that. ' },
      { type: 'tool-call', toolCallId, toolName: 'Bash', input: {}, kind: 'execute', title: 'Terminal' },
      { type: 'tool-update', toolCallId, title: command, input: { command } },
      { type: 'tool-update', toolCallId, input: { command, description: 'run a command' } },
      { type: 'tool-result', toolCallId, output: 'hi' },
      { type: 'text-delta', text: 'Done: the command ran.' },
    ])
  })

  test('Codex loses its warnings, and updates for a call of an earlier answer', () => {
    const turns = recordedTurns('codex')
    expect(merged(eventsOf(codexAcp, turns[1] ?? []))).toEqual([
      { type: 'notice', code: 'AGENT_WARNING', message: expect.stringContaining('Model metadata') as string },
      { type: 'reasoning-delta', text: '\n\nFirst I think about it. Then I decide.' },
      { type: 'text-delta', text: 'The answer is 42.' },
    ])
    const late =
      turns.find((turn) => turn.some((each) => JSON.stringify(each).includes('"tool_call_update"'))) ?? []
    expect(late.length).toBeGreaterThan(2)
    const events = eventsOf(codexAcp, late, ['call_0001'])
    expect(events.filter(({ type }) => type.startsWith('tool-'))).toEqual([])
  })

  test('OpenCode shows the output of a command, and its result once', () => {
    const events = merged(eventsOf(openCodeAcp, recordedTurns('opencode')[2] ?? []))
    const toolCallId = 'call_0001'
    expect(events.filter(({ type }) => type === 'tool-output' || type === 'tool-result')).toEqual([
      { type: 'tool-output', toolCallId, text: 'hi\n' },
      { type: 'tool-result', toolCallId, output: 'hi\n' },
    ])
  })
})

test('a call with an id that was used before in the answer is a new call', () => {
  const events = eventsOf(openCodeAcp, [
    call('a'),
    update('a', { status: 'completed', rawOutput: 'first' }),
    update('a', { status: 'completed', rawOutput: 'first again' }),
    call('a'),
    update('a', { status: 'failed', rawOutput: 'second' }),
  ])
  expect(events.map((event) => ('toolCallId' in event ? [event.type, event.toolCallId] : []))).toEqual([
    ['tool-call', 'a'],
    ['tool-result', 'a'],
    ['tool-call', 'a#2'],
    ['tool-result', 'a#2'],
  ])
})

test('a call that is announced again while it runs is the same call', () => {
  const events = eventsOf(codexAcp, [call('a'), call('a', { name: 'exec_command' })])
  expect(events.map(({ type }) => type)).toEqual(['tool-call', 'tool-update'])
})

test('only the new part of repeated output is emitted, even if its start is left out', () => {
  const line = 'x'.repeat(300)
  const events = eventsOf(openCodeAcp, [
    call('a'),
    said('one\n'),
    said('one\ntwo\n'),
    said(`one\ntwo\n${line}`),
    said(`[cut]${line}and more`),
  ])
  const output = events.flatMap((event) => (event.type === 'tool-output' ? [event.text] : []))
  expect(output).toEqual(['one\n', 'two\n', line, 'and more'])
})

test('a call that Gemini first mentions in a request is announced before the request', () => {
  const { events, approval } = turnOf(geminiCliAcp).approval(
    parsedQuestion({
      toolCallId: 'run_shell_command-1767225600000-1',
      title: 'rm -r build',
      kind: 'execute',
      status: 'pending',
    }),
  )
  const toolCallId = 'run_shell_command-1767225600000-1'
  const known = { toolCallId, toolName: 'run_shell_command', input: { command: 'rm -r build' } }
  expect(events).toEqual([{ type: 'tool-call', ...known, kind: 'execute', title: 'rm -r build' }])
  expect(approval).toEqual({ ...known, kind: 'execute', title: 'rm -r build', folder: workspace })
})

/** The approval that is requested after these announcements. */
const askedAfter = (announced: readonly object[], question: object) => {
  const turn = turnOf(geminiCliAcp)
  for (const each of announced) turn.of(parsedUpdate(each))
  return turn.approval(parsedQuestion({ toolCallId: 'a', ...question }))
}

describe('a command that an agent announces and then requests approval for', () => {
  test('is the one in the request, if only its title contains it', () => {
    const announced = call('a', { title: 'ls', kind: 'execute' })
    const { events, approval } = askedAfter([announced], { title: 'rm -rf ~' })
    const input = { command: 'rm -rf ~' }
    expect(approval).toMatchObject({ title: 'rm -rf ~', kind: 'execute', input })
    expect(events).toEqual([{ type: 'tool-update', toolCallId: 'a', title: 'rm -rf ~', input }])
  })

  test('is recognised, at full length, if only the request says that it is one', () => {
    const command = `echo ${'x'.repeat(3_000)}`
    const announced = call('a', { title: command, kind: undefined })
    const { approval } = askedAfter([announced], { kind: 'execute' })
    expect(approval).toMatchObject({ kind: 'execute', input: { command } })
    expect(approval.title).toHaveLength(2_000)
  })

  test('is no longer a command if the request gives it another kind', () => {
    const announced = call('a', { title: 'ls', kind: 'execute' })
    expect(askedAfter([announced], { kind: 'fetch' }).approval).toMatchObject({ kind: 'fetch', input: {} })
  })

  test('keeps its reported input, whatever its title becomes', () => {
    const rawInput = { command: 'make', cwd: '/elsewhere' }
    const announced = call('a', { title: 'make', kind: 'execute', rawInput })
    const { approval } = askedAfter([announced], { title: 'Build it' })
    expect(approval).toMatchObject({ title: 'Build it', input: rawInput, folder: '/elsewhere' })
  })

  test('runs in the folder that was reported last', () => {
    const announced = call('a', { kind: 'execute', rawInput: { command: 'make', cwd: '/elsewhere' } })
    const question = { rawInput: { command: 'make', cwd: '/third' } }
    expect(askedAfter([announced], {}).approval.folder).toBe('/elsewhere')
    expect(askedAfter([announced], question).approval.folder).toBe('/third')
    expect(askedAfter([announced, update('a', question)], {}).approval.folder).toBe('/third')
  })
})

const asked = (paths: readonly string[], more: object = {}) =>
  turnOf(claudeCodeAcp).approval(
    parsedQuestion({
      toolCallId: 'a',
      title: 'Edit',
      kind: 'edit',
      content: paths.map((path) => ({ type: 'diff', path, oldText: 'a\n', newText: 'b\n' })),
      ...more,
    }),
  ).approval

describe('a request for approval', () => {
  test('names every file, even with more than a hundred', () => {
    const paths = Array.from({ length: 150 }, (_, index) => `src/${index}.ts`)
    const { changes = [], unlistedChanges } = asked([...paths, '.git/hooks/pre-commit'])
    expect(changes.map(({ path }) => path)).toEqual([...paths, '.git/hooks/pre-commit'])
    expect([changes.at(0)?.patch, changes.at(-1)?.patch]).toEqual(['@@ -1,1 +1,1 @@\n-a\n+b\n', undefined])
    expect(unlistedChanges).toBeUndefined()
  })

  test('gives the number of files that it does not list', () => {
    const { changes = [], unlistedChanges } = asked(Array.from({ length: 2_003 }, (_, index) => `${index}`))
    expect([changes.length, unlistedChanges]).toEqual([2_000, 3])
  })

  test("is required each time if the tool's name had to be truncated", () => {
    expect(asked(['a'], { name: 'x'.repeat(300) }).isOnceOnly).toBe(true)
    expect(asked(['a'], { name: 'Edit' }).isOnceOnly).toBeUndefined()
  })
})

test('a repeated attempt of Codex is reported as a retry', () => {
  const error = { message: 'Reconnecting... 1/5', willRetry: true }
  const events = eventsOf(codexAcp, [{ sessionUpdate: 'session_info_update', _meta: { codex: { error } } }])
  expect(events).toEqual([{ type: 'notice', code: 'RETRY', message: 'Reconnecting... 1/5' }])
})

const chunk = (content: unknown) => ({ sessionUpdate: 'agent_message_chunk', content })
const picture = { type: 'image', data: 'AAEC', mimeType: 'image/png' }
const bytes = Buffer.from([0, 1, 2])

test('pictures, files and links of an answer are part of it', () => {
  const resource = { uri: 'file:///workspace/a.ts', mimeType: 'text/plain', text: 'const fence = "```"' }
  const events = eventsOf(openCodeAcp, [
    chunk(picture),
    chunk({ type: 'audio', data: 'AAEC', mimeType: 'audio/wav' }),
    chunk({ type: 'resource', resource }),
    chunk({
      type: 'resource',
      resource: { uri: 'file:///a.pdf', mimeType: 'application/pdf', blob: 'AAEC' },
    }),
    chunk({ type: 'resource_link', name: 'the [plan]', uri: 'file:///my plan.md' }),
    chunk([{ type: 'text', text: 'as a list' }]),
    chunk('as a text'),
    chunk({ type: 'hologram', text: 'with a text' }),
  ])
  expect(events).toEqual([
    { type: 'file', mediaType: 'image/png', bytes },
    { type: 'file', mediaType: 'audio/wav', bytes },
    {
      type: 'text-delta',
      text: '\n\n[a.ts](<file:///workspace/a.ts>)\n\n````ts\nconst fence = "```"\n````\n\n',
    },
    { type: 'file', mediaType: 'application/pdf', bytes },
    { type: 'text-delta', text: '[the plan](<file:///my%20plan.md>)' },
    { type: 'text-delta', text: 'as a list' },
    { type: 'text-delta', text: 'as a text' },
    { type: 'text-delta', text: 'with a text' },
  ])
})

test('pictures in the result of a call follow the result', () => {
  const content = [{ type: 'content', content: picture }]
  expect(
    eventsOf(openCodeAcp, [call('a'), update('a', { content }), update('a', { status: 'completed' })]).slice(
      1,
    ),
  ).toEqual([
    { type: 'tool-result', toolCallId: 'a', output: '[image]' },
    { type: 'file', mediaType: 'image/png', bytes, toolCallId: 'a' },
  ])
})

test('content without any known part is noted, and the answer continues', () => {
  const notes: string[] = []
  const turn = new TurnEvents(
    openCodeAcp,
    workspace,
    { toolCallIds: new Set(), reportedWarnings: new Set() },
    { note: (oddity, sample) => void notes.push(`${oddity} ${sample}`) },
  )
  const events = [chunk({ type: 'hologram' }), chunk(null), chunk({ type: 'text', text: 'on' })].flatMap(
    (each) => turn.of(parsedUpdate(each)),
  )
  expect(events).toEqual([{ type: 'text-delta', text: 'on' }])
  expect(notes).toEqual(['message {"type":"hologram"}'])
})

test.each([
  ['vaporised', []],
  ['cancelled', [{ type: 'tool-result', toolCallId: 'a', output: '', isError: true }]],
  ['success', [{ type: 'tool-result', toolCallId: 'a', output: '' }]],
])('a call with an unknown kind and the status %s keeps the rest of the update', (status, ends) => {
  const odd = {
    kind: 'teleport',
    status,
    title: 'Beam',
    rawInput: { to: 'here' },
    locations: 'none',
    more: [null],
  }
  expect(eventsOf(openCodeAcp, [call('a', odd)])).toEqual([
    {
      type: 'tool-call',
      toolCallId: 'a',
      toolName: 'Beam',
      kind: 'other',
      title: 'Beam',
      input: { to: 'here' },
    },
    ...ends,
  ])
})

test('a change that cannot be read is counted in the request for approval', () => {
  const content = [
    { type: 'diff', path: 'a', oldText: 'a\n', newText: 'b\n' },
    { type: 'diff', path: 'secret', newText: null },
  ]
  const { changes = [], unlistedChanges } = asked([], { content })
  expect([changes.map(({ path }) => path), unlistedChanges]).toEqual([['a'], 1])
})

test('a long text is not split within a surrogate pair', () => {
  const text = `${'a'.repeat(64 * 1024 - 1)}😀b`
  const events = eventsOf(openCodeAcp, [
    { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
  ])
  expect(events.map((event) => ('text' in event ? event.text.length : 0))).toEqual([64 * 1024 - 1, 3])
})

test('cached tokens count as input; zero usage is not reported', () => {
  const none = { inputTokens: 0, outputTokens: 0, cachedReadTokens: 0, cachedWriteTokens: 0 }
  expect(acpUsage({ ...none, thoughtTokens: null, totalTokens: 0 })).toBeNull()
  const usage = { ...none, inputTokens: 5, cachedReadTokens: 70, cachedWriteTokens: 20, outputTokens: 3 }
  expect(acpUsage({ ...usage, thoughtTokens: 2, totalTokens: 98 })).toEqual({
    inputTokens: 95,
    cachedInputTokens: 70,
    cacheWriteTokens: 20,
    outputTokens: 3,
    reasoningTokens: 2,
    totalTokens: 98,
  })
})
