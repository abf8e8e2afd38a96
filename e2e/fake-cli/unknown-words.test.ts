import { describe, expect, test, vi } from 'vitest'

import { claudeOptions } from './acp/claude-dialect.ts'
import { geminiApprovalMode } from './acp/gemini-dialect.ts'
import { offeredValues, readCancel, readPrompt } from './acp/incoming.ts'
import { checkCodexConfig } from './parts/codex-config.ts'
import { onlyWord, readCommandLine, refuseWords } from './parts/command-line.ts'
import { parseJsonLine } from './parts/input.ts'
import { parseLeftBehind } from './parts/left-behind.ts'
import { openCodePolicy, readOpenCodeConfig } from './parts/opencode-config.ts'
import { readRecording } from './parts/recordings.ts'
import { parseSignals } from './parts/signals.ts'
import { readSwitches } from './parts/switches.ts'
import { Interrupted } from './parts/wait.ts'
import { readClaudeCall } from './raw/claude-call.ts'
import { readClaudeLine } from './raw/claude-lines.ts'
import { imageTypeOf, readCodexCall } from './raw/codex-call.ts'
import { controlChannel } from './raw/control-channel.ts'
import { answerSteps } from './script/chosen-script.ts'
import { parseWords } from './script/words.ts'

const userLine = (content: unknown, role = 'user') => ({ type: 'user', message: { role, content } })
const request = (subtype: string) => ({ type: 'control_request', request_id: 'r', request: { subtype } })
const answer = (response: object) => ({
  type: 'control_response',
  response: { request_id: 'r', ...response },
})
const claudeMeta = (options: object) => ({ _meta: { claudeCode: { options } } })
const openCode = (config: object) => ({ OPENCODE_CONFIG_CONTENT: JSON.stringify(config) })
const facts = { userMessages: 2, images: [] }

// If a fake ignored an unknown word, the test that uses it could never fail.
describe('refuses an unknown word by name, and lists the allowed ones', () => {
  test.each<[string, () => unknown, string, string]>([
    ['a script', () => parseWords('say One\nsya Two'), 'sya Two', '[late] say TEXT, think [TEXT], slow N'],
    ['a script behind ask', () => parseWords('ask rnu true'), 'rnu true', 'run COMMAND'],
    ['ask without a tool', () => parseWords('ask\nsay One'), 'ask', 'the tool that is asked about'],
    ['ask at the end', () => parseWords('run true\nask'), 'ask', 'the tool that is asked about'],
    ['words before a recording', () => parseWords('say One\nreplay text'), 'replay text', 'replay, alone'],
    ['words after a recording', () => parseWords('replay text\nsay One'), 'replay text', 'replay, alone'],
    ['an empty script', () => parseWords(' \n'), ' \n', 'say TEXT'],
    ['a failure that is none', () => parseWords('fail 200'), 'fail 200', 'fail STATUS'],
    ['a number in a script', () => parseWords('wait long'), 'wait long', 'wait N ms'],
    ['a prompt', () => answerSteps('how many', null, facts), 'how many', 'say TEXT'],
    ['a prompt of several lines', () => answerSteps('say One\nwhat else?', null, facts), 'what else?', 'say'],
    [
      'a case of Gemini',
      () => answerSteps('replay txet', 'gemini', facts),
      'txet',
      'text, think, write-allow',
    ],
    ['leave', () => parseLeftBehind('grandchild'), 'grandchild', 'child'],
    [
      'a trait',
      () => parseLeftBehind('child in its own session'),
      'in',
      'own-session, reparented, without-env',
    ],
    ['a signal', () => parseSignals('SIGINT,SIGHUP'), 'SIGHUP', 'SIGINT, SIGTERM'],
    ['a recording', () => readRecording('codex', 'txet'), 'txet', 'text'],
    ['an image', () => imageTypeOf('a.bmp'), '.bmp', '.png, .jpg, .jpeg, .gif, .webp'],
    ['an option', () => readCommandLine(['--b'], { valued: ['-v'], flags: ['-f'] }), '--b', '-v, -f'],
    ['a value for a flag', () => readCommandLine(['--f=x'], { valued: [], flags: ['--f'] }), '--f=x', '--f'],
    [
      'an option without its value',
      () => readCommandLine(['-v'], { valued: ['-v'], flags: [] }),
      '',
      'a value',
    ],
    [
      'an option in place of a value',
      () => readCommandLine(['-v', '-f'], { valued: ['-v'], flags: ['-f'] }),
      '-f',
      'a value',
    ],
    ['a second word', () => onlyWord(['one', 'two'], 'a command line'), 'two', 'no more words'],
    ['a word where none is', () => refuseWords(['one'], 'a command line'), 'one', 'no more words'],
    ['a line that is no JSON', () => parseJsonLine('{"type"'), '{"type"', 'an object of JSON'],
    ['a line that is no object', () => parseJsonLine('[]'), '[]', 'an object of JSON'],
    ['a variable', () => readSwitches({ FAKE_AGENT_SCIRPT: 'x' }), 'FAKE_AGENT_SCIRPT', 'FAKE_AGENT_SCRIPT'],
    ['a delay', () => readSwitches({ FAKE_AGENT_START_DELAY_MS: '1s' }), '1s', 'a whole number'],
    ['a lifetime', () => readSwitches({ FAKE_AGENT_LIFETIME_MS: '' }), '', 'a whole number'],
    ['a switch', () => readSwitches({ FAKE_AGENT_REFUSE_ROOT: 'yes' }), 'yes', '1'],
    ['the same minute', () => readSwitches({ FAKE_AGENT_SAME_MINUTE: 'lots' }), 'lots', 'lost'],
    ['an option of Claude Code', () => readClaudeCall(['-p', '--modle', 'x']), '--modle', '--model'],
    ['its mode', () => readClaudeCall(['--permission-mode', 'yolo']), 'yolo', 'acceptEdits'],
    ['its format', () => readClaudeCall(['--output-format', 'json']), 'json', 'stream-json'],
    ['its tools', () => readClaudeCall(['--tools', 'Read,Gerp']), 'Gerp', 'Bash'],
    ['tools that it is not to have', () => readClaudeCall(['--disallowedTools', 'Bsah']), 'Bsah', 'Bash'],
    [
      'its settings',
      () => readClaudeCall(['--setting-sources', 'user,users']),
      'users',
      'user, project, local',
    ],
    ['its second prompt', () => readClaudeCall(['-p', 'say One', 'say Two']), 'say Two', 'no more words'],
    ['a line to it', () => readClaudeLine({ type: 'usr' }), 'usr', 'user, control_response, control_request'],
    ['who says it', () => readClaudeLine(userLine('hi', 'system')), 'system', 'user'],
    ['a block', () => readClaudeLine(userLine([{ type: 'audio' }])), 'audio', 'text, image'],
    ['a block without its text', () => readClaudeLine(userLine([{ type: 'text' }])), '', 'a text'],
    ['a request to it', () => readClaudeLine(request('interupt')), 'interupt', 'interrupt'],
    ['another model', () => readClaudeLine(request('set_model')), 'set_model', 'interrupt'],
    ['an answer', () => readClaudeLine(answer({ subtype: 'error' })), 'error', 'success'],
    [
      'a decision',
      () => readClaudeLine(answer({ subtype: 'success', response: { behavior: 'alow' } })),
      'alow',
      'allow, deny',
    ],
    [
      'an answer to nothing',
      () => controlChannel().answered({ requestId: 'r9', behavior: 'allow', isAlways: false }),
      'r9',
      'allowed: ',
    ],
    ['an option of its adapter', () => claudeOptions(claudeMeta({ toolz: [] })), 'toolz', 'tools'],
    ['the tools of its adapter', () => claudeOptions(claudeMeta({ tools: ['Gerp'] })), 'Gerp', 'Bash'],
    ['an option of Codex', () => readCodexCall(['exec', '--jsno']), '--jsno', '--json'],
    ['its command', () => readCodexCall(['resume']), 'resume', 'exec'],
    ['its sandbox', () => readCodexCall(['exec', '-s', 'none']), 'none', 'read-only, workspace-write'],
    ['its second prompt', () => readCodexCall(['exec', '-', 'say Two']), 'say Two', 'no more words'],
    ['no session to go on with', () => readCodexCall(['exec', 'resume', '-']), '-', 'a session'],
    [
      'its configuration',
      () => readCodexCall(['exec', '-c', 'modle_provider="x"']),
      'modle_provider',
      'model_provider',
    ],
    [
      'that of its adapter',
      () => checkCodexConfig('{"analytics":{"enabeld":1}}'),
      'analytics.enabeld',
      'model',
    ],
    ['its image', () => readCodexCall(['exec', '--image=a.txt']), '.txt', '.png'],
    ['an option of Gemini CLI', () => geminiApprovalMode(['--acp', '-o', 'x']), '-o', '--approval-mode'],
    ['its mode', () => geminiApprovalMode(['--acp', '--approval-mode', 'all']), 'all', 'auto_edit, yolo'],
    [
      'its tools',
      () => geminiApprovalMode(['--acp', '--allowed-tools', 'raed_file']),
      'raed_file',
      'read_file',
    ],
    [
      'its servers',
      () => geminiApprovalMode(['--acp', '--allowed-mcp-server-names', 'nobody']),
      'nobody',
      'none',
    ],
    ['its other route', () => geminiApprovalMode([]), '', '--acp'],
    ['a rule of OpenCode', () => openCodePolicy({ bash: 'maybe' }, 'bash'), 'maybe', 'allow, ask, deny'],
    ['a rule for nothing', () => openCodePolicy({ bsah: 'deny' }, 'edit'), 'bsah', 'bash'],
    ['a pattern', () => openCodePolicy({ bash: { '*': 'deny', 'git *': 'allow' } }, 'edit'), 'git *', '*'],
    ['a rule of every object', () => openCodePolicy({ bash: 'constructor' }, 'bash'), 'constructor', 'deny'],
    ['a rule that is a number', () => openCodePolicy({ bash: 1 }, 'edit'), '1', 'allow, ask, deny'],
    [
      'its configuration',
      () => readOpenCodeConfig(openCode({ permissions: 'deny' })),
      'permissions',
      'permission',
    ],
    ['its rules', () => readOpenCodeConfig(openCode({ permission: { bsah: 'deny' } })), 'bsah', 'bash'],
    ['a block by ACP', () => readPrompt([{ type: 'audio' }]), 'audio', 'text, image'],
    [
      'a notification by ACP',
      () => readCancel('session/cancle', { sessionId: 's1' }, new Map([['s1', 1]])),
      'session/cancle',
      'session/cancel',
    ],
    [
      'a session by ACP',
      () => readCancel('session/cancel', { sessionId: 's2' }, new Map([['s1', 1]])),
      's2',
      's1',
    ],
    ['a rule for all', () => openCodePolicy('maybe', 'bash'), 'maybe', 'allow, ask, deny'],
  ])('%s', (_what, parse, word, allowed) => {
    expect(parse).toThrow(`unknown word ${JSON.stringify(word)} in `)
    expect(parse).toThrow(allowed)
  })
})

test('the models of an agent are those that it offers', () => {
  const options = [{ value: 'opus' }, { value: 'fable' }]
  expect(offeredValues({ configOptions: [{ id: 'model', options }] }, 'model')).toEqual(['opus', 'fable'])
  expect(offeredValues({}, 'model')).toBeNull()
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
  channel.answered({ requestId, behavior: 'allow', isAlways: false })
  expect(() => channel.answered({ requestId, behavior: 'allow', isAlways: false })).toThrow('unknown word')
})

test('plays a script without the conversation that precedes it', () => {
  const prompt =
    '<earlier-conversation>\n\nUser:\nrun sleep 600\n\n</earlier-conversation>\n\nsay Here again.'
  expect(answerSteps(prompt, null, facts)).toEqual([{ type: 'say', text: 'Here again.', isLate: false }])
})

test('answers a question with how much the fake knows, and plays a word that ends in a question mark', () => {
  expect(answerSteps('And how many are these?', null, facts)).toEqual([
    { type: 'say', text: 'ok (2 user messages)', isLate: false },
  ])
  expect(answerSteps('say What now?', null, facts)).toEqual([
    { type: 'say', text: 'What now?', isLate: false },
  ])
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
