import { expect, test } from 'vitest'

import { ParleyError } from '../../../../shared/errors'
import { agentNotice } from '../../../../shared/runs/agent-notice'
import { type Happening, storyOf } from '../../testing/contract/story'
import { claudeDialect } from '../claude-code/claude-dialect'
import { codexDialect } from '../codex/codex-dialect'
import { isSourceEvent, type LineEvent } from '../dialect'
import { agentTurn } from '../testing/agent-turn'
import { readRecorded } from '../testing/read-recording'

const claudeUsed =
  'used {"model":"claude-sonnet-4-5","inputTokens":11,"cachedInputTokens":0,"cacheWriteTokens":0,"outputTokens":7,"reasoningTokens":0,"totalTokens":18,"costUsd":0.000138}'
const claudeEndedEarly =
  'fails by AGENT_FAILED ("exited"): Claude Code exited before it finished the answer. The text so far is kept.'
const claudeLimited =
  'notes RETRY: Claude Code is not accepting more requests right now (429). (PROVIDER_RATE_LIMIT)'
const warning =
  'notes AGENT_WARNING: Model metadata for `gpt-5.1-codex` not found. Defaulting to fallback metadata; this can degrade performance and cause issues.'
const codexUsed =
  'used {"inputTokens":11,"cachedInputTokens":0,"outputTokens":7,"totalTokens":18,"reasoningTokens":0}'
const codexEndedEarly =
  'fails by AGENT_FAILED ("exited"): Codex exited before it finished the answer. The text so far is kept.'
const unreachable = 'notes RETRY: Codex could not reach its model. (PROVIDER_UNREACHABLE)'
const refused = 'notes RETRY: The sign-in of Codex was rejected (401). (PROVIDER_AUTH)'
const codexLimited =
  'notes RETRY: Codex is not accepting more requests right now (429). (PROVIDER_RATE_LIMIT)'

const claude: Record<string, readonly string[]> = {
  e401: [
    'keeps session-1',
    'notes RETRY: The sign-in of Claude Code was rejected (401). (PROVIDER_AUTH)',
    'notes RETRY: The sign-in of Claude Code was rejected (401). (PROVIDER_AUTH)',
    'fails by PROVIDER_AUTH ("signed-out"): Claude Code is not signed in, or its sign-in was rejected (401). Sign in with it in a terminal: claude /login',
  ],
  e429: [
    'keeps session-1',
    ...Array.from({ length: 10 }, () => claudeLimited),
    'fails by PROVIDER_RATE_LIMIT ("busy"): Claude Code is not accepting more requests right now (429). Wait a moment, then try again. Its message: API Error: Request rejected (429) · fake 429 from mock',
  ],
  list: [
    'keeps session-1',
    'says "Let me run that. "',
    'call-1 Bash (execute) "ls -1" {"command":"ls -1","description":"run a command"}',
    String.raw`call-1 ends with "a.txt\nb.txt\nmade.txt\nout.txt\nred.png"`,
    'says "Done: the command ran."',
    claudeUsed,
  ],
  noauth: [
    'keeps session-1',
    'fails by PROVIDER_AUTH ("signed-out"): Claude Code is not signed in, or its sign-in was rejected. Sign in with it in a terminal: claude /login',
  ],
  'permprompt-allow': [
    'keeps session-1',
    'says "Let me run that. "',
    'call-1 Bash (execute) "echo hi > out.txt && cat out.txt" {"command":"echo hi > out.txt && cat out.txt","description":"run a command"}',
    'call-1 asks for Bash (execute) "echo hi > out.txt && cat out.txt" {"command":"echo hi > out.txt && cat out.txt","description":"run a command"} {"folder":"/workspace"}',
    'is told once',
    'call-1 ends with "hi"',
    'says "Done: the command ran."',
    'used {"model":"claude-sonnet-4-5","inputTokens":0,"cachedInputTokens":0,"cacheWriteTokens":0,"outputTokens":0,"reasoningTokens":0,"totalTokens":0}',
  ],
  'psleep-sigint': [
    'keeps session-1',
    'says "Let me run that. "',
    'call-1 Bash (execute) "perl -e \'sleep 64\'" {"command":"perl -e \'sleep 64\'","description":"run a command"}',
    'call-1 fails with "The user doesn\'t want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed."',
    'used {"model":"claude-sonnet-4-5","inputTokens":0,"cachedInputTokens":0,"cacheWriteTokens":0,"outputTokens":0,"reasoningTokens":0,"totalTokens":0}',
    'fails by AGENT_FAILED ("interrupted"): Claude Code was interrupted by another program. The text so far is kept.',
  ],
  'psleep-sigterm': [
    'keeps session-1',
    'says "Let me run that. "',
    'call-1 Bash (execute) "perl -e \'sleep 64\'" {"command":"perl -e \'sleep 64\'","description":"run a command"}',
    'call-1 fails with "Exit code 137"',
    claudeEndedEarly,
  ],
  'resume-text': [
    'keeps session-1',
    'says "Hello from the fake model."',
    'used {"model":"claude-sonnet-4-5","inputTokens":0,"cachedInputTokens":0,"cacheWriteTokens":0,"outputTokens":0,"reasoningTokens":0,"totalTokens":0}',
  ],
  'resume-unknown': [
    'notes AGENT_SESSION_LOST: The agent no longer remembers this chat.',
    'fails by AGENT_FAILED ("session-lost"): Claude Code no longer has the session of this chat. Ask again. It starts a new session that includes the chat so far.',
  ],
  'slow-sigint': [
    'keeps session-1',
    'says "w0 w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12 w13 w14 w1"',
    'used {"model":"claude-sonnet-4-5","inputTokens":0,"cachedInputTokens":0,"cacheWriteTokens":0,"outputTokens":13,"reasoningTokens":0,"totalTokens":13,"costUsd":0.000195}',
    'fails by AGENT_FAILED ("interrupted"): Claude Code was interrupted by another program. The text so far is kept.',
  ],
  'slow-sigkill': ['keeps session-1', claudeEndedEarly],
  'slow-sigterm': ['keeps session-1', claudeEndedEarly],
  text: ['keeps session-1', 'says "Hello from the fake model."', claudeUsed],
  think: [
    'keeps session-1',
    'thinks "First I think about it. Then I decide."',
    'says "The answer is 42."',
    claudeUsed,
  ],
}

const codex: Record<string, readonly string[]> = {
  cut: [
    'keeps session-1',
    warning,
    ...Array.from({ length: 5 }, () => unreachable),
    'fails by PROVIDER_UNREACHABLE ("agent-offline"): Codex could not reach its model. Check that this computer is online and that the address of the agent in Settings is correct. If your network leads to the internet only through a proxy, set HTTPS_PROXY to its address and restart Parley. Its message: stream disconnected before completion: Transport error: network error: error decoding response body',
  ],
  e401: [
    'keeps session-1',
    warning,
    ...Array.from({ length: 5 }, () => refused),
    'fails by PROVIDER_AUTH ("signed-out"): Codex is not signed in, or its sign-in was rejected (401). Sign in with it in a terminal: codex login',
  ],
  e429: [
    'keeps session-1',
    warning,
    ...Array.from({ length: 5 }, () => codexLimited),
    'fails by PROVIDER_RATE_LIMIT ("busy"): Codex is not accepting more requests right now (429). Wait a moment, then try again. Its message: exceeded retry limit, last status: 429 Too Many Requests, request id: req_0006',
  ],
  list: [
    'keeps session-1',
    warning,
    'says "Let me run that. "',
    'call-1 shell (execute) "/bin/bash -lc \'ls -1\'" {"command":"/bin/bash -lc \'ls -1\'"}',
    String.raw`call-1 ends with "a.txt\nb.txt\nmade.txt\nout.txt\nred.png\n"`,
    'says "Done: the command ran."',
    codexUsed,
  ],
  noauth: [
    'keeps session-1',
    warning,
    'fails by PROVIDER_AUTH ("signed-out"): Codex is not signed in, or its sign-in was rejected. Sign in with it in a terminal: codex login',
  ],
  'psleep-sigint': [
    'keeps session-1',
    warning,
    'says "Let me run that. "',
    String.raw`call-1 shell (execute) "/bin/bash -lc \"perl -e 'sleep 64'\"" {"command":"/bin/bash -lc \"perl -e 'sleep 64'\""}`,
    'fails by AGENT_FAILED ("exited"): Codex exited before it finished the answer. The text so far is kept. Its message: 2026-01-01T00:00:00.000Z ERROR codex_core::session: failed to record rollout items: thread 00000000-0000-4000-8000-000000000001 not found',
  ],
  'psleep-sigterm': [
    'keeps session-1',
    warning,
    'says "Let me run that. "',
    String.raw`call-1 shell (execute) "/bin/bash -lc \"perl -e 'sleep 64'\"" {"command":"/bin/bash -lc \"perl -e 'sleep 64'\""}`,
    codexEndedEarly,
  ],
  'resume-text': [
    'keeps session-1',
    warning,
    'says "Hello from the fake model."',
    'used {"inputTokens":0,"cachedInputTokens":0,"outputTokens":0,"totalTokens":0,"reasoningTokens":0}',
  ],
  'resume-unknown': [
    'notes AGENT_SESSION_LOST: The agent no longer remembers this chat.',
    'fails by AGENT_FAILED ("session-lost"): Codex no longer has the session of this chat. Ask again. It starts a new session that includes the chat so far.',
  ],
  'slow-sigint': ['keeps session-1', warning, codexEndedEarly],
  'slow-sigkill': ['keeps session-1', warning, codexEndedEarly],
  'slow-sigterm': ['keeps session-1', warning, codexEndedEarly],
  text: ['keeps session-1', warning, 'says "Hello from the fake model."', codexUsed],
  think: [
    'keeps session-1',
    warning,
    'thinks "First I think about it. Then I decide."',
    'says "The answer is 42."',
    codexUsed,
  ],
}

/** Returns a recorded turn as a user sees it, line by line, when every request is allowed once. */
function storyOfRecorded(program: 'claude' | 'codex', name: string): string[] {
  const dialect = program === 'claude' ? claudeDialect : codexDialect
  const turn = agentTurn({ resumeId: name.startsWith('resume') ? 'earlier' : null })
  const { events, failure } = readRecorded(dialect, program, name, turn)
  const happenings = events.flatMap(happeningsOf)
  if (failure !== null) {
    const { code, message, data } = failure
    const isLost = data?.['reason'] === 'session-lost'
    if (isLost) happenings.push(agentNotice({ reason: 'session-lost' }))
    happenings.push({
      type: 'failed',
      error: new ParleyError(code, message, { data }),
    })
  }
  return storyOf(happenings, turn.request.workspace)
}

function happeningsOf(event: LineEvent): Happening[] {
  if (isSourceEvent(event)) return [event]
  if (event.type === 'session') return [{ type: 'kept', resumeId: event.resumeId }]
  if (event.type !== 'ask') return []
  return [
    { type: 'asked', approval: event.approval },
    { type: 'answered', decision: 'once' },
  ]
}

test.each(Object.entries(claude))('a recorded turn of Claude Code is shown in full: %s', (name, story) => {
  expect(storyOfRecorded('claude', name)).toEqual(story)
})

test.each(Object.entries(codex))('a recorded turn of Codex is shown in full: %s', (name, story) => {
  expect(storyOfRecorded('codex', name)).toEqual(story)
})
