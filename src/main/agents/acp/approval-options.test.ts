import type { PermissionOption } from '@agentclientprotocol/sdk'
import { expect, test } from 'vitest'

import { approvalDecisions } from '../../../shared/agents/agents'
import { approvalAnswer } from './approval-options'

const option = (kind: PermissionOption['kind']): PermissionOption => ({
  kind,
  optionId: `id of ${kind}`,
  name: kind,
})

test('allows an agent at most this one call, and nothing that was denied, now or permanently', () => {
  const options = (['allow_always', 'reject_always', 'allow_once', 'reject_once'] as const).map(option)
  const chosen = approvalDecisions.map((decision) => approvalAnswer(options, decision).outcome)
  expect(chosen.map((outcome) => ('optionId' in outcome ? outcome.optionId : null))).toEqual([
    'id of allow_once',
    'id of allow_once',
    'id of allow_once',
    'id of reject_once',
    'id of reject_once',
  ])
})

test('denies a request that can only be allowed permanently', () => {
  const answer = approvalAnswer([option('allow_always'), option('reject_always')], 'always')
  expect(answer.outcome).toEqual({ outcome: 'selected', optionId: 'id of reject_always' })
  expect(approvalAnswer([option('allow_always')], 'once').outcome).toEqual({ outcome: 'cancelled' })
})
