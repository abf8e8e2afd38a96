import { once } from 'node:events'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls, type ConnectionOptions } from 'node:tls'

/** An agent whose connections lead through a proxy. A request gets one only once it leads to its host, TLS included. */
export interface ProxyAgent {
  agent: HttpAgent
  /** Ends the attempt to establish the connection, and with it the request. */
  abandon(): void
}

/** The agent for one request. */
export function proxyAgent(proxy: URL, isTls: boolean): ProxyAgent {
  if (proxy.protocol === 'socks5:') return new SocksTunnel(proxy, isTls)
  if (isTls) return new HttpTunnel({ proxyEnv: { HTTPS_PROXY: proxy.href } })
  const agent = new HttpAgent({ proxyEnv: { HTTP_PROXY: proxy.href } })
  // Such a request gets its connection at once.
  return { agent, abandon: () => {} }
}

function abandonSocket(socket: Duplex | null | undefined): void {
  // After a failure, nobody listens any more.
  socket?.on('error', () => {})
  socket?.destroy(new Error('the tunnel is not needed any more'))
}

/** Through an HTTP proxy, to a host with TLS. */
class HttpTunnel extends HttpsAgent implements ProxyAgent {
  readonly agent = this
  #socket: Duplex | null | undefined

  override createConnection(...given: Parameters<HttpsAgent['createConnection']>): Duplex | null | undefined {
    this.#socket = super.createConnection(...given)
    return this.#socket
  }

  abandon(): void {
    abandonSocket(this.#socket)
  }
}

/** Through a SOCKS5 proxy, which resolves the name of the host. @see RFC 1928 and RFC 1929 */
class SocksTunnel extends HttpAgent implements ProxyAgent {
  readonly agent = this
  readonly #proxy: URL
  readonly #isTls: boolean
  #socket: Socket | null = null

  constructor(proxy: URL, isTls: boolean) {
    super()
    // As options, only newer versions of Node accept them.
    if (isTls) Object.assign(this, { protocol: 'https:', defaultPort: 443 })
    this.#proxy = proxy
    this.#isTls = isTls
  }

  override createConnection(
    options: ConnectionOptions,
    done: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    void this.#connect(options, done)
  }

  abandon(): void {
    abandonSocket(this.#socket)
  }

  async #connect(
    options: ConnectionOptions,
    done: (error: Error | null, socket: Duplex) => void,
  ): Promise<void> {
    let opened: Socket
    try {
      opened = await this.#open(options)
    } catch (error) {
      this.abandon()
      // On failure, Node expects no socket, although the types require one.
      const fail = done as (cause: unknown) => void
      fail(error)
      return
    }
    done(null, opened)
  }

  async #open(options: ConnectionOptions): Promise<Socket> {
    const { hostname, port } = this.#proxy
    const host = hostname.replaceAll(/[[\]]/g, '')
    const socket = connect({ host, port: Number(port || 1_080) })
    this.#socket = socket
    // A close, which is noticed, follows each error.
    socket.on('error', () => {})
    await once(socket, 'connect')
    await openSocks(socket, this.#proxy, { host: options.host ?? '', port: Number(options.port) })
    if (!this.#isTls) return socket
    const secure = connectTls({ ...options, ALPNProtocols: ['http/1.1'], socket })
    this.#socket = secure
    await once(secure, 'secureConnect')
    return secure
  }
}

const socksVersion = 5
const nameVersion = 1
const noSignIn = 0
const signInByName = 2
const connectCommand = 1
const hostByName = 3

/** Makes the proxy connect a new connection to `target`. @throws ERR_PROXY_TUNNEL, ERR_PROXY_SIGN_IN */
async function openSocks(socket: Socket, proxy: URL, target: { host: string; port: number }): Promise<void> {
  let wake: (() => void) | null = null
  const onChange = () => wake?.()
  socket.on('readable', onChange).on('close', onChange)
  /** The next bytes, and no others. */
  const read = async (count: number): Promise<Buffer> => {
    for (;;) {
      const bytes = socket.read(count) as Buffer | null
      if (bytes?.length === count) return bytes
      if (bytes !== null || socket.destroyed) throw tunnelError('it closed the connection')
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  try {
    const methods = proxy.username === '' ? [noSignIn] : [noSignIn, signInByName]
    socket.write(Buffer.from([socksVersion, methods.length, ...methods]))
    const [version, method = 0] = await read(2)
    if (version !== socksVersion) throw tunnelError('it does not speak SOCKS5')
    if (!methods.includes(method)) throw tunnelError('it requires a sign-in', 'ERR_PROXY_SIGN_IN')
    if (method === signInByName) {
      const signIn = [proxy.username, proxy.password].flatMap((part) => counted(decodeURIComponent(part)))
      socket.write(Buffer.from([nameVersion, ...signIn]))
      const [, refusal] = await read(2)
      if (refusal !== 0) throw tunnelError('it refused the sign-in', 'ERR_PROXY_SIGN_IN')
    }
    const { host, port } = target
    const place = [hostByName, ...counted(host), port >> 8, port & 0xff]
    socket.write(Buffer.from([socksVersion, connectCommand, 0, ...place]))
    const [, refusal, , type] = await read(4)
    if (refusal !== 0) throw tunnelError(`it answered with ${refusal}`)
    // The address and port that it uses, which nobody needs.
    const hostBytes = type === 1 ? 4 : type === 4 ? 16 : ((await read(1))[0] ?? 0)
    await read(hostBytes + 2)
  } finally {
    socket.off('readable', onChange).off('close', onChange)
  }
}

/** A text after the number of its bytes. */
function counted(text: string): number[] {
  const bytes = [...Buffer.from(text)].slice(0, 255)
  return [bytes.length, ...bytes]
}

function tunnelError(
  why: string,
  code: 'ERR_PROXY_TUNNEL' | 'ERR_PROXY_SIGN_IN' = 'ERR_PROXY_TUNNEL',
): Error {
  return Object.assign(new Error(`The SOCKS proxy did not connect: ${why}`), { code })
}
