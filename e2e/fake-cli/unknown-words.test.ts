import { describe, expect, test } from 'vitest'

import { geminiApprovalMode } from './acp/gemini-dialect.ts'
import { readCommandLine } from './parts/command-line.ts'
import { parseLeftBehind } from './parts/left-behind.ts'
import { openCodePolicy } from './parts/opencode-config.ts'
import { readRecording } from './parts/recordings.ts'
import { parseSignals } from './parts/signals.ts'
import { readSwitches } from './parts/switches.ts'
import { readClaudeCall } from './raw/claude-call.ts'
import { readCodexCall } from './raw/codex-call.ts'
import { imageTypeOf } from './raw/media-types.ts'
import { answerSteps } from './script/chosen-script.ts'
import { parseWords } from './script/words.ts'

const facts = { userMessages: 2, images: [] }

// A word that a fake passes over turns the test that wrote it into one that cannot fail.
describe('an unknown word is refused by name, with the words that are allowed', () => {
  test.each<[string, () => unknown, string, string]>([
    ['a script', () => parseWords('say One\nsya Two'), 'sya Two', '[late] say TEXT, think [TEXT], slow N'],
    ['a script behind ask', () => parseWords('ask rnu true'), 'rnu true', 'run COMMAND'],
    ['ask without a tool', () => parseWords('ask\nsay One'), 'ask', 'the tool that is asked about'],
    ['ask at the end', () => parseWords('run true\nask'), 'ask', 'the tool that is asked about'],
    ['words before a recording', () => parseWords('say One\nreplay text'), 'replay text', 'replay, alone'],
    ['words after a recording', () => parseWords('replay text\nsay One'), 'replay text', 'replay, alone'],
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
    ['a variable', () => readSwitches({ FAKE_AGENT_SCIRPT: 'x' }), 'FAKE_AGENT_SCIRPT', 'FAKE_AGENT_SCRIPT'],
    ['a delay', () => readSwitches({ FAKE_AGENT_START_DELAY_MS: '1s' }), '1s', 'a whole number'],
    ['a lifetime', () => readSwitches({ FAKE_AGENT_LIFETIME_MS: '' }), '', 'a whole number'],
    ['a switch', () => readSwitches({ FAKE_AGENT_REFUSE_ROOT: 'yes' }), 'yes', '1'],
    ['the same minute', () => readSwitches({ FAKE_AGENT_SAME_MINUTE: 'lots' }), 'lots', 'lost'],
    ['an option of Claude Code', () => readClaudeCall(['-p', '--modle', 'x']), '--modle', '--model'],
    ['its mode', () => readClaudeCall(['--permission-mode', 'yolo']), 'yolo', 'acceptEdits'],
    ['its format', () => readClaudeCall(['--output-format', 'json']), 'json', 'stream-json'],
    ['an option of Codex', () => readCodexCall(['exec', '--jsno']), '--jsno', '--json'],
    ['its command', () => readCodexCall(['resume']), 'resume', 'exec'],
    ['its sandbox', () => readCodexCall(['exec', '-s', 'none']), 'none', 'read-only, workspace-write'],
    ['its image', () => readCodexCall(['exec', '--image=a.txt']), '.txt', '.png'],
    ['an option of Gemini CLI', () => geminiApprovalMode(['--acp', '-o', 'x']), '-o', '--approval-mode'],
    ['its mode', () => geminiApprovalMode(['--acp', '--approval-mode', 'all']), 'all', 'auto_edit, yolo'],
    ['its other route', () => geminiApprovalMode([]), '', '--acp'],
    ['a rule of OpenCode', () => openCodePolicy({ bash: 'maybe' }, 'bash'), 'maybe', 'allow, ask, deny'],
    ['a rule for all', () => openCodePolicy('maybe', 'bash'), 'maybe', 'allow, ask, deny'],
  ])('%s', (_what, parse, word, allowed) => {
    expect(parse).toThrow(`unknown word ${JSON.stringify(word)} in `)
    expect(parse).toThrow(allowed)
  })
})

test('a script is played without the conversation that was told in front of it', () => {
  const told = '<earlier-conversation>\n\nUser:\nrun sleep 600\n\n</earlier-conversation>\n\nsay Here again.'
  expect(answerSteps(told, null, facts)).toEqual([{ type: 'say', text: 'Here again.', isLate: false }])
})

test('a question is answered by how much the fake knows, and a word that ends like one is played', () => {
  expect(answerSteps('And how many are these?', null, facts)).toEqual([
    { type: 'say', text: 'ok (2 user messages)', isLate: false },
  ])
  expect(answerSteps('say What now?', null, facts)).toEqual([
    { type: 'say', text: 'What now?', isLate: false },
  ])
})

test('what a fake leaves behind has the traits that were named, and no others', () => {
  expect(parseLeftBehind('child own-session deaf')).toEqual({
    ownSession: true,
    reparented: false,
    withoutEnvironment: false,
    holdsOutput: false,
    deaf: true,
  })
})
