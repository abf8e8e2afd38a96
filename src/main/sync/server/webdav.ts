import type { SyncServer } from '../../../shared/store/sync-place'
import type { Clock } from '../../base/clock'
import { childrenOf, fileFrom, MeetingServer, mostFiles, type ServerFile, textIn } from './meeting-server'

const properties =
  '<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop><getcontentlength/><getetag/><getlastmodified/></prop></propfind>'

/**
 * A collection on a WebDAV server.
 * @see https://www.rfc-editor.org/rfc/rfc4918
 */
export class WebdavServer extends MeetingServer {
  readonly #base: URL
  readonly #credentials: Record<string, string>

  constructor(
    { address, user }: Extract<SyncServer, { kind: 'webdav' }>,
    { secret, ...deps }: { secret: string; clock: Clock; signal: AbortSignal },
  ) {
    super(deps)
    this.#base = new URL(address.endsWith('/') ? address : `${address}/`)
    const credentials = Buffer.from(`${user}:${secret}`).toString('base64')
    this.#credentials = user === '' && secret === '' ? {} : { authorization: `Basic ${credentials}` }
  }

  list(): Promise<ServerFile[] | null> {
    const headers = { depth: '1', 'content-type': 'application/xml' }
    const request = { headers, body: properties, expected: [207, 404] }
    return this.ask('PROPFIND', this.#base, request, async (response) => {
      if (response.status === 404) return null
      const list = await this.listIn(response, 'multistatus')
      return childrenOf(list, 'response').slice(0, mostFiles).flatMap(fileIn)
    })
  }

  async create(): Promise<void> {
    // 405: it is there.
    await this.ask('MKCOL', this.#base, { expected: [201, 405] })
  }

  protected urlOf(name: string): URL {
    return new URL(name, this.#base)
  }

  protected signed(_method: string, _url: URL, { headers = {} }: { headers?: Record<string, string> }) {
    return Promise.resolve({ ...headers, ...this.#credentials })
  }
}

function fileIn(response: unknown): ServerFile[] {
  const name = textIn([response], ['href']).split('/').at(-1) ?? ''
  const found = childrenOf(response, 'propstat').flatMap((group) => childrenOf(group, 'prop'))
  return fileFrom(name, textIn(found, ['getcontentlength']), textIn(found, ['getetag', 'getlastmodified']))
}
