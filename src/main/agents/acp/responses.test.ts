import { expect, test } from 'vitest'

import { initializeResponse, promptResponse, sessionResponse, setConfigOptionResponse } from './responses'

test.each([null, undefined, [], 'done', true, 42, {}, { stopReason: 5, usage: 'none' }])(
  'the response %j ends an answer or a start without a failure',
  (response) => {
    expect(promptResponse.parse(response)).toEqual({ stopReason: 'end_turn', usage: null })
    expect(initializeResponse.parse(response)).toEqual({ agentCapabilities: null })
    expect(sessionResponse.parse(response)).toEqual({ modes: null, configOptions: null })
    expect(setConfigOptionResponse.parse(response)).toEqual({ configOptions: null })
  },
)
