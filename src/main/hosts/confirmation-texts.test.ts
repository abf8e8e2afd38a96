import { expect, test } from 'vitest'

import { textsOf } from '../../shared/locales/all/texts-of'
import type { Confirmation } from '../platform/platform'
import { variableLine } from '../settings/loading-variables'
import { confirmationTexts } from './confirmation-texts'

function linesOf(lines: Confirmation['lines']) {
  return confirmationTexts(textsOf('en'), { kind: 'start-server', serverName: 'a', lines }).lines
}

test.each([
  'NODE_OPTIONS',
  'LD_PRELOAD',
  'DYLD_INSERT_LIBRARIES',
  'PATH',
  'Path',
  'PYTHONSTARTUP',
  'BASH_ENV',
  'npm_config_node_options',
  'GIT_SSH_COMMAND',
  'DOTNET_STARTUP_HOOKS',
  'npm_config_token',
  'GOFLAGS',
  'MAKEFLAGS',
  'TS_NODE_PROJECT',
  'JBANG_HOME',
  'KUBECONFIG',
  'SSL_CERT_FILE',
  'SVN_SSH',
  'RUBYOPT',
  'TF_CLI_CONFIG_FILE',
  'AWS_CONFIG_FILE',
  'AWS_CA_BUNDLE',
  'PSQLRC',
  'VIMINIT',
  'CMAKE_TOOLCHAIN_FILE',
  'SUDO_ASKPASS',
  'CC',
  'RESTIC_PASSWORD_COMMAND',
  'ES_JAVA_OPTS',
  'TEXMFHOME',
  'NIX_CONFIG',
  'SOME_SERVER_CONFIG',
  'ANTHROPIC_BASE_URL',
  'https_proxy',
])('%s is pointed out, and its value is never hidden', (name) => {
  expect(linesOf([variableLine([name, '/tmp/evil'])])).toEqual([
    {
      label: 'Caution: this variable can make it run other code or send data elsewhere',
      value: `${name} = /tmp/evil`,
      isWarning: true,
    },
  ])
})

test.each([
  'GITHUB_TOKEN',
  'GOOGLE_API_KEY',
  'GEMINI_API_KEY',
  'CODEX_API_KEY',
  'AWS_SECRET_ACCESS_KEY',
  'VAULT_TOKEN',
  'AZURE_CLIENT_SECRET',
  'SSL_PRIVATE_KEY',
])('%s loads nothing, and its value is hidden', (name) => {
  expect(linesOf([variableLine([name, 'secret'])])).toMatchObject([
    { value: `${name} = ••••••••`, isWarning: false },
  ])
})

test.each(['MODE', 'PORT', 'DEBUG', 'LOG_LEVEL', 'NOTES_DIR', 'AWS_REGION', 'DATABASE_URL'])(
  '%s is neither pointed out nor hidden',
  (name) => {
    expect(linesOf([variableLine([name, 'x'])])).toEqual([
      { label: 'Variable', value: `${name} = x`, isWarning: false },
    ])
  },
)

test('only the values of keys are hidden', () => {
  expect(linesOf([variableLine(['API_TOKEN', 'secret']), variableLine(['MODE', 'read'])])).toEqual([
    { label: 'Variable', value: 'API_TOKEN = ••••••••', isWarning: false },
    { label: 'Variable', value: 'MODE = read', isWarning: false },
  ])
})

test('a long value is shortened in the middle, with its length, and no part of it starts a line', () => {
  const [line] = linesOf([variableLine(['A', `start\n\u202e${'x'.repeat(10_000)}end`])])
  expect(line?.value).toMatch(
    /^A = start⟨U\+000A⟩⟨U\+202E⟩x+ \[… 9,\d{3} of 10,0\d\d characters not shown …\] x+end$/,
  )
  expect(line?.value.length).toBeLessThan(600)
})
