import type { HostNotice } from '../../shared/app/host-notice'
import type { Dispose } from '../base/dispose'
import { Emitter } from '../base/emitter'

/** Notices from the host, shown in the window until the user dismisses them. */
export class HostNotices {
  readonly #changed = new Emitter<readonly HostNotice[]>()
  #notices: readonly HostNotice[] = []

  list(): readonly HostNotice[] {
    return this.#notices
  }

  /** Replaces an earlier notice of the same kind. */
  add(notice: HostNotice): void {
    this.#change([...this.#notices.filter(({ kind }) => kind !== notice.kind), notice])
  }

  dismiss(kind: HostNotice['kind']): void {
    this.#change(this.#notices.filter((notice) => notice.kind !== kind))
  }

  /** Calls `listener` with all notices whenever they change. */
  onChanged(listener: (notices: readonly HostNotice[]) => void): Dispose {
    return this.#changed.on(listener)
  }

  #change(notices: readonly HostNotice[]): void {
    this.#notices = notices
    this.#changed.fire(notices)
  }
}
