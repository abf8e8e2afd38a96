import { agentNotice } from '../../../shared/runs/agent-notice'
import type { ModelParamName } from '../../../shared/models/models'
import type { RunRequest } from '../../run-source/run-source'
import type { Refused } from './lesser-request'

/** The fields that contain what the user chose for a model. */
const params: ReadonlyMap<string, ModelParamName> = new Map([
  ['temperature', 'temperature'],
  ['top_p', 'topP'],
  ['topP', 'topP'],
  ['seed', 'seed'],
  ['random_seed', 'seed'],
  ['stop', 'stop'],
  ['stop_sequences', 'stop'],
  ['stopSequences', 'stop'],
  ['max_tokens', 'maxOutputTokens'],
  ['max_completion_tokens', 'maxOutputTokens'],
  ['max_output_tokens', 'maxOutputTokens'],
  ['maxOutputTokens', 'maxOutputTokens'],
  ['reasoning', 'reasoningEffort'],
  ['reasoning_effort', 'reasoningEffort'],
  ['effort', 'reasoningEffort'],
  ['output_config', 'reasoningEffort'],
  ['thinking', 'reasoningEffort'],
  ['thinkingConfig', 'reasoningEffort'],
  ['thinkingBudget', 'reasoningEffort'],
  ['thinkingLevel', 'reasoningEffort'],
])

/** What the user should know about a request that its provider accepted without parts of it. */
export function refusedNotices(refused: readonly Refused[], request: RunRequest) {
  const fields = refused.flatMap((each) => {
    if (each.type !== 'field' || each.change.type !== 'omit') return []
    const name = each.change.path.at(-1) ?? ''
    const param = params.get(name)
    return param !== undefined && request.params[param] !== undefined ? [name] : []
  })
  const offered = new Set((request.tools ?? []).map(({ name }) => name))
  const tools = refused.flatMap((each) =>
    each.type === 'tool' && offered.has(each.tool.name) ? [each.tool.name] : [],
  )
  return [
    ...(fields.length === 0 ? [] : [agentNotice({ reason: 'params-refused', fields: fields.join(', ') })]),
    ...(tools.length === 0 ? [] : [agentNotice({ reason: 'tools-refused', tools: tools.join(', ') })]),
  ]
}
