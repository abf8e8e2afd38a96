import type { HostNotice } from '../../shared/app/host-notice'
import type { Dispose } from '../base/dispose'
import { Emitter } from '../base/emitter'

/** What a host has to say to the user, shown in the window until it is dismissed. */
export class HostNotices {
  readonly #changed = new Emitter<readonly HostNotice[]>()
  #notices: readonly HostNotice[] = []

  list(): readonly HostNotice[] {
    return this.#notices
  }

  /** Takes the place of an earlier notice of the same kind. */
  add(notice: HostNotice): void {
    this.#change([...this.#notices.filter(({ kind }) => kind !== notice.kind), notice])
  }

  dismiss(kind: HostNotice['kind']): void {
    this.#change(this.#notices.filter((notice) => notice.kind !== kind))
  }

  /** Called with all of them whenever they changed. */
  onChanged(listener: (notices: readonly HostNotice[]) => void): Dispose {
    return this.#changed.on(listener)
  }

  #change(notices: readonly HostNotice[]): void {
    this.#notices = notices
    this.#changed.fire(notices)
  }
}
