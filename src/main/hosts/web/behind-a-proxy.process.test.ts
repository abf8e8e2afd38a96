// Needs processes: Node reads its certificates once per process, and the host the environment that it is started with.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { startFakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import { completeStream } from '../../../../e2e/fake-provider/script'
import { openProxy } from '../../../../e2e/helpers/proxy-server'
import { connectWireClient } from '../../../../e2e/helpers/wire-client'
import { builtProgram } from '../../base/testing/built-program'
import { needsCertificateFile } from '../../base/testing/needs'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { testCertificate } from '../../providers/testing/test-certificate'
import { openTlsFront } from '../../providers/testing/tls-front'
import { watchSession } from '../../rpc/testing/app-client'

async function startHost(environment: NodeJS.ProcessEnv) {
  const args = [
    builtProgram('serve'),
    '--port',
    '0',
    '--user-data',
    join(temporaryFolder(), 'data'),
    '--no-open',
  ]
  const host = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, PARLEY_LOCAL_SERVERS: '[]', PARLEY_AGENT_FOLDERS: '', ...environment },
  })
  onTestFinished(async () => {
    host.stdin.end()
    await once(host, 'exit')
  })
  const [line] = (await once(host.stdout, 'data')) as [Buffer]
  const { url } = JSON.parse(line.toString()) as { url: string }
  const answer = await fetch(url, { redirect: 'manual' })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return connectWireClient(url.split('?')[0] ?? '', cookie)
}

test('a model behind a proxy that inspects connections answers, if the system trusts its certificate', async (context) => {
  needsCertificateFile(context)
  const model = await startFakeProvider()
  onTestFinished(() => model.close())
  model.script('far', completeStream([{ type: 'tokens', tokens: ['Hel', 'lo'] }]))
  const certificate = testCertificate({ names: ['models.invalid'] })
  const file = join(temporaryFolder(), 'system.pem')
  writeFileSync(file, certificate.cert)
  const port = await openTlsFront(certificate, Number(new URL(model.baseUrl).port))
  const proxy = await openProxy({ 'models.invalid': port })
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  const api = await startHost({ HTTPS_PROXY: `http://${proxy.address}`, SSL_CERT_FILE: file })
  await api.invoke('providers.save', {
    id: 'far',
    kind: 'openai-compatible',
    baseUrl: 'https://models.invalid/v1',
  })
  const { models } = await api.invoke('models.list', { refresh: true })
  expect(models.some(({ providerId }) => providerId === 'far')).toBe(true)
  const { session } = await api.invoke('sessions.create', { model: 'far/far' })
  const watched = watchSession(api, session.id)
  await api.invoke('runs.send', { sessionId: session.id, text: 'Hi' })
  const { messages } = await watched.idleWith(2)
  expect(JSON.stringify(messages.at(-1))).toContain('Hello')
  expect(new Set(proxy.asked)).toEqual(new Set(['CONNECT models.invalid:443']))
})
