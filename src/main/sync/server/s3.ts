import { createHash } from 'node:crypto'

import { AwsV4Signer } from 'aws4fetch'

import type { SyncProblem } from '../../../shared/store/sync'
import type { SyncServer } from '../../../shared/store/sync-place'
import type { Clock } from '../../base/clock'
import {
  childrenOf,
  fileFrom,
  MeetingServer,
  mostFiles,
  type ServerFile,
  ServerRefusal,
  textIn,
} from './meeting-server'

/** What the status of a refusal does not say. */
const refusals: ReadonlyMap<string, SyncProblem> = new Map([
  ['AuthorizationHeaderMalformed', 'sign-in'],
  ['InvalidAccessKeyId', 'sign-in'],
  ['RequestTimeTooSkewed', 'sign-in'],
  ['SignatureDoesNotMatch', 'sign-in'],
  ['EntityTooLarge', 'too-large'],
  ['QuotaExceeded', 'full'],
])

/**
 * A bucket, or a folder in one, on a server that speaks S3.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
 */
export class S3Server extends MeetingServer {
  readonly #bucket: URL
  /** Ends with a slash unless it is empty. */
  readonly #prefix: string
  readonly #signing: { accessKeyId: string; secretAccessKey: string; region: string; service: string }

  constructor(
    { address, bucket, region, keyId }: Extract<SyncServer, { kind: 's3' }>,
    { secret, ...deps }: { secret: string; clock: Clock; signal: AbortSignal },
  ) {
    super(deps)
    const [name = '', ...folders] = bucket.split('/')
    const base = new URL(address.endsWith('/') ? address : `${address}/`)
    this.#bucket = base.host.startsWith(`${name}.`) ? base : new URL(`${name}/`, base)
    this.#prefix = folders.map((folder) => `${folder}/`).join('')
    this.#signing = { accessKeyId: keyId, secretAccessKey: secret, region, service: 's3' }
  }

  async list(): Promise<ServerFile[]> {
    const files: ServerFile[] = []
    const url = new URL(this.#bucket)
    url.searchParams.set('list-type', '2')
    url.searchParams.set('prefix', this.#prefix)
    for (let pages = 1; ; pages += 1) {
      const page = await this.ask('GET', url, { expected: [200] }, (response) =>
        this.listIn(response, 'ListBucketResult'),
      )
      for (const entry of childrenOf(page, 'Contents')) files.push(...this.#fileIn(entry))
      const token = textIn([page], ['NextContinuationToken'])
      if (textIn([page], ['IsTruncated']) !== 'true' || token === '') return files
      // A server that repeats itself would never end.
      if (pages > mostFiles / 100) throw new ServerRefusal('not-server', 'a list without end')
      url.searchParams.set('continuation-token', token)
    }
  }

  /** A bucket has no folders, and is made where its limits and prices are. */
  async create(): Promise<void> {}

  protected urlOf(name: string): URL {
    return new URL(`${this.#prefix}${name}`, this.#bucket)
  }

  protected async signed(
    method: string,
    { href: url }: URL,
    given: { headers?: Record<string, string>; body?: string | Blob },
  ): Promise<Record<string, string>> {
    const hash = createHash('sha256')
    if (given.body instanceof Blob) for await (const part of given.body.stream()) hash.update(part)
    const headers = { ...given.headers, 'x-amz-content-sha256': hash.digest('hex') }
    const signer = new AwsV4Signer({ method, url, headers, ...this.#signing })
    return Object.fromEntries((await signer.sign()).headers)
  }

  protected override reasonIn(text: string): SyncProblem | null {
    return refusals.get(/<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? '') ?? null
  }

  #fileIn(entry: unknown): ServerFile[] {
    const key = textIn([entry], ['Key'])
    if (!key.startsWith(this.#prefix)) return []
    const tag = textIn([entry], ['ETag', 'LastModified'])
    return fileFrom(key.slice(this.#prefix.length), textIn([entry], ['Size']), tag)
  }
}
