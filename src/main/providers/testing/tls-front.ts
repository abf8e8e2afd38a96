import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { createServer } from 'node:tls'

import { onTestFinished } from 'vitest'

/** A server with TLS in front of the one without at `port`, until the end of the running test. Returns its port. */
export async function openTlsFront(
  certificate: { key: string; cert: string },
  port: number,
): Promise<number> {
  const server = createServer(certificate, (socket) => {
    const onward = connect(port, '127.0.0.1')
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
    onward.pipe(socket).pipe(onward)
  }).listen(0, '127.0.0.1')
  // A client may not trust the certificate.
  server.on('tlsClientError', () => {})
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}
