import { expect, test } from 'vitest'

import { versionIn } from './find-agents'

test.each([
  ['2.1.329 (Claude Code)\n', '2.1.329'],
  ['codex-cli 0.169.0\n', '0.169.0'],
  ['0.61.0\n', '0.61.0'],
  ['v1.18.33-beta.2+build.5\r\n', '1.18.33-beta.2+build.5'],
  ['\u001B[1m2.1.329\u001B[22m\n', '2.1.329'],
  ['\uFEFF2.1.329\n', '2.1.329'],
  // Warnings and banners, before and after it.
  ['Update available: 2.1.329 → 2.2.0\n2.1.329 (Claude Code)\n', '2.1.329'],
  ['(node:12) [DEP0040] DeprecationWarning: punycode 2.3.1 is deprecated\ncodex-cli 0.169.0\n', '0.169.0'],
  ['Now using node v24.1.0 (npm v11.2.0)\ncodex-cli 0.169.0\n', '0.169.0'],
  ['Welcome to Acme Linux 12.4\ncodex-cli 0.169.0\n', '0.169.0'],
  ['npm notice New version 11.2.0\nnpm warn old lockfile 1.0\n0.61.0\n', '0.61.0'],
  ['codex-cli 0.169.0\nA new version of codex is available: 0.170.0\n', '0.169.0'],
  ['[SandboxDebug] profile 1.0 loaded\n{"level":30,"v":"9.9.9"}\n2.1.329 (Claude Code)\n', '2.1.329'],
  ['listening on 127.0.0.1\n2.1.329\n', '2.1.329'],
  ['Update available: 2.2.0\n', null],
  ['ready\n', null],
  ['', null],
])('reads the version from %j', (output, version) => {
  expect(versionIn(output, ['Codex', 'codex'])).toBe(version)
})
