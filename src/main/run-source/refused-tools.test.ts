import { expect, it } from 'vitest'

import { failure } from '../../shared/failures/failure'
import { saysNoTools } from './refused-tools'

function says(said: string): boolean {
  return saysNoTools(failure('PROVIDER_BAD_REQUEST', 'refused', { providerName: 'Fake', address: 'a', said }))
}

it.each([
  'This model does not support tools',
  'registry.ollama.ai/library/gemma3:latest does not support tools',
  'scripted does not support tools',
  'tool use is not supported',
  'Tools are not supported for this model.',
  '`tools` is not supported in this model',
  'Function calling is not enabled for models/gemma-3',
  'No endpoints found that support tool use. To learn more about provider routing',
  '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
  'tools param requires --jinja flag',
  'Unrecognized request argument supplied: tools',
  'json: unknown field "tools"',
  'Extra inputs are not permitted (body.tools)',
  "Unsupported parameter: 'tools' is not supported with this model.",
  'This model is not capable of tool calling',
  "This model doesn't currently support function calling",
  'model X does not have tool support',
  'The model does not support function calls',
  'Tool calling is currently not available for this model',
  'tools is unsupported',
  'This model does not accept tool definitions',
  '该模型不支持工具调用',
  'tool_choice is not supported by this model',
  "Model 'x' doesn't support tool use in streaming mode.",
  "Function calling isn't supported",
])('recognizes that a model has no tools: %s', (words) => {
  expect(says(words)).toBe(true)
})

it.each([
  "Invalid schema for function 'web_fetch': In context=(), object schema missing properties.",
  'tools.3.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12',
  'The tools service is temporarily unavailable',
  'Upstream overloaded while preparing tools',
  'tools[3].function.parameters: unsupported keyword "oneOf"',
  "An assistant message with 'tool_calls' must be followed by tool messages",
  "Invalid 'tools': array too long. Expected an array with maximum length 128, but got 150.",
  'messages with role "tool" must be a response to a preceding message with tool_calls',
  'tool_use ids were found without tool_result blocks',
  'Context length exceeded: too many tokens in messages and tools',
  'Extra inputs are not permitted (body.tools.0.function.strict)',
  'unknown field "parameters" in tools',
  'The tool name is not valid',
  'Unknown tool: foo',
  'Function name is not allowed to contain dots',
  'Unsupported value in tools[0].function.parameters.properties.x.format',
  'server busy: tool workers not ready',
  'Internal error in tool parser',
  'tools schema not supported: anyOf',
  'Tool names must be unique',
  'Your request was flagged by our tools',
  'Rate limit reached; use fewer tools or functions',
])('keeps the tools after a refusal that is about something else: %s', (words) => {
  expect(says(words)).toBe(false)
})
