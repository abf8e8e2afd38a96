import { describe, expect, it } from 'vitest'

import { textsOf } from '../testing/run-probe'
import { readBody } from '../testing/read-body'
import { data, delta, done, piece, protocol, stop } from '../testing/read-chat'

const toolNames = ['web_fetch', 'get_weather']
const finish = (reason: string) => data({ choices: [{ delta: {}, finish_reason: reason }] })

/** Reads an answer of a model that was offered tools. */
function read(...events: string[]) {
  return readBody(protocol, events, { toolNames })
}

describe('a call that arrives as text', () => {
  it.each([
    [
      'of Hermes and Qwen',
      'I look.\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Bern"}}\n</tool_call>',
    ],
    [
      'of Qwen Coder',
      '<tool_call>\n<function=get_weather>\n<parameter=city>Bern</parameter>\n</function>\n</tool_call>',
    ],
    ['of Mistral', '[TOOL_CALLS][{"name": "get_weather", "arguments": {"city": "Bern"}}]'],
    ['in XML', 'Sure.\n<tool_use>\n<name>get_weather</name>\n<arguments>{}</arguments>\n</tool_use>'],
    ['of ReAct', 'Thought: I look.\nAction: get_weather\nAction Input: {"city": "Bern"}'],
    ['of Mistral, newer', '[TOOL_CALLS]get_weather[ARGS]{"city": "Bern"}'],
    ['of Llama', '{"name": "get_weather", "parameters": {"city": "Bern"}}'],
    [
      'of Llama, in a block',
      '```json\n{"type": "function", "name": "get_weather", "parameters": {"city": "Bern"}}\n```',
    ],
    ['of Llama, with a tag', '<|python_tag|>get_weather.call(city="Bern")'],
    [
      'of DeepSeek',
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{}\n```',
    ],
    ['of DeepSeek, newer', '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">'],
    [
      'of Kimi',
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{}',
    ],
    ['of MiniMax', '<minimax:tool_call>\n<invoke name="get_weather">'],
    ['of Granite', '<|tool_call|>[{"name": "get_weather"}]'],
    ['of Phi', 'functools[{"name": "get_weather", "arguments": {}}]'],
    ['of Gemma', '```tool_code\nget_weather(city="Bern")\n```'],
    [
      'in the reasoning',
      '<think>I look. <tool_call>{"name": "get_weather", "arguments": {}}</tool_call></think>',
    ],
    [
      'in channels',
      '<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city":"Bern"}<|call|>',
    ],
  ])('is explained, and its text is kept: %s', async (_name, text) => {
    const { events, error } = await read(
      ...(text.match(/[\s\S]{1,7}/g)?.map((content) => delta({ content })) ?? []),
      stop,
      done,
    )
    expect(error).toMatchObject({
      code: 'PROVIDER_PROTOCOL',
      data: { reason: 'call-as-text', toolName: 'get_weather' },
    })
    expect(error?.message).toMatch(/get_weather as text.*Nothing was executed/)
    expect(events.some(({ type }) => type === 'finish')).toBe(false)
    expect(textsOf(events).text + textsOf(events).reasoning).not.toBe('')
  })

  it.each([
    ['a tool that was not offered', '<tool_call>{"name": "erase", "arguments": {}}</tool_call>'],
    ['a tag that is mentioned', 'Models write `<tool_call>` before get_weather.'],
    [
      'a call in a code block',
      'For example:\n```xml\n<tool_call>{"name": "get_weather"}</tool_call>\n```\nThat is all.',
    ],
    ['JSON that is an answer', '{"name": "Bern", "population": 134000}'],
    ['a tool that is mentioned', 'I would use get_weather for that.'],
  ])('is not assumed in %s', async (_name, content) => {
    const { events, error } = await read(delta({ content }), stop, done)
    expect(error).toBeNull()
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'end' })
  })

  it('is not assumed if there is a real call, or the answer was cut off', async () => {
    const content = '<tool_call>{"name": "get_weather"'
    const call = piece({ index: 0, id: 'a', function: { name: 'get_weather', arguments: '{}' } })
    expect((await read(delta({ content }), call, finish('tool_calls'), done)).error).toBeNull()
    expect((await read(delta({ content }), finish('length'), done)).events.at(-1)).toMatchObject({
      reason: 'length',
    })
  })
})

describe('a finish for calls without a call', () => {
  it.each(['tool_calls', 'tool_use', 'function_call', 'TOOL_CALL'])('is explained: %s', async (reason) => {
    const { events, error } = await read(delta({ content: 'I look.' }), finish(reason), done)
    expect(textsOf(events).text).toBe('I look.')
    expect(error).toMatchObject({ code: 'PROVIDER_PROTOCOL', data: { reason: 'call-missing' } })
    expect(error?.message).toMatch(/announced a tool call but did not send one/)
  })

  it('is explained even without tools, unless there is an answer', async () => {
    const bare = await readBody(protocol, [finish('tool_calls'), done])
    expect(bare.error).toMatchObject({ data: { reason: 'call-missing' } })
    const said = await readBody(protocol, [delta({ content: 'Hi' }), finish('tool_calls'), done])
    expect(said.events.at(-1)).toEqual({ type: 'finish', reason: 'end' })
  })

  it('is complete if the provider ran the tool', async () => {
    const ran = delta({ executed_tools: [{ type: 'search', arguments: '{}', output: 'found' }] })
    expect((await read(ran, delta({ content: 'Found.' }), finish('tool_calls'), done)).error).toBeNull()
  })
})
