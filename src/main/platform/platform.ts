import type { ParleyError } from '../../shared/errors'
import type { KeysGuard } from '../../shared/models/models'
import type { Dispose } from '../base/dispose'
import type { HostNotices } from './host-notices'

/** Everything that differs between hosts. Nothing else in main knows which host it runs in. */
export interface Platform {
  readonly host: 'electron' | 'web'
  readonly version: string
  /** The one folder under which every file is written. */
  readonly dataFolder: string
  /** The data folder belongs to another process: its settings are read, but never written. */
  readonly isReader?: boolean
  readonly secrets: SecretCipher
  /** Shows the full `url` and opens it outside Parley if the user agrees. */
  openLink(url: string, byServer?: ServerLink): Promise<boolean>
  /**
   * Shows the question in full, out of reach of any window, and waits for the user. False when the user does not agree
   * or cannot be asked.
   */
  confirm(question: Confirmation, signal?: AbortSignal): Promise<boolean>
  /** Opens a file in the user's program for it; rejects if the system has none. Absent when this host has no desktop. */
  readonly openFile?: (path: string) => Promise<void>
  /** Where windows send the user to be asked; absent when the host asks directly. */
  readonly confirmationPage?: ConfirmationPage
  /**
   * Lets the user choose a folder, starting in `current` or in the one that was chosen last for the same use; null when
   * none was chosen. Absent when the system has no such dialog.
   */
  readonly chooseFolder?: (use: FolderUse, current?: string | null) => Promise<string | null>
  /** The text of the system's clipboard, only while the quick window is visible; absent when the page reads it itself. */
  readonly readClipboard?: () => Promise<string | null>
  /**
   * The way to a URL by the system's proxy settings or PAC script, such as `PROXY a:1; DIRECT`; absent when the host does
   * not know them.
   */
  readonly resolveProxy?: (url: string) => Promise<string>
  /** The host's notices; absent when it never has any. */
  readonly notices?: HostNotices
  /** Quits cleanly and starts the version from the `update-ready` notice. */
  readonly installUpdate?: () => void
  /** Quits cleanly. */
  quit(): void
  /**
   * Quits cleanly and restarts soon after this returns. Repeated calls share one restart. False when the app is already
   * quitting for good.
   */
  restart(): boolean
}

/** What a folder is chosen for. */
export type FolderUse = 'agent' | 'knowledge' | 'export'

/** A page, out of reach of any window, that asks the user. */
export interface ConfirmationPage {
  /** Its address, relative to that of a window; null while there is no question. */
  url(): string | null
  /** What it asks about. */
  about(): Confirmation['kind'] | null
  onChanged(listener: () => void): Dispose
}

/** Something that only the user may allow. */
export type Confirmation = (
  | {
      kind: 'agent-settings' | 'unlimited-agent'
      /** The agent's display name. */
      agentName: string
    }
  | {
      kind: 'start-server'
      /** The server's id. */
      serverName: string
    }
  | { kind: 'check-command' }
  | { kind: 'set-commands' }
  | {
      /** The user's browser opens a page that a model wrote, which nothing holds back there. */
      kind: 'answer-page'
    }
  | {
      /** All text files of a folder may be given to models. */
      kind: 'knowledge-folder'
    }
  | {
      /** The user's browser goes to an address that a server named. Only where the host's page can show it. */
      kind: 'open-page'
    }
) & {
  /**
   * What would be done, one line per detail: in full, but very long values are shortened in the middle. A
   * `loading-variable` can make a program run something else than its command says.
   */
  lines: {
    label:
      | 'program'
      | 'server'
      | 'variable'
      | 'loading-variable'
      | 'folder'
      | 'command'
      | 'address'
      | 'token-host'
    value: string
  }[]
}

/**
 * A link that an MCP server wants to be opened, at any moment: the Enter of somebody who is typing does not agree to it.
 */
export interface ServerLink {
  /** Withdraws the question. */
  signal: AbortSignal
  /** The host that completes a sign-in, if it has to be named. */
  tokenHost: string | null
}

/** Encrypts keys at rest. */
export interface SecretCipher {
  /** The kind of protection; Settings explain what it protects against and what it does not. */
  readonly guarantee: KeysGuard
  /** Why a key could not be used; absent when all is well. */
  readonly problem?: ParleyError | undefined
  encrypt(plain: string): Buffer
  /** @throws Error when the ciphertext is damaged or from another machine */
  decrypt(cipher: Buffer): string
  /** Whether the ciphertext is protected less well than `guarantee` promises. */
  isOutdated?(cipher: Buffer): boolean
}
