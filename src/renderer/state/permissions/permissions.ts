import { createStore } from 'zustand/vanilla'

import type { ConsentRule } from '../../../shared/agents/agents'
import type { ErrorData } from '../../../shared/errors'
import type { RouteOutput } from '../../../shared/rpc/contract'
import type { ToolConsentRule } from '../../../shared/tools/tools'
import { errorDataOf } from '../../errors/error-data'
import type { ParleyApi } from '../../rpc/parley-api'

/** A decision about what an agent or a tool does. In a chat, it has the chat's title. */
export type Permission = (ConsentRule | ToolConsentRule) & { title?: string }

export interface PermissionsState {
  /** Permanent ones: folders with full access first, then the newest. */
  always: readonly Permission[]
  /** Those that apply to one chat, newest first. */
  inChats: readonly Permission[]
  error: ErrorData | null
  load: () => Promise<void>
  revoke: (id: string) => Promise<void>
}

/** What the user has decided about agents and tools without being asked again. */
export function createPermissions(api: ParleyApi) {
  return createStore<PermissionsState>((set, get) => ({
    always: [],
    inChats: [],
    error: null,
    load: async () => {
      try {
        const { problem, ...listed } = await api.invoke('consents.list', {})
        set({ ...inOrder(listed), error: problem ?? null })
      } catch (error) {
        set({ error: errorDataOf(error) })
      }
    },
    revoke: async (consentId) => {
      try {
        await api.invoke('consents.remove', { consentId })
        const stays = ({ id }: Permission) => id !== consentId
        set(({ always, inChats }) => ({
          always: always.filter(stays),
          inChats: inChats.filter(stays),
          error: null,
        }))
        // Chats may have had the same permission.
        await get().load()
      } catch (error) {
        set({ error: errorDataOf(error) })
      }
    },
  }))
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
