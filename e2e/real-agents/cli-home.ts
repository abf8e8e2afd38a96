import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Creates a home in which each agent is set up as by its user, except that its server is at `serverUrl`, on
 * loopback. Does not read the user's own settings or keys.
 */
export function furnishHome(home: string, serverUrl: string): void {
  write(home, '.claude/settings.json', {
    env: {
      ANTHROPIC_BASE_URL: serverUrl,
      ANTHROPIC_API_KEY: 'sk-none',
      CLAUDE_CODE_MAX_RETRIES: '1',
    },
  })
  write(
    home,
    '.codex/config.toml',
    [
      'model = "gpt-5.1-codex"',
      'model_provider = "local"',
      'check_for_update_on_startup = false',
      '[analytics]',
      'enabled = false',
      '[model_providers.local]',
      'name = "local"',
      `base_url = "${serverUrl}/v1"`,
      'wire_api = "responses"',
      'request_max_retries = 1',
      'stream_max_retries = 1',
      '',
    ].join('\n'),
  )
  write(home, '.gemini/settings.json', {
    security: { auth: { selectedType: 'gemini-api-key' } },
    privacy: { usageStatisticsEnabled: false },
    general: { enableAutoUpdate: false, maxAttempts: 2 },
    model: { name: 'gemini-2.5-flash' },
  })
  write(home, '.gemini/.env', `GEMINI_API_KEY=none\nGOOGLE_GEMINI_BASE_URL=${serverUrl}\n`)
  write(home, '.config/opencode/opencode.json', {
    provider: {
      local: {
        npm: '@ai-sdk/openai-compatible',
        name: 'Local',
        options: { baseURL: `${serverUrl}/v1`, apiKey: 'none' },
        models: { 'of-tests': { name: 'Of tests' } },
      },
    },
    model: 'local/of-tests',
    small_model: 'local/of-tests',
  })
}

function write(home: string, name: string, content: string | object): void {
  const path = join(home, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
}
