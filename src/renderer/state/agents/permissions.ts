import { createStore } from 'zustand/vanilla'

import type { ConsentRule } from '../../../shared/agents/agents'
import type { ErrorData } from '../../../shared/errors'
import type { RouteOutput } from '../../../shared/rpc/contract'
import type { ToolConsentRule } from '../../../shared/tools/tools'
import { attempt, errorDataOf } from '../../errors/error-data'
import type { ParleyApi } from '../../rpc/parley-api'

/** A decision about what an agent or a tool does. In a chat, it has the chat's title. */
export type Permission = (ConsentRule | ToolConsentRule) & { title?: string }

export interface PermissionsState {
  /** Permanent ones: folders with full access first, then the newest. */
  always: readonly Permission[]
  /** Those that apply to one chat, newest first. */
  inChats: readonly Permission[]
  error: ErrorData | null
}

/** The user's permanent decisions about agents and tools. */
export class Permissions {
  readonly store = createStore<PermissionsState>(() => ({ always: [], inChats: [], error: null }))
  readonly #api: ParleyApi

  constructor(api: ParleyApi) {
    this.#api = api
  }

  async load(): Promise<void> {
    try {
      const { problem, ...listed } = await this.#api.invoke('consents.list', {})
      this.store.setState({ ...inOrder(listed), error: problem ?? null })
    } catch (error) {
      this.store.setState({ error: errorDataOf(error) })
    }
  }

  async revoke(consentId: string): Promise<void> {
    const isRevoked = await attempt(this.store, async () => {
      await this.#api.invoke('consents.remove', { consentId })
      const stays = ({ id }: Permission) => id !== consentId
      this.store.setState(({ always, inChats }) => ({
        always: always.filter(stays),
        inChats: inChats.filter(stays),
      }))
    })
    // Chats may have had the same permission.
    if (isRevoked) await this.load()
  }
}

function inOrder({ consents, ofChats = [], tools, toolsOfChats = [] }: RouteOutput<'consents.list'>) {
  return {
    always: [...consents, ...tools].toSorted(byAge),
    inChats: [...ofChats, ...toolsOfChats].toSorted(byAge),
  }
}

/** Newest first, after those without a date. */
function byAge(one: Permission, other: Permission): number {
  const [first, second] = [one.decidedAt ?? Infinity, other.decidedAt ?? Infinity]
  return first === second ? 0 : second - first
}
