import { expect, test } from 'vitest'

import { withheldVariables } from './agent-variables'

const own = {
  CLAUDE_CODE_USE_BEDROCK: '1',
  AWS_PROFILE: 'work',
  AWS_SECRET_ACCESS_KEY: 'secret',
  GOOGLE_CLOUD_PROJECT: 'project',
  AZURE_API_KEY: 'secret',
  CLAUDE_CODE_OAUTH_TOKEN: 'secret',
  CLOUDFLARE_ACCOUNT_ID: 'account',
  PATH: '/bin',
  CODEX_HOME: '/home/user/.codex',
  AWS_REGION: '',
  OTHER: 'x',
}

test('names the cloud variables that an agent reads and does not get', () => {
  expect(withheldVariables('claude-code', own, { AWS_PROFILE: 'home' })).toEqual([
    'AWS_SECRET_ACCESS_KEY',
    'AZURE_API_KEY',
    'CLAUDE_CODE_OAUTH_TOKEN',
    'CLAUDE_CODE_USE_BEDROCK',
    'GOOGLE_CLOUD_PROJECT',
  ])
  expect(withheldVariables('gemini-cli', own, {})).toEqual(['GOOGLE_CLOUD_PROJECT'])
  expect(withheldVariables('opencode', own, {})).toContain('CLOUDFLARE_ACCOUNT_ID')
  expect(withheldVariables('codex', own, {})).not.toContain('CODEX_HOME')
})
