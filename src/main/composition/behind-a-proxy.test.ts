import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import { beforeEach, expect, onTestFinished, test } from 'vitest'

import { startFakeHttpServer } from '../../../e2e/fake-mcp/http-server'
import { startFakeProvider } from '../../../e2e/fake-provider/fake-provider'
import type { FakeRequest } from '../../../e2e/fake-provider/fake-request'
import { completeStream } from '../../../e2e/fake-provider/script'
import { preserveState } from '../../../e2e/helpers/preserve-state'
import { openProxy, type ProxyServer } from '../../../e2e/helpers/proxy-server'
import { openSite } from '../../../e2e/helpers/web-site'
import type { Platform } from '../platform/platform'
import { testCertificate } from '../providers/testing/test-certificate'
import { openTlsFront } from '../providers/testing/tls-front'
import { watchSession } from '../rpc/testing/app-client'
import { connectTo, startTestApp } from '../rpc/testing/test-app'

const proxyVariables = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'].flatMap((name) => [
  name,
  name.toLowerCase(),
])

beforeEach(() => {
  const restore = preserveState(process.env, proxyVariables)
  for (const name of proxyVariables) delete process.env[name]
  return restore
})

/** The port of a site on this machine. */
function portOf(host: string): number {
  return Number(new URL(`http://${host}`).port)
}

/** A server with TLS for `name` in front of one without; its certificate is trusted until the end of the test. */
function withTls(name: string, port: number): Promise<number> {
  const certificate = testCertificate({ names: [name] })
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, certificate.cert])
  onTestFinished(() => setDefaultCACertificates(trusted))
  return openTlsFront(certificate, port)
}

/** The results of tools in a request, oldest first. */
function resultsIn({ body }: FakeRequest): string[] {
  const { messages } = body as { messages: { role: string; content: string }[] }
  return messages.filter(({ role }) => role === 'tool').map(({ content }) => content)
}

/** A model that makes these calls one after another, and then answers. */
const calling = (calls: readonly (readonly [name: string, input: unknown])[]) => (request: FakeRequest) => {
  const [name, input] = calls[resultsIn(request).length] ?? []
  if (name === undefined) return completeStream([{ type: 'tokens', tokens: ['That is all.'] }])
  const piece = { index: 0, id: `call-${resultsIn(request).length}`, name, arguments: JSON.stringify(input) }
  return completeStream([{ type: 'call', piece }], { reason: 'tool_calls' })
}

/** A world that only a proxy leads to: a model, a search service, a page and an MCP server with a sign-in. */
async function openWorld() {
  const model = await startFakeProvider()
  onTestFinished(() => model.close())
  const mcp = await startFakeHttpServer({ signIn: 'usual', origin: 'https://mcp.invalid' })
  onTestFinished(() => mcp.close())
  const search = await openSite((_path, response) =>
    response.end(JSON.stringify({ results: [{ url: 'http://page.invalid/', title: 'Found' }] })),
  )
  onTestFinished(() => search[Symbol.asyncDispose]())
  const page = await openSite((path, response) => {
    response.setHeader('content-type', 'text/plain')
    if (path === '/moved') response.writeHead(302, { location: '/here' }).end()
    else response.end(`The page at ${path}`)
  })
  onTestFinished(() => page[Symbol.asyncDispose]())
  const mcpPort = Number(new URL(mcp.url).port)
  const proxy = await openProxy({
    'models.invalid': Number(new URL(model.baseUrl).port),
    'search.invalid': portOf(search.host),
    'page.invalid': portOf(page.host),
    'mcp.invalid': await withTls('mcp.invalid', mcpPort),
  })
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  /** The browser of the user, which has settings of its own. */
  const browse = async (url: string) => {
    await (await fetch(url.replace('https://mcp.invalid', `http://127.0.0.1:${mcpPort}`))).text()
    return true
  }
  return { model, proxy, browse }
}

test.each<[string, (proxy: ProxyServer) => Partial<Platform>]>([
  [
    'the environment names',
    ({ address }) => {
      Object.assign(process.env, { HTTPS_PROXY: `http://${address}`, http_proxy: address })
      return {}
    },
  ],
  [
    'a PAC script names after one that is gone',
    ({ address }) => ({
      resolveProxy: () => Promise.resolve(`PROXY 127.0.0.1:1; PROXY ${address}; DIRECT`),
    }),
  ],
])(
  'the proxy that %s leads to models, answers, searches, pages, MCP servers and sign-ins',
  async (_what, setUp) => {
    const { model, proxy, browse } = await openWorld()
    const app = await startTestApp({ platform: { ...setUp(proxy), openLink: browse } })
    const parley = connectTo(app)
    await parley.invoke('providers.save', {
      id: 'far',
      kind: 'openai-compatible',
      baseUrl: 'http://models.invalid/v1',
    })
    const { models } = await parley.invoke('models.list', { refresh: true })
    expect(models.filter(({ providerId }) => providerId === 'far')).not.toEqual([])
    await parley.invoke('search.save', { kind: 'searxng', baseUrl: 'http://search.invalid' })
    const transport = { type: 'http', url: 'https://mcp.invalid/mcp' } as const
    await parley.invoke('servers.save', { id: 'mcp', transport })
    expect((await parley.invoke('servers.signIn', { id: 'mcp' })).server).toMatchObject({
      state: 'ready',
      isSignedIn: true,
    })

    const calls = [
      ['web_search', { query: 'rain' }],
      ['web_fetch', { url: 'http://page.invalid/moved' }],
      // Refused before the proxy gets any of them.
      ['web_fetch', { url: 'http://127.0.0.1:1/' }],
      ['web_fetch', { url: 'http://wiki/' }],
      ['web_fetch', { url: 'http://printer.local/' }],
      ['mcp__echo', { text: 'Hello' }],
    ] as const
    model.script('caller', calling(calls))
    const { session } = await parley.invoke('sessions.create', {
      model: 'far/caller',
      tools: { enabled: ['web.search', 'web.fetch', 'mcp:mcp/*'] },
    })
    const watched = watchSession(parley, session.id)
    const seen = new Set<string>()
    await parley.invoke('runs.send', { sessionId: session.id, text: 'Look' })
    for (let answered = 0; answered < calls.length; answered += 1) {
      const { approvalId } = await watched.first('approval-request', (event) => !seen.has(event.approvalId))
      seen.add(approvalId)
      await parley.invoke('approvals.answer', { approvalId, decision: 'once' })
    }
    await watched.idleWith(2)
    let results: string[] = []
    while (results.length < calls.length) results = resultsIn(await model.waitForRequest('caller'))
    const [found, page, ...others] = results
    expect(found).toContain('http://page.invalid/')
    expect(page).toContain('The page at /here')
    expect(others.slice(0, -1)).toEqual(
      Array.from({ length: 3 }, () => expect.stringContaining('private network')),
    )
    expect(others.at(-1)).toContain('Hello')
    const hosts = new Set(proxy.asked.map((line) => /(?:\/\/|CONNECT )([\w.]+)/.exec(line)?.[1] ?? ''))
    expect([...hosts].toSorted((one, other) => one.localeCompare(other))).toEqual([
      'mcp.invalid',
      'models.invalid',
      'page.invalid',
      'search.invalid',
    ])
  },
)
