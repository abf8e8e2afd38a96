import { join } from 'node:path'

import { z } from 'zod'

import type { ParleyError } from '../../shared/errors'
import { failure } from '../../shared/failures/failure'
import type { Clock } from '../base/clock'
import { JsonFile } from '../base/files/json-file'
import type { SecretCipher } from '../platform/platform'
import { serverFailure } from '../../shared/failures/server-failure'
import type { AgentId } from '../../shared/agents/agents'

type SecretsFile = Record<string, string>

const cipherText = z.base64()

/** Each value is a ciphertext in base64; anything else is skipped. */
const secretsFile: z.ZodType<SecretsFile> = z.record(z.string(), z.unknown()).transform((file) =>
  Object.fromEntries(
    Object.entries(file).flatMap(([id, value]) => {
      const { data } = cipherText.safeParse(value)
      return data === undefined ? [] : [[id, data] as const]
    }),
  ),
)

/** The ids of skipped entries. */
function leftOut(file: unknown): string[] {
  return Object.entries(z.record(z.string(), z.unknown()).parse(file)).flatMap(([id, value]) =>
    cipherText.safeParse(value).success ? [] : [id],
  )
}

/** The keys of providers by id, encrypted, in `secrets.json` of the data folder. */
export class SecretStore {
  readonly #file: JsonFile<SecretsFile>
  readonly #cipher: SecretCipher
  readonly #onProblem: (error: ParleyError) => void
  readonly #reported = new Set<string>()
  #secrets: ReadonlyMap<string, string>

  constructor(
    folder: string,
    cipher: SecretCipher,
    deps: { clock: Clock; onProblem: (error: ParleyError) => void; isReadOnly?: boolean },
  ) {
    this.#file = new JsonFile(join(folder, 'secrets.json'), {
      ...deps,
      schema: secretsFile,
      leftOut,
      empty: {},
    })
    this.#cipher = cipher
    this.#onProblem = deps.onProblem
    this.#secrets = new Map(Object.entries(this.#file.read()))
  }

  /** The key in plain text; null when there is none, or when it cannot be decrypted here, which is reported once. */
  get(id: string): string | null {
    const encrypted = this.#secrets.get(id)
    if (encrypted === undefined) return null
    const secret = Buffer.from(encrypted, 'base64')
    try {
      const plain = this.#cipher.decrypt(secret)
      if (this.#cipher.isOutdated?.(secret) === true) this.#renew(id, plain)
      return plain
    } catch (error) {
      this.#reportOnce(id, unreadableSecret(id, error))
      return null
    }
  }

  /** @throws STORE_FULL; the stored key is unchanged then */
  set(id: string, secret: string): void {
    this.setAll([[id, secret]])
  }

  /** Sets several secrets in one write. @throws STORE_FULL; nothing is changed then */
  setAll(given: readonly (readonly [id: string, secret: string])[]): void {
    if (given.length === 0) return
    const secrets = new Map(this.#secrets)
    for (const [id, secret] of given) secrets.set(id, this.#cipher.encrypt(secret).toString('base64'))
    this.#replace(secrets)
    for (const [id] of given) this.#reported.delete(id)
  }

  /** @throws STORE_FULL; the stored key is unchanged then */
  remove(id: string): void {
    if (!this.#secrets.has(id)) return
    const secrets = new Map(this.#secrets)
    secrets.delete(id)
    this.#replace(secrets)
  }

  /** If it cannot be written now, it is tried again at the next read. */
  #renew(id: string, plain: string): void {
    try {
      this.set(id, plain)
    } catch (cause) {
      this.#reportOnce(id, failure('INTERNAL', 'key-not-encrypted', { providerId: id }, cause))
    }
  }

  #reportOnce(id: string, error: ParleyError): void {
    if (!this.#reported.has(id)) this.#onProblem(error)
    this.#reported.add(id)
  }

  #replace(secrets: ReadonlyMap<string, string>): void {
    this.#file.write(Object.fromEntries(secrets))
    this.#secrets = secrets
  }
}

/** The id of the secret in an agent's environment variable. A provider's secret has the provider's id, which never contains a colon. */
export function agentSecretId(agentId: AgentId, variable: string): string {
  return `agent:${agentId}:${variable}`
}

/**
 * The id of a secret of an MCP server: the value of a variable or header, the secret of its registered client, what its
 * sign-in returned, or the hash of what the user has allowed to start.
 */
export function serverSecretId(
  serverId: string,
  { kind, name }: { kind: 'variable' | 'header' | 'client-secret' | 'sign-in' | 'allowed'; name: string },
): string {
  return `server:${serverId}:${kind}:${name}`
}

/** The id of the key of the service that searches the web. */
export const searchSecretId = 'search:key'

/** The id of the passphrase of the sync folder. */
export const syncSecretId = 'sync:passphrase'

/** The id of the password or secret key of the server through which machines sync. */
export const syncServerSecretId = 'sync:server'

/** Says whose secret could not be decrypted. */
export function unreadableSecret(id: string, cause: unknown): ParleyError {
  if (id === searchSecretId) return failure('STORE_DAMAGED', 'key', { providerId: 'web.search' }, cause)
  const serverId = /^server:(?<serverId>[^:]+):/.exec(id)?.[1]
  if (serverId !== undefined) return serverFailure('value', { server: serverId }, cause)
  const [, agentId, variable] = /^agent:(?<agentId>[^:]+):(?<variable>.+)$/.exec(id) ?? []
  if (agentId === undefined || variable === undefined) {
    return failure('STORE_DAMAGED', 'key', { providerId: id }, cause)
  }
  return failure('STORE_DAMAGED', 'agent-variable', { agentId, variable }, cause)
}
