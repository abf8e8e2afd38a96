import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** The versions for which these cases were written. */
const packages = [
  '@anthropic-ai/claude-code@2.1.330',
  '@openai/codex@0.169.0',
  '@google/gemini-cli@0.61.0',
  'opencode-ai@1.18.33',
  '@agentclientprotocol/claude-agent-acp@0.100.0',
  '@agentclientprotocol/codex-acp@2.6.0',
]

/**
 * Installs the agents into `folder`, from the registry that npm is set to, and returns the folder of their
 * programs.
 */
export function installClis(folder: string): string {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
    },
  })
  return join(folder, 'node_modules/.bin')
}
