import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { AwsV4Signer } from 'aws4fetch'

import type { SyncServer } from '../../../../shared/store/sync-place.ts'

/** A server with one folder. */
export interface FakeServer extends AsyncDisposable {
  place: SyncServer
  /** What it accepts; a test may change it. */
  secret: string
  /** The content of files by name; null if the folder of WebDAV was not made. */
  files: Map<string, Buffer> | null
  /** Method and name of each request. */
  requests: string[]
  /** Answers a request in another way, if it returns true. */
  misbehave: (request: IncomingMessage, response: ServerResponse) => boolean
}

/** Starts a server for a test, which disposes it. */
export async function startFakeServer(kind: SyncServer['kind']): Promise<FakeServer> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const name = new URL(request.url ?? '', 'http://fake').pathname.split('/').at(-1) ?? ''
      fake.requests.push(`${request.method} ${name}`)
      if (fake.misbehave(request, response)) return
      const body = Buffer.concat(parts)
      if (kind === 's3') void answerS3(fake, { request, response, name, body })
      else answerWebdav(fake, { request, response, name, body })
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const fake: FakeServer = {
    place:
      kind === 'webdav'
        ? { kind, address: `${address}/dav/parley`, user: 'ada' }
        : { kind, address, bucket: 'meet/parley', region: 'here-1', keyId: 'ada' },
    secret: 'open sesame',
    files: kind === 'webdav' ? null : new Map(),
    requests: [],
    misbehave: () => false,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
  return fake
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  name: string
  body: Buffer
}

function stampOf(content: Buffer): string {
  return createHash('md5').update(content).digest('hex')
}

function answerWebdav(fake: FakeServer, { request, response, name, body }: Exchange): void {
  const end = (status: number, content: string | Buffer = '') => void response.writeHead(status).end(content)
  const credentials = `Basic ${Buffer.from(`ada:${fake.secret}`).toString('base64')}`
  if (request.headers.authorization !== credentials) return end(401)
  if (request.method === 'MKCOL') {
    fake.files ??= new Map()
    return end(201)
  }
  const { files } = fake
  if (files === null) return end(request.method === 'PUT' ? 409 : 404)
  if (request.method !== 'PROPFIND') return serveFile(files, { request, response, name, body })
  const entries = [...files].map(
    ([each, content]) => `<D:response><D:href>/dav/parley/${each}</D:href><D:propstat><D:prop>
      <D:getcontentlength>${content.length}</D:getcontentlength><D:getetag>&quot;${stampOf(content)}&quot;</D:getetag>
      </D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`,
  )
  const own = '<D:response><D:href>/dav/parley/</D:href></D:response>'
  end(207, `<?xml version="1.0"?><D:multistatus xmlns:D="DAV:">${own}${entries.join('')}</D:multistatus>`)
}

async function answerS3(fake: FakeServer, { request, response, name, body }: Exchange): Promise<void> {
  const end = (status: number, content = '') => void response.writeHead(status).end(content)
  const url = new URL(request.url ?? '', `http://${request.headers.host}`)
  const sent = new Headers(request.headers as Record<string, string>)
  const headers = Object.fromEntries([...sent].filter(([each]) => each.startsWith('x-amz')))
  const datetime = headers['x-amz-date'] ?? ''
  const signing = {
    accessKeyId: 'ada',
    secretAccessKey: fake.secret,
    region: 'here-1',
    service: 's3',
    datetime,
  }
  const signer = new AwsV4Signer({ method: request.method ?? '', url: url.href, headers, ...signing })
  const isSigned = (await signer.authHeader()) === sent.get('authorization')
  const isWhole = createHash('sha256').update(body).digest('hex') === headers['x-amz-content-sha256']
  if (!isSigned || !isWhole) return end(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>')
  if (!url.pathname.startsWith('/meet/')) return end(404, '<Error><Code>NoSuchBucket</Code></Error>')
  const files = fake.files ?? new Map<string, Buffer>()
  if (name !== '') return serveFile(files, { request, response, name, body })
  // Pages of two.
  const from = Number(url.searchParams.get('continuation-token') ?? 0)
  const entries = [...files]
    .slice(from, from + 2)
    .map(
      ([each, content]) =>
        `<Contents><Key>parley/${each}</Key><Size>${content.length}</Size><ETag>${stampOf(content)}</ETag></Contents>`,
    )
  const isTruncated = from + 2 < files.size
  const next = isTruncated ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : ''
  end(
    200,
    `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`,
  )
}

function serveFile(files: Map<string, Buffer>, { request, response, name, body }: Exchange): void {
  const content = files.get(name)
  if (request.method === 'PUT') files.set(name, body)
  if (request.method === 'DELETE') files.delete(name)
  const status =
    content === undefined && request.method !== 'PUT' ? 404 : request.method === 'GET' ? 200 : 204
  response.writeHead(status).end(request.method === 'GET' ? (content ?? '') : '')
}
