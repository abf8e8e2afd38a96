/** A message to change: an answer, with the method of its request, or anything else that is sent. */
export interface Sent {
  message: Record<string, unknown>
  /** Null for a request or notification of the server. */
  method: string | null
}

/** The replacement; a text is sent unchanged. */
type Change = (sent: Sent) => unknown[]

/** Another result of calls that return text. */
const result = (change: (text: string, result: Record<string, unknown>) => unknown) =>
  ofMethod('tools/call', (message) => {
    const { content } = message['result'] as { content: { text: string }[] }
    return [
      { ...message, result: change(content[0]?.text ?? '', message['result'] as Record<string, unknown>) },
    ]
  })

const answer =
  (change: (message: Record<string, unknown>) => unknown[]): Change =>
  ({ message, method }) =>
    method === null ? [message] : change(message)

function ofMethod(method: string, change: (message: Record<string, unknown>) => unknown[]): Change {
  return (sent) =>
    sent.method === method && sent.message['result'] !== undefined ? change(sent.message) : [sent.message]
}

const line =
  (text: string): Change =>
  ({ message }) => [text, message]
/** An object that cannot be converted to a text or a number. */
const noText = { toString: null, valueOf: null }
const block = (text: string) => ({ type: 'text', text })

/**
 * Oddities that real servers have, each a switch like the other faults. A tool that returns text returns it in another
 * shape; messages break the rules of the protocol; lines are printed between them.
 */
export const oddities = {
  // Results of tools.
  'result-text': result((text) => text),
  'result-list': result((text) => [block(text)]),
  'result-foreign': result((text) => ({ toolResult: text })),
  'content-text': result((text) => ({ content: text })),
  'content-object': result((text) => ({ content: block(text) })),
  'content-texts': result((text) => ({ content: [text] })),
  'content-unknown': result((text) => ({ content: [{ type: 'markdown', markdown: text }] })),
  'content-annotated': result((text) => ({
    content: [{ ...block(text), annotations: 'high', _meta: null }],
    _meta: 'none',
    isError: 'false',
  })),
  'structured-only': result((text) => ({ structuredContent: { text } })),
  'structured-list': result((text) => ({ content: [], structuredContent: [text] })),
  'structured-text': result((text) => ({ structuredContent: text })),
  'result-type': result((_text, given) => ({ ...given, resultType: 'done' })),
  // Answers to a ping, and to what is asked of a newer server instead.
  'ping-list': ofMethod('ping', (message) => [{ ...message, result: [] }]),
  'ping-more': ofMethod('ping', (message) => [{ ...message, result: { ok: true } }]),
  'ping-text': ofMethod('ping', (message) => [{ ...message, result: 'pong' }]),
  'ping-null': ofMethod('ping', (message) => [{ ...message, result: null }]),
  'ping-error': ofMethod('ping', ({ id }) => [{ jsonrpc: '2.0', id, error: 'unknown' }]),
  'ping-odd-error': ofMethod('ping', ({ id }) => [
    { jsonrpc: '2.0', id, error: { code: noText, message: noText } },
  ]),
  // Lists and the start.
  'list-bare': ofMethod('tools/list', (message) => {
    const { tools } = message['result'] as { tools: unknown[] }
    return [{ ...message, result: tools }]
  }),
  'list-null': ofMethod('tools/list', (message) => {
    const { tools } = message['result'] as { tools: unknown[] }
    return [{ ...message, result: { tools: [...tools, null, { name: 7 }], nextCursor: null } }]
  }),
  'prompts-refused': ofMethod('prompts/list', ({ id }) => [
    { jsonrpc: '2.0', id, error: { code: -32_601, message: 'Method not found' } },
  ]),
  'start-bare': ofMethod('initialize', (message) => [
    { ...message, result: { protocolVersion: '2025-11-25', capabilities: { tools: true, prompts: null } } },
  ]),
  'start-empty': ofMethod('initialize', (message) => [{ ...message, result: {} }]),
  // Messages.
  'no-version': answer(({ jsonrpc: _version, ...message }) => [message]),
  'old-version': ({ message }) => [{ ...message, jsonrpc: '1.0' }],
  'text-ids': answer((message) => [{ ...message, id: String(message['id']) }]),
  'null-error': answer((message) => [
    message['error'] === undefined ? { ...message, error: null } : { ...message, result: null },
  ]),
  twice: answer((message) => [message, message]),
  'others-first': answer((message) => [{ ...message, id: 987_654 }, message]),
  'null-ids': ({ message, method }) => [
    method === null && message['id'] === undefined ? { ...message, id: null } : message,
  ],
  joined: answer((message) => [[message]]),
  'list-params': ({ message }) => [
    { jsonrpc: '2.0', method: 'notifications/odd', params: [] },
    { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'warn', data: 'careful' } },
    { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 'x', progress: 'half' } },
    { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 'x', progress: noText } },
    { jsonrpc: '2.0', method: 'notifications/message', params: { level: noText, data: 'careful' } },
    message,
  ],
  // Lines of a log between messages.
  'log-words': line('[SandboxDebug] the tool was called'),
  'log-json': line('{"level":"info","msg":"called","id":1,"method":"tools/call"}'),
  'log-colours': line('\u001b[32mINFO\u001b[0m called'),
  'log-empty': line(''),
  'log-before': ({ message }) => [`\uFEFFready> ${JSON.stringify(message)}`],
  'byte-order-mark': ({ message }) => [`\uFEFF${JSON.stringify(message)}`],
  'line-ends': ({ message }) => [`${JSON.stringify(message)}\r`],
} satisfies Record<string, Change>

export type Oddity = keyof typeof oddities
export const oddityNames = Object.keys(oddities) as Oddity[]

/** Applies these switches to a message that is about to be sent. */
export function changed(sent: Sent, switches: ReadonlySet<string>): unknown[] {
  const change = oddityNames.find((name) => switches.has(name))
  return change === undefined ? [sent.message] : oddities[change](sent)
}
