import { generateKeyPairSync, sign } from 'node:crypto'

/** Options of a certificate; it is valid around now unless `days` says when. */
export interface TestCertificateOptions {
  /** The host names that it is for. */
  names: readonly string[]
  /** From when to when it is valid, in days from now. */
  days?: readonly [from: number, until: number]
}

/** A new self-signed certificate and its key, for a TLS server of a test. No file contains a key this way. */
export function testCertificate({ names, days = [-1, 1] }: TestCertificateOptions): {
  key: string
  cert: string
} {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const algorithm = sequence(oid('2a8648ce3d040302')) // ecdsa-with-SHA256
  const name = sequence(tlv(0x31, sequence(oid('550403'), tlv(0x0c, Buffer.from('test')))))
  const time = (offset: number) =>
    tlv(
      0x18,
      Buffer.from(
        `${new Date(Date.now() + offset * 86_400_000).toISOString().replaceAll(/\D/g, '').slice(0, 14)}Z`,
      ),
    )
  const alternatives = sequence(...names.map((host) => tlv(0x82, Buffer.from(host))))
  const extension = sequence(oid('551d11'), tlv(0x04, alternatives))
  const content = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(time(days[0]), time(days[1])),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(extension)),
  )
  const signature = tlv(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)]))
  const base64 = sequence(content, algorithm, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----\n`,
  }
}

/** A value in DER. */
function tlv(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function sequence(...items: Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(items))
}

function oid(hex: string): Buffer {
  return tlv(0x06, Buffer.from(hex, 'hex'))
}
