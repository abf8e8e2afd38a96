import type { ParleyError } from '../../shared/errors'
import type { KeysGuard } from '../../shared/models/models'
import type { Dispose } from '../base/dispose'
import type { HostNotices } from './host-notices'

/** Everything in which the hosts differ. Nothing else in main knows which host it runs in. */
export interface Platform {
  readonly host: 'electron' | 'web'
  readonly version: string
  /** The one folder under which every file is written. */
  readonly dataFolder: string
  /** The data folder belongs to another process: what the user set there is read, and never written. */
  readonly isReader?: boolean
  readonly secrets: SecretCipher
  /** Shows `url` in full and opens it outside Parley if the user agrees. */
  openLink(url: string): Promise<boolean>
  /**
   * Shows what is asked for in full, where nothing that a window does can agree to it, and waits for the user. False when
   * the user does not agree, or cannot be asked.
   */
  confirm(question: Confirmation, signal?: AbortSignal): Promise<boolean>
  /** Where windows are to lead the user to be asked; absent where the host asks by itself. */
  readonly confirmationPage?: ConfirmationPage
  /** Lets the user choose a folder; null when none was chosen. Absent where the system has no such dialog. */
  readonly chooseFolder?: () => Promise<string | null>
  /** What the host has to say to the user; absent where it never has anything to say. */
  readonly notices?: HostNotices
  /** Ends the app in an orderly way and starts the version that the notice `update-ready` is about. */
  readonly installUpdate?: () => void
  /** Ends the app in an orderly way. */
  quit(): void
  /**
   * Ends the app in an orderly way and starts it anew, soon after this returns. Asked again meanwhile it is the same
   * restart. False when the app is ending for good.
   */
  restart(): boolean
}

/** The page, out of reach of any window, on which the user is asked. */
export interface ConfirmationPage {
  /** Its address, relative to that of a window; null while nothing is asked. */
  url(): string | null
  onChanged(listener: () => void): Dispose
}

/** Something that only the user may allow. */
export interface Confirmation {
  kind: 'agent-settings' | 'unlimited-agent'
  /** The agent's name, as people know it. */
  agentName: string
  /** What would be done, line by line and in full, with what it does it to. */
  lines: { label: 'program' | 'server' | 'variable' | 'folder'; value: string }[]
}

/** Encrypts keys at rest. */
export interface SecretCipher {
  /** Which way this is; Settings say what it protects against, and what not. */
  readonly guarantee: KeysGuard
  /** What became of a key that could not be used; absent where all is well. */
  readonly problem?: ParleyError | undefined
  encrypt(plain: string): Buffer
  /** @throws Error when the cipher text is damaged or of another machine */
  decrypt(cipher: Buffer): string
  /** Whether it was encrypted in a way that promises less than `guarantee`. */
  isOutdated?(cipher: Buffer): boolean
}
