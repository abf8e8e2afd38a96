import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A server on this machine that must hear of no page. */
export interface Trap {
  /** `http://127.0.0.1:` and its port. */
  origin: string
  /** How many connections it has had. */
  heard(): number
  close(): void
}

/** Opens a server that counts connections, and ends each. */
export async function openTrap(): Promise<Trap> {
  let heard = 0
  const server = createServer((socket) => {
    heard += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard: () => heard,
    close: () => server.close(),
  }
}
