import { describe, expect, it } from 'vitest'

import type { Message, Part } from '../../../shared/sessions/messages'
import { message } from '../testing/run-probe'
import { toPrompt } from './prompt'

function prompt(...messages: Message[]) {
  return toPrompt({ messages, systemPrompt: null })
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
const call = (toolCallId: string) => ({ type: 'tool-call', toolCallId, toolName: 'look', input: { q: 1 } })
const result = (toolCallId: string, value: string, type = 'text') => ({
  type: 'tool-result',
  toolCallId,
  toolName: 'look',
  output: { type, value },
})
const cancelled = 'The call was cancelled before it returned a result.'

describe('the prompt', () => {
  it('puts all system text at the start', () => {
    const path = [message('system', 'From the import.'), message('user', 'Hi')]
    expect(toPrompt({ messages: path, systemPrompt: 'Be brief.' })).toEqual([
      { role: 'system', content: 'Be brief.\n\nFrom the import.' },
      user('Hi'),
    ])
  })

  it('has no system message without system text', () => {
    expect(toPrompt({ messages: [message('user', 'Hi')], systemPrompt: ' ' })).toEqual([user('Hi')])
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
      { role: 'tool', content: [result('a', 'one', 'error-text'), result('b', '{"n":2}')] },
      assistant('Found.'),
    ])
  })

  it('sends "cancelled" for a call without a result', () => {
    expect(prompt(message('assistant', [callPart('a')]))).toEqual([
      { role: 'assistant', content: [call('a')] },
      { role: 'tool', content: [result('a', cancelled, 'error-text')] },
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
      { role: 'tool', content: [result('a', 'one')] },
      { role: 'assistant', content: [call('a')] },
      { role: 'tool', content: [result('a', cancelled, 'error-text')] },
    ])
  })

  it('joins consecutive answers, up to the first call', () => {
    expect(
      prompt(message('assistant', 'One'), message('assistant', 'Two'), message('assistant', [callPart('a')])),
    ).toEqual([
      { role: 'assistant', content: [{ type: 'text', text: 'One\n\nTwo' }, call('a')] },
      { role: 'tool', content: [result('a', cancelled, 'error-text')] },
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
    )
    expect(
      toPrompt(
        { messages: [message('user', 'Hi'), answer, message('user', 'And?')], systemPrompt: null },
        { providerDataKey: 'anthropic' },
      ),
    ).toEqual([
      user('Hi'),
      assistant(
        'I test.\n[The agent used a tool: npm test]\n\n[The agent used a tool: modified a.ts (failed)]\nAll is well.',
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
