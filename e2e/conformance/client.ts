// Parley's MCP client as the program under test of the conformance suite: connects to the address in its last
// argument, signs in if needed, and uses everything that the server offers.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { systemClock } from '../../src/main/base/clock.ts'
import { randomId } from '../../src/main/base/new-id.ts'
import type { SecretCipher } from '../../src/main/platform/platform.ts'
import { SecretStore } from '../../src/main/settings/secret-store.ts'
import { ServerSettings } from '../../src/main/settings/server-settings.ts'
import { SettingsStore } from '../../src/main/settings/settings-store.ts'
import type { Tool, ToolCallContext } from '../../src/main/tools/tool.ts'
import { Bundles } from '../../src/main/tools/servers/bundles/bundles.ts'
import { resultJobs } from '../../src/main/tools/servers/calls/result-jobs.ts'
import { RememberedServers } from '../../src/main/tools/servers/definitions/remembered-servers.ts'
import { serverTools } from '../../src/main/tools/servers/server-tools.ts'
import { Servers } from '../../src/main/tools/servers/servers.ts'
import type { MessageId, SessionId } from '../../src/shared/ids.ts'

const url = process.argv.at(-1) ?? ''
/** Input of a scenario to its client, such as a registered id. */
const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as Record<string, string>

/** The client-id metadata document that the suite expects. */
const clientIdAddress = 'https://conformance-test.local/client-metadata.json'

const plain: SecretCipher = {
  guarantee: 'key-file',
  encrypt: (text) => Buffer.from(text),
  decrypt: (bytes) => bytes.toString(),
}

const folder = mkdtempSync(join(tmpdir(), 'parley-conformance-'))
const fileDeps = { clock: systemClock, onProblem: (error: unknown) => console.error(error) }
const servers = new Servers({
  settings: new ServerSettings(new SettingsStore(folder, fileDeps), new SecretStore(folder, plain, fileDeps)),
  remembered: new RememberedServers(folder, fileDeps),
  bundles: new Bundles(folder, { places: { platform: process.platform, home: folder }, newId: randomId }),
  // Checked in this thread: the suite's schemas are harmless.
  results: { run: (name, input) => resultJobs[name](input as never) as never },
  clock: systemClock,
  newId: randomId,
  version: '1.0.0',
  folder,
  namedHosts: () => [],
  startProgram: () => Promise.reject(new Error('no program is started here')),
  confirm: () => Promise.resolve(false),
  // The user's browser.
  async openLink(page) {
    await (await fetch(page)).text()
    return true
  },
  signInPage: () => 'Signed in.',
  onChanged: () => {},
  onRestarted: () => {},
})

try {
  await use()
} finally {
  await servers.close()
  rmSync(folder, { recursive: true, force: true })
}

async function use(): Promise<void> {
  const { signal } = new AbortController()
  // A user can enter either: a registered id, or the address of a client-id metadata document.
  const isByAddress = process.env['MCP_CONFORMANCE_SCENARIO'] === 'auth/basic-cimd'
  const oauthClientId = context['client_id'] ?? (isByAddress ? clientIdAddress : null)
  const oauthClientSecret = context['client_secret'] ?? null
  const transport = { type: 'http', url, oauthClientId, oauthClientSecret } as const
  servers.save({ id: 'tested', transport, startTimeoutSeconds: 20 })
  let info = await servers.start('tested', signal)
  if (info.state === 'needs-sign-in') info = await servers.signIn('tested', signal)
  if (info.state !== 'ready') throw new Error(info.problem?.message ?? info.state)
  for (const tool of serverTools(servers)) {
    await call(tool)
    if (servers.list()[0]?.state !== 'needs-sign-in') continue
    // The server demands more than was granted, so the user signs in again.
    await servers.signIn('tested', signal)
    await call(tool)
  }
}

async function call(tool: Tool): Promise<void> {
  const prepared = await tool.prepare(sampleOf(tool.inputSchema), callOf(new AbortController().signal))
  // A scenario may want a call to fail; the suite decides.
  console.log(await prepared.run().catch((error: unknown) => String(error)))
}

function callOf(signal: AbortSignal): ToolCallContext {
  return {
    signal,
    sessionId: 'chat' as SessionId,
    messageId: 'answer' as MessageId,
    toolCallId: 'call',
    folder: null,
    onUpstreamOpened() {},
    onUpstreamClosed() {},
    whileAsking: (wait) => wait(),
    // Every field as the server suggests it.
    requestForm: ({ schema }) => Promise.resolve(sampleOf(schema)),
    onOutput: (text) => console.log(text),
  }
}

/** A value for each property: its default, or one of its type. */
function sampleOf(schema: Record<string, unknown>): Record<string, unknown> {
  const properties = (schema['properties'] ?? {}) as Record<string, Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, property['default'] ?? valueOf(property)]),
  )
}

function valueOf({ type, enum: values }: Record<string, unknown>): unknown {
  if (Array.isArray(values)) return values[0]
  if (type === 'number' || type === 'integer') return 5
  if (type === 'boolean') return true
  if (type === 'array') return []
  return type === 'object' ? {} : 'text'
}
