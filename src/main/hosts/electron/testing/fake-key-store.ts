import type { HostSafeStorage } from '../system/electron-modules'

/**
 * `safeStorage`: https://www.electronjs.org/docs/latest/api/safe-storage. Its cipher text starts with the mark of the
 * key: `v11` for a Linux keyring, and `v10` for the fixed key that Chromium uses without one, although the backend
 * still has the name of the desktop's keyring.
 */
export class FakeKeyStore implements HostSafeStorage {
  /** The key of this account; other accounts and machines have other keys. */
  key = 'key-of-this-account'
  /** `fixed`: Linux without a keyring. `silent`: waits for a password that nobody enters. */
  state: 'open' | 'locked' | 'silent' | 'fixed' | 'absent' = 'open'
  backend: ReturnType<HostSafeStorage['getSelectedStorageBackend']> = 'gnome_libsecret'
  readonly #answered = Promise.withResolvers<void>()

  isAsyncEncryptionAvailable(): Promise<boolean> {
    return Promise.resolve(this.state !== 'absent')
  }

  async encryptStringAsync(plain: string): Promise<Buffer> {
    await this.#access()
    return Buffer.from(this.state === 'fixed' ? `v10:peanuts:${plain}` : `v11:${this.key}:${plain}`)
  }

  async decryptStringAsync(sealed: Buffer): Promise<{ result: string }> {
    const [mark, key, result = ''] = sealed.toString().split(':')
    // The fixed key opens its own data in every state.
    if (mark === 'v10' && key === 'peanuts') return { result }
    await this.#access()
    if (this.state === 'fixed' || key !== this.key) throw new Error('sealed by another key store')
    return { result }
  }

  getSelectedStorageBackend(): typeof this.backend {
    return this.backend
  }

  /** The user enters the password that a `silent` key store waits for. */
  unlock(): void {
    this.state = 'open'
    this.#answered.resolve()
  }

  async #access(): Promise<void> {
    if (this.state === 'silent') await this.#answered.promise
    if (this.state === 'locked' || this.state === 'absent') throw new Error('the keyring is locked')
  }
}
