import { markdownTokens, proseTokens } from './sample-text.ts'
import type { CallPiece } from './protocols/protocol.ts'
import type { ModelScript, Script, Step } from './script.ts'
import { completeStream, errorReply } from './script.ts'

const thought = ['Let', ' me', ' think', ' about', ' that', '.']
const answer = ['Here', ' is', ' the', ' answer', '.']
const htmlPage = '<!doctype html><html><head><title>Welcome</title></head><body>Sign in</body></html>'

let made: ReadonlyMap<string, ModelScript> | null = null

/** The built-in models, by name. README.md describes each one. */
export function builtInModels(): Map<string, ModelScript> {
  // Each file of tests starts many providers, and the long answers take time to write.
  made ??= new Map<string, ModelScript>([
    ...steadyModels(),
    ...silentModels(),
    ...brokenModels(),
    ...refusingModels(),
    ...contentModels(),
  ])
  return new Map(made)
}

function steadyModels(): [string, Script][] {
  return [
    ['brief', completeStream([{ type: 'tokens', tokens: answer }])],
    ['steady', completeStream([{ type: 'tokens', tokens: proseTokens(600), perSecond: 30 }])],
    ['steady-100', completeStream([{ type: 'tokens', tokens: markdownTokens(3_000), perSecond: 100 }])],
    ['steady-500', completeStream([{ type: 'tokens', tokens: markdownTokens(20_000), perSecond: 500 }])],
    ['flat-out', completeStream([{ type: 'tokens', tokens: markdownTokens(20_000) }])],
  ]
}

function silentModels(): [string, Script][] {
  const opening: Step = { type: 'tokens', tokens: proseTokens(20), perSecond: 100 }
  return [
    ['no-headers', { type: 'no-answer' }],
    [
      'slow-headers',
      { ...stream([...completeSteps([{ type: 'tokens', tokens: answer }])]), headersAfterMs: 2_000 },
    ],
    ['silent', stream([{ type: 'silence' }])],
    [
      'slow-first-token',
      completeStream([
        { type: 'wait', ms: 3_000 },
        { type: 'tokens', tokens: answer },
      ]),
    ],
    ['stall', stream([opening, { type: 'silence' }])],
    [
      'late-close',
      {
        ...stream([{ type: 'tokens', tokens: proseTokens(3_000), perSecond: 100 }]),
        onClientClose: { type: 'close-after', ms: 200 },
      },
    ],
    [
      'deaf',
      {
        ...stream([{ type: 'tokens', tokens: proseTokens(3_000), perSecond: 100 }]),
        onClientClose: { type: 'go-on' },
      },
    ],
  ]
}

function brokenModels(): [string, Script][] {
  const opening: Step = { type: 'tokens', tokens: answer }
  return [
    ['reset-before-headers', { type: 'reset' }],
    ['reset', { ...stream([opening, { type: 'wait', ms: 20 }]), ending: 'reset' }],
    ['cut', { ...stream([opening]), ending: 'cut' }],
    ['cut-clean', stream([opening])],
    ['empty', stream([])],
    [
      'malformed-json',
      stream([opening, { type: 'bytes', bytes: 'data: {"choices": [\n\n' }, { type: 'silence' }]),
    ],
    ['error-event', stream([opening, inStreamError, { type: 'silence' }])],
    ['no-done', stream([opening, { type: 'finish', reason: 'stop' }, { type: 'usage' }])],
    ['linger', completeStream([opening], { ending: 'linger' })],
  ]
}

const inStreamError: Step = {
  type: 'error',
  error: { message: 'The engine is overloaded.', type: 'server_error', code: 'overloaded' },
}

function refusingModels(): [string, Script][] {
  return [
    ['error-401', errorReply(401, { message: 'Incorrect API key provided.', code: 'invalid_api_key' })],
    ['error-402', errorReply(402, { message: 'Insufficient credits.' })],
    ['error-403', errorReply(403, { message: 'Your account may not use this model.' })],
    ['error-404', errorReply(404, { message: 'The model does not exist.', code: 'model_not_found' })],
    ['error-429', errorReply(429, { message: 'Too many requests.', code: 'rate_limit_exceeded' })],
    [
      'error-429-retry',
      errorReply(429, { message: 'Too many requests.', code: 'rate_limit_exceeded' }, { 'retry-after': '7' }),
    ],
    ['error-500', errorReply(500, { message: 'The server had an error.' })],
    ['error-503-html', htmlReply(503)],
    ['error-529', errorReply(529, { message: 'Overloaded.' })],
    ['html-200', htmlReply(200)],
    ['json-error-200', errorReply(200, { message: 'No such deployment.', code: 'invalid_request_error' })],
    [
      'redirect',
      { type: 'reply', status: 307, headers: { location: 'http://127.0.0.2/elsewhere' }, body: '' },
    ],
  ]
}

function contentModels(): [string, Script][] {
  const thinking = '<think>Let me think.</think>\n\nHere is the answer.'
  return [
    ['split-utf8', stream(splitUtf8Steps())],
    ['reasoning-content', reasoningThenText('reasoning_content')],
    ['reasoning', reasoningThenText('reasoning')],
    [
      'thinker',
      completeStream([
        { type: 'tokens', tokens: proseTokens(60), field: 'reasoning_content', perSecond: 200 },
        { type: 'tokens', tokens: answer },
      ]),
    ],
    ['think-tags', completeStream([{ type: 'tokens', tokens: thinking.split(''), perSecond: 500 }])],
    ['tool-call', completeStream(toolCallSteps(0, 'call_1', 'get_weather'), { reason: 'tool_calls' })],
    [
      'tool-calls-parallel',
      completeStream(
        [...toolCallSteps(0, 'call_1', 'get_weather'), ...toolCallSteps(1, 'call_2', 'get_time')],
        { reason: 'tool_calls' },
      ),
    ],
    ['finish-length', completeStream([{ type: 'tokens', tokens: answer }], { reason: 'length' })],
    ['finish-filter', completeStream([{ type: 'tokens', tokens: answer }], { reason: 'content_filter' })],
    [
      'no-usage',
      stream([{ type: 'tokens', tokens: answer }, { type: 'finish', reason: 'stop' }, { type: 'done' }]),
    ],
  ]
}

function stream(steps: readonly Step[]): Extract<Script, { type: 'stream' }> {
  return { type: 'stream', steps }
}

function completeSteps(steps: readonly Step[]): Step[] {
  return [...steps, { type: 'finish', reason: 'stop' }, { type: 'usage' }, { type: 'done' }]
}

function htmlReply(status: number): Script {
  return { type: 'reply', status, headers: { 'content-type': 'text/html' }, body: htmlPage }
}

function reasoningThenText(field: 'reasoning_content' | 'reasoning'): Script {
  return completeStream([
    { type: 'tokens', tokens: thought, field },
    { type: 'tokens', tokens: answer },
  ])
}

/** A call whose arguments come in three pieces. */
function toolCallSteps(index: number, id: string, name: string): Step[] {
  const piece = (call: Omit<CallPiece, 'index'>): Step => ({ type: 'call', piece: { index, ...call } })
  return [
    piece({ id, name, arguments: '' }),
    piece({ arguments: '{"city":' }),
    piece({ arguments: '"Bern"}' }),
  ]
}

/** "Zürich 🏔" in two chunks, split inside the mountain. */
function splitUtf8Steps(): Step[] {
  const event = Buffer.from(
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'Zürich 🏔' }, finish_reason: null }] })}\n\n`,
  )
  const middle = event.indexOf(Buffer.from('🏔')) + 2
  return [
    { type: 'bytes', bytes: event.subarray(0, middle) },
    { type: 'wait', ms: 20 },
    { type: 'bytes', bytes: event.subarray(middle) },
    { type: 'finish', reason: 'stop' },
    { type: 'usage' },
    { type: 'done' },
  ]
}
