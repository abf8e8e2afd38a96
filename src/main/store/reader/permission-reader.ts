import type { ConsentDecision } from '../../../shared/agents/agents'
import type { ConsentSubject } from '../../../shared/tools/tools'
import type { StoreReader } from './store-reader'

/** Reads the user's permanent decisions about tools in a store of another Parley. */
export class PermissionReader {
  readonly #store: StoreReader

  constructor(store: StoreReader) {
    this.#store = store
  }

  /**
   * Returns the user's permanent decision about this tool at this place; null if the user must be asked. A permission
   * covers only the definition that the user saw, a refusal any. Decisions for single chats do not count.
   * @throws STORE_DAMAGED, STORE_FULL
   */
  decided({ tool, place, fingerprint }: ConsentSubject): 'always' | 'never' | null {
    return this.#store.read(null, (database) => {
      const rows = database
        .query<{ decision: ConsentDecision; fingerprint: string }>(
          `SELECT decision, fingerprint FROM tool_consents
           WHERE tool = :tool AND place = :place AND session_id IS NULL`,
        )
        .all({ tool, place })
      if (rows.some(({ decision }) => decision === 'never')) return 'never'
      return rows.some((row) => row.fingerprint === fingerprint) ? 'always' : null
    })
  }
}
