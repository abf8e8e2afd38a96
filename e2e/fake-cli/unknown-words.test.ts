import { describe, expect, test, vi } from 'vitest'

import { claudeOptions } from './acp/claude-dialect.ts'
import { geminiApprovalMode } from './acp/gemini-dialect.ts'
import { offeredValues, readCancel, readPrompt } from './acp/incoming.ts'
import { readStartDelay } from './parts/begin.ts'
import { checkCodexConfig } from './parts/codex-config.ts'
import { onlyWord, readCommandLine } from './parts/command-line.ts'
import { parseJsonLine } from './parts/input.ts'
import { parseLeftBehind } from './parts/left-behind.ts'
import { openCodePolicy, readOpenCodeConfig } from './parts/opencode-config.ts'
import { readRecording } from './parts/recordings.ts'
import { parseSignals } from './parts/signals.ts'
import { Interrupted } from './parts/wait.ts'
import { readClaudeCall } from './raw/claude-call.ts'
import { readClaudeLine } from './raw/claude-lines.ts'
import { imageTypeOf, readCodexCall } from './raw/codex-call.ts'
import { controlChannel } from './raw/control-channel.ts'
import { play, type Turn } from './script/turn.ts'
import { answerSteps, parseWords } from './script/words.ts'

const options = { valued: ['-v'], flags: ['-f'] }
const facts = { userMessages: 2, images: [] }

// If a fake ignored an unknown word, the test that uses it could never fail.
describe('refuses an unknown word by name, and lists the allowed ones', () => {
  test.each<[string, () => unknown, string, string]>([
    ['a script', () => parseWords('say One\nsya Two'), 'sya Two', 'say TEXT, late say TEXT'],
    ['a word behind ask', () => parseWords('ask rnu true'), 'rnu true', 'run COMMAND'],
    ['ask without a tool', () => parseWords('ask say One'), 'ask', 'the tool that is asked about'],
    ['a recording among words', () => parseWords('say One\nreplay text'), 'replay text', 'replay CASE'],
    ['an empty script', () => parseWords(' \n'), ' \n', 'say TEXT'],
    ['a number in a script', () => parseWords('wait long'), 'wait long', 'wait N ms'],
    ['a prompt', () => answerSteps('how many', facts), 'how many', 'say TEXT'],
    [
      'what follows leave',
      () => parseLeftBehind('child in its own session'),
      'in',
      'own-session, reparented',
    ],
    ['a signal', () => parseSignals('SIGINT,SIGHUP'), 'SIGHUP', 'SIGINT, SIGTERM'],
    ['a recorded case', () => readRecording('codex', 'txet'), 'txet', 'text'],
    ['an image', () => imageTypeOf('a.bmp'), '.bmp', '.png, .jpg, .jpeg, .gif, .webp'],
    ['an option', () => readCommandLine(['--b'], options), '--b', '-v, -f'],
    ['an option without its value', () => readCommandLine(['-v'], options), '', 'a value'],
    ['an option in place of a value', () => readCommandLine(['-v', '-f'], options), '-f', 'a value'],
    ['a second word', () => onlyWord(['one', 'two'], 'a command line'), 'two', 'no more words'],
    ['a line that is no object', () => parseJsonLine('[]'), '[]', 'an object of JSON'],
    ['a variable', () => readStartDelay({ FAKE_AGENT_DELAY: 'x' }), 'FAKE_AGENT_DELAY', 'FAKE_AGENT_HOME'],
    ['a delay', () => readStartDelay({ FAKE_AGENT_START_DELAY_MS: '1s' }), '1s', 'a whole number'],
    ['a mode of claude', () => readClaudeCall(['--permission-mode', 'yolo']), 'yolo', 'acceptEdits'],
    ['a tool of claude', () => readClaudeCall(['--tools', 'Read,Gerp']), 'Gerp', 'Bash'],
    ['a settings source', () => readClaudeCall(['--setting-sources', 'users']), 'users', 'user, project'],
    ['a line to claude', () => readClaudeLine({ type: 'usr' }), 'usr', 'user, control_response'],
    ['a block to claude', () => readClaudeLine(userLine([{ type: 'audio' }])), 'audio', 'text, image'],
    ['a block without text', () => readClaudeLine(userLine([{ type: 'text' }])), '', 'a text'],
    ['a request to claude', () => readClaudeLine(request('set_model')), 'set_model', 'interrupt'],
    ['a decision', () => readClaudeLine(answer('alow')), 'alow', 'allow, deny'],
    ['an answer to nothing', () => controlChannel().answered(lateAnswer('r9')), 'r9', 'allowed: '],
    ['an option of claude-agent-acp', () => claudeOptions(claudeMeta({ toolz: [] })), 'toolz', 'tools'],
    ['a command of codex', () => readCodexCall(['resume']), 'resume', 'exec'],
    ['a sandbox', () => readCodexCall(['exec', '-s', 'none']), 'none', 'read-only, workspace-write'],
    ['no session to resume', () => readCodexCall(['exec', 'resume', '-']), '-', 'a session'],
    ['a setting of codex', () => readCodexCall(['exec', '-c', 'modle="x"']), 'modle', 'model_provider'],
    ['a setting of codex-acp', () => checkCodexConfig('{"analytics":{"on":1}}'), 'analytics.on', 'model'],
    ['a mode of gemini', () => geminiApprovalMode(['--acp', '--approval-mode', 'all']), 'all', 'yolo'],
    ['a tool of gemini', () => geminiApprovalMode(['--acp', '--allowed-tools', 'cat']), 'cat', 'read_file'],
    ['gemini without ACP', () => geminiApprovalMode([]), '', '--acp'],
    ['a rule of opencode', () => openCodePolicy({ bash: 'maybe' }, 'bash'), 'maybe', 'allow, ask, deny'],
    ['a permission of opencode', () => openCodePolicy({ bsah: 'deny' }, 'edit'), 'bsah', 'bash'],
    ['a pattern of opencode', () => openCodePolicy({ bash: { 'git *': 'allow' } }, 'edit'), 'git *', '*'],
    ['a setting of opencode', () => readOpenCodeConfig(openCode({ rules: 'deny' })), 'rules', 'permission'],
    ['a block by ACP', () => readPrompt([{ type: 'audio' }]), 'audio', 'text, image'],
    ['a notification by ACP', () => cancel('session/cancle', 's1'), 'session/cancle', 'session/cancel'],
    ['a session by ACP', () => cancel('session/cancel', 's2'), 's2', 's1'],
  ])('%s', (_what, parse, word, allowed) => {
    expect(parse).toThrow(`unknown word ${JSON.stringify(word)} in `)
    expect(parse).toThrow(allowed)
  })
})

test('accepts the answer to a request that was withdrawn', async () => {
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  const channel = controlChannel()
  const stop = new AbortController()
  const asked = channel.ask({ subtype: 'can_use_tool' }, stop.signal)
  stop.abort()
  await expect(asked).rejects.toThrow(Interrupted)
  const { request_id: requestId } = JSON.parse(lines[0] ?? '') as { request_id: string }
  channel.answered(lateAnswer(requestId))
  expect(() => channel.answered(lateAnswer(requestId))).toThrow('unknown word')
})

test.each([
  ['<earlier-conversation>\n\nUser:\nrun sleep 600\n\n</earlier-conversation>\n\nreplay text', 'text'],
  ['<instructions>\nBe brief.\n</instructions>\n\nreplay slow', 'slow'],
])('plays a prompt without what Parley puts before it: %j', (prompt, steps) => {
  expect(answerSteps(prompt, facts)).toBe(steps)
})

test('answers a question with how much the fake knows, and plays a word that ends in a question mark', async () => {
  expect(await said('And how many are these?')).toEqual(['ok (2 user messages)'])
  expect(await said('say What now?')).toEqual(['What now?'])
})

test('the models of an agent are those that it offers', () => {
  const values = [{ value: 'opus' }, { value: 'fable' }]
  expect(offeredValues({ configOptions: [{ id: 'model', options: values }] }, 'model')).toEqual([
    'opus',
    'fable',
  ])
  expect(offeredValues({}, 'model')).toBeNull()
})

test('leaves behind a process with exactly the named traits', () => {
  expect(parseLeftBehind('child own-session deaf')).toEqual({
    ownSession: true,
    reparented: false,
    withoutEnvironment: false,
    holdsOutput: false,
    deaf: true,
  })
})

/** The texts that a fake says when it plays the prompt. */
async function said(prompt: string): Promise<string[]> {
  const turn = { said: [], voice: { text: () => {} }, signal: new AbortController().signal }
  const steps = answerSteps(prompt, facts)
  if (typeof steps !== 'string') await play(steps, turn as unknown as Turn)
  return turn.said
}

function userLine(content: unknown) {
  return { type: 'user', message: { role: 'user', content } }
}

function request(subtype: string) {
  return { type: 'control_request', request_id: 'r', request: { subtype } }
}

function answer(behavior: string) {
  const response = { request_id: 'r', subtype: 'success', response: { behavior } }
  return { type: 'control_response', response }
}

function lateAnswer(requestId: string) {
  return { requestId, behavior: 'allow', isAlways: false } as const
}

function claudeMeta(given: object) {
  return { _meta: { claudeCode: { options: given } } }
}

function openCode(config: object) {
  return { OPENCODE_CONFIG_CONTENT: JSON.stringify(config) }
}

function cancel(method: string, sessionId: string) {
  return readCancel(method, { sessionId }, new Map([['s1', 1]]))
}
