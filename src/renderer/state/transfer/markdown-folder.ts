import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import type { Language } from '../../../shared/locales/language'
import type { MarkdownFolderState } from '../../../shared/store/markdown-folder'
import { attempt } from '../../errors/error-data'
import type { ParleyApi } from '../../rpc/parley-api'

interface MarkdownFolderView extends MarkdownFolderState {
  /** Why the last change was refused. */
  error: ErrorData | null
}

/** The folder with a Markdown file for each chat, as main reports it. */
export class MarkdownFolder {
  readonly store = createStore<MarkdownFolderView>(() => ({
    folder: null,
    isKept: false,
    isWriting: false,
    progress: null,
    written: null,
    problem: null,
    error: null,
  }))
  readonly #api: ParleyApi

  constructor(api: ParleyApi) {
    this.#api = api
  }

  receive(state: MarkdownFolderState): void {
    this.store.setState(state)
  }

  /** Chooses the folder; its files are in this language. Null: none any more. */
  set(folder: string | null, isKept: boolean, language: Language): Promise<void> {
    return this.#change(() => this.#api.invoke('markdownFolder.set', { folder, isKept, language }))
  }

  /** Brings all files up to date now. */
  write(): Promise<void> {
    return this.#change(() => this.#api.invoke('markdownFolder.write', {}))
  }

  async #change(ask: () => Promise<{ state: MarkdownFolderState }>): Promise<void> {
    await attempt(this.store, async () => this.store.setState((await ask()).state))
  }
}
