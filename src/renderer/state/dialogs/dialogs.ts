import { createStore } from 'zustand/vanilla'

import type { MessageId, SessionId } from '../../../shared/ids'
import type { Project } from '../../../shared/projects/projects'
import type { ConfirmationKind } from '../../../shared/rpc/window-events'
import type { LinkTarget } from '../../markdown/source/link-target'
import type { ExportSubject, SettingsSection, View } from '../navigation/navigation'
import type { SessionEntry } from '../session-list/session-entry'

/** The reason for choosing a project: to move these entries, to open it, or for a new chat in it. */
export type ProjectChoice =
  | { kind: 'move'; entries: readonly SessionEntry[] }
  | { kind: 'open' }
  | { kind: 'new-chat' }

/** The content of the project dialog; `project` is null for a new one. */
export type ProjectDialogState =
  | ProjectChoice
  | { kind: 'edit'; project: Project | null }
  | { kind: 'knowledge'; project: Project }

/** A dialog that anything in the window may open, and its subject. */
export type DialogState =
  | { kind: 'palette' }
  | { kind: 'shortcuts' }
  | { kind: 'prompts' }
  | { kind: 'spending' }
  /** `provider` is the one whose form is open, with the focus in its key. */
  | { kind: 'settings'; section: SettingsSection; provider: string | null }
  | { kind: 'export'; subject: ExportSubject }
  | { kind: 'project'; shown: ProjectDialogState }
  /** Adds this question to a prompt set; `source` is its message. */
  | { kind: 'add-to-set'; prompt: string; source: { sessionId: SessionId; messageId: MessageId } }
  /** Asks whether to keep the temporary chat that the user leaves for `to`. */
  | { kind: 'leave'; to: View }
  /** A restart or reload that would end this many answers. */
  | { kind: 'restart'; before: 'restart' | 'reload'; answers: number }
  /** A confirmation outside the window, on this page. */
  | { kind: 'confirmation'; pageUrl: string; about: ConfirmationKind | null }
  | { kind: 'link'; target: LinkTarget }

export type DialogKind = DialogState['kind']
export type DialogOf<Kind extends DialogKind> = Extract<DialogState, { kind: Kind }>

export interface DialogsState {
  /** At most one of each kind, uppermost last. */
  open: readonly DialogState[]
}

/** The open dialogs of the window. */
export class Dialogs {
  readonly store = createStore<DialogsState>(() => ({ open: [] }))

  /** Opens a dialog above the others, or changes the open one of its kind. */
  open(dialog: DialogState): void {
    const { open } = this.store.getState()
    const at = open.findIndex(({ kind }) => kind === dialog.kind)
    this.store.setState({ open: at === -1 ? [...open, dialog] : open.with(at, dialog) })
  }

  close(kind: DialogKind): void {
    if (this.find(kind) === null) return
    this.store.setState(({ open }) => ({ open: open.filter((dialog) => dialog.kind !== kind) }))
  }

  /** The open dialog of this kind; null if there is none. */
  find<Kind extends DialogKind>(kind: Kind): DialogOf<Kind> | null {
    return dialogIn(this.store.getState(), kind)
  }
}

/** The open dialog of this kind; null if there is none. */
export function dialogIn<Kind extends DialogKind>({ open }: DialogsState, kind: Kind): DialogOf<Kind> | null {
  return open.find((dialog): dialog is DialogOf<Kind> => dialog.kind === kind) ?? null
}
