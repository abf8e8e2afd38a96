import { describe, expect, it } from 'vitest'

import type { Message, Part } from '../../../shared/sessions/messages'
import { message } from '../testing/run-probe'
import { toConversation } from './conversation'

function prompt(...messages: Message[]) {
  return toConversation({ messages, systemPrompt: null }).turns
}

const user = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] })
const assistant = (text: string) => ({ role: 'assistant', content: [{ type: 'text', text }] })
const callPart = (toolCallId: string): Part => ({
  type: 'tool-call',
  toolCallId,
  toolName: 'look',
  input: { q: 1 },
  state: 'done',
})
const call = (id: string) => ({ type: 'call', id, name: 'look', input: { q: 1 } })
const result = (callId: string, text: string, { isError = false } = {}) => ({
  callId,
  name: 'look',
  text,
  isError,
  images: [],
})
const failed = { isError: true }
const cancelled = 'The call was cancelled before it returned a result.'

describe('the prompt', () => {
  it('puts all system text at the start', () => {
    const path = [message('system', 'From the import.'), message('user', 'Hi')]
    expect(toConversation({ messages: path, systemPrompt: 'Be brief.' })).toEqual({
      system: 'Be brief.\n\nFrom the import.',
      turns: [user('Hi')],
    })
  })

  it('has no system text if there is only white space', () => {
    expect(toConversation({ messages: [message('user', 'Hi')], systemPrompt: ' ' })).toEqual({
      system: '',
      turns: [user('Hi')],
    })
  })

  it('omits an answer that was cut before its first token, and joins the messages around it', () => {
    expect(
      prompt(
        message('user', 'First'),
        message('assistant', [], { status: 'partial' }),
        message('user', 'Second'),
      ),
    ).toEqual([user('First\n\nSecond')])
  })

  it('does not change the messages that it joins', () => {
    const first = message('user', 'First')
    prompt(first, message('user', 'Second'))
    expect(first.parts).toEqual([{ type: 'text', text: 'First' }])
  })

  it('sends no reasoning and no errors back', () => {
    const parts: Part[] = [
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'Half an ans' },
      { type: 'error', code: 'PROVIDER_PROTOCOL', message: 'It broke off.' },
    ]
    expect(prompt(message('user', 'Hi'), message('assistant', parts))).toEqual([
      user('Hi'),
      assistant('Half an ans'),
    ])
  })

  it('sends the values of a form, although the message is hidden', () => {
    const form: Part = {
      type: 'form',
      formId: 'f',
      title: 'Trip',
      schema: {},
      values: { from: 'Bern', days: 3 },
    }
    expect(prompt(message('user', [form], { hidden: true }))).toEqual([
      user('[The user filled in the form "Trip".]\nfrom: Bern\ndays: 3'),
    ])
  })

  it('says whether a form in an answer was filled in, declined or left', () => {
    const form = { type: 'form', formId: 'f', title: 'Trip', schema: {} } as const
    const forms: Part[] = [form, { ...form, values: { from: 'Bern' } }, { ...form, isDeclined: true }]
    expect(forms.flatMap((part) => prompt(message('assistant', [part])))).toEqual([
      assistant('[The user was asked to fill in the form "Trip".]'),
      assistant('[The user filled in the form "Trip".]\nfrom: Bern'),
      assistant('[The user declined to fill in the form "Trip".]'),
    ])
  })

  it('sends every call with its result, as turns', () => {
    const parts: Part[] = [
      { type: 'text', text: 'Looking.' },
      callPart('a'),
      callPart('b'),
      { type: 'tool-result', toolCallId: 'b', output: { n: 2 } },
      { type: 'tool-result', toolCallId: 'a', output: 'one', isError: true },
      { type: 'text', text: 'Found.' },
    ]
    expect(prompt(message('assistant', parts))).toEqual([
      { role: 'assistant', content: [{ type: 'text', text: 'Looking.' }, call('a'), call('b')] },
      { role: 'tool', results: [result('a', 'one', failed), result('b', '{"n":2}')] },
      assistant('Found.'),
    ])
  })

  it('sends "cancelled" for a call without a result', () => {
    expect(prompt(message('assistant', [callPart('a')]))).toEqual([
      { role: 'assistant', content: [call('a')] },
      { role: 'tool', results: [result('a', cancelled, failed)] },
    ])
  })

  it("finds the results in an import's separate messages, and no further", () => {
    const results = [{ type: 'tool-result', toolCallId: 'a', output: 'one' } satisfies Part]
    expect(
      prompt(
        message('assistant', [callPart('a')]),
        message('tool', results),
        message('assistant', [callPart('a')]),
      ),
    ).toEqual([
      { role: 'assistant', content: [call('a')] },
      { role: 'tool', results: [result('a', 'one')] },
      { role: 'assistant', content: [call('a')] },
      { role: 'tool', results: [result('a', cancelled, failed)] },
    ])
  })

  it('joins consecutive answers, up to the first call', () => {
    expect(
      prompt(message('assistant', 'One'), message('assistant', 'Two'), message('assistant', [callPart('a')])),
    ).toEqual([
      { role: 'assistant', content: [{ type: 'text', text: 'One\n\nTwo' }, call('a')] },
      { role: 'tool', results: [result('a', cancelled, failed)] },
    ])
  })
})

const agentCall = (more: Partial<Extract<Part, { type: 'tool-call' }>>): Part => ({
  type: 'tool-call',
  toolCallId: 'c1',
  toolName: 'Bash',
  input: { command: 'npm test' },
  state: 'done',
  ...more,
})
const ofAgent = (...parts: Part[]): Message => ({
  ...message('assistant', ''),
  model: 'claude-code/default',
  parts,
})

describe("an agent's answer, sent to a model without its tools", () => {
  it('becomes text that names the actions, without tool calls or results', () => {
    const answer = ofAgent(
      { type: 'reasoning', text: 'hidden', providerData: { anthropic: { signature: 's' } } },
      { type: 'text', text: 'I test.' },
      agentCall({ title: 'npm test', output: 'much output' }),
      { type: 'tool-result', toolCallId: 'c1', output: 'much output' },
      agentCall({ toolCallId: 'c2', state: 'failed', changes: [{ path: 'a.ts', kind: 'modified' }] }),
      { type: 'text', text: 'All is well.' },
      { type: 'text', text: 'Lint, too.', isLate: true },
    )
    expect(
      toConversation(
        { messages: [message('user', 'Hi'), answer, message('user', 'And?')], systemPrompt: null },
        { providerDataKey: 'anthropic' },
      ).turns,
    ).toEqual([
      user('Hi'),
      assistant(
        'I test.\n[The agent used a tool: npm test]\n\n[The agent used a tool: modified a.ts (failed)]\nAll is well.\n\nLint, too.',
      ),
      user('And?'),
    ])
  })

  it('shortens each call to one line, whatever its input', () => {
    const [, turn] = prompt(
      message('user', 'Hi'),
      ofAgent(agentCall({ input: { command: `a\n${'b'.repeat(9_000)}` } })),
    )
    const text = turn?.role === 'assistant' && turn.content[0]?.type === 'text' ? turn.content[0].text : ''
    expect(text.trim().length).toBeLessThan(400)
    expect(text.trim()).not.toContain('\n')
  })
})

it('sends no tools that the provider ran, no sources, and no text that was reasoning', () => {
  const answer = message('assistant', [
    { type: 'text', text: 'I look.' },
    {
      type: 'tool-call',
      toolCallId: 's',
      toolName: 'web_search',
      input: {},
      state: 'done',
      isRunByProvider: true,
    },
    { type: 'tool-result', toolCallId: 's', output: 'found' },
    { type: 'text', text: ' So.' },
    { type: 'sources', sources: [{ url: 'https://a.example/' }] },
  ])
  expect(prompt(message('user', 'Hi'), answer)).toEqual([user('Hi'), assistant('I look. So.')])
})
