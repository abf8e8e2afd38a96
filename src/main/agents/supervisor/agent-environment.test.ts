import { expect, test } from 'vitest'

import { providerPresets } from '../../../shared/models/provider-presets'
import { agentEnvironment, secretsIn } from './agent-environment'

const marks = { runId: 'run', mark: 'mark' }
const marked = { PARLEY_RUN_ID: 'run', PARLEY_AGENT_MARK: 'mark' }

test('agents get no provider keys and nothing of Parley’s own unless they were given it', () => {
  const keys = providerPresets.flatMap((preset) => preset.keyVariables)
  const own = Object.fromEntries(
    [...keys, 'PARLEY_TEST', 'NODE_OPTIONS', 'AWS_SECRET_ACCESS_KEY'].map((name) => [name, 'x']),
  )
  expect(keys.length).toBeGreaterThan(5)
  expect(agentEnvironment(own, {}, marks)).toEqual(marked)
})

test('agents get the variables for programs, home, language, network and certificates', () => {
  const own = {
    PATH: '/bin',
    HOME: '/home/me',
    LC_ALL: 'de_DE.UTF-8',
    XDG_CONFIG_HOME: '/home/me/.config',
    SSH_AUTH_SOCK: '/run/agent',
    https_proxy: 'http://proxy',
    HTTP_PROXY: 'http://proxy',
    ALL_PROXY: 'socks5://proxy',
    no_proxy: 'localhost',
    NODE_USE_ENV_PROXY: '1',
    npm_config_https_proxy: 'http://proxy',
    npm_config_noproxy: 'localhost',
    NODE_EXTRA_CA_CERTS: '/certificates',
    NODE_USE_SYSTEM_CA: '1',
    SystemRoot: 'C:\\Windows',
    Path: 'C:\\bin',
  }
  expect(agentEnvironment(own, {}, marks)).toEqual({ ...own, ...marked })
})

test('an agent’s own variables override Parley’s, and the marks override both', () => {
  const given = { PATH: '/own', OPENAI_API_KEY: 'given', PARLEY_RUN_ID: 'other' }
  expect(agentEnvironment({ PATH: '/bin' }, given, marks)).toEqual({
    PATH: '/own',
    OPENAI_API_KEY: 'given',
    ...marked,
  })
})

test('values are secrets by the name of their variable, and only those values', () => {
  const environment = {
    ANTHROPIC_API_KEY: 'one',
    github_token: 'two',
    OPENAI_APIKEY: 'three',
    KEYBOARD: 'de',
    ANTHROPIC_BASE_URL: 'http://localhost',
    GOOGLE_GENAI_AUTH_TYPE: 'gemini-api-key',
  }
  expect(secretsIn(environment)).toEqual(['one', 'two', 'three'])
})
