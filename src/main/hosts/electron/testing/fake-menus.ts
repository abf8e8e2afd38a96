import { EventEmitter } from 'node:events'

import type { HostMenu, HostMenuItem, HostTray } from '../system/electron-modules'

/** A menu that notes its items when it is shown. */
export class FakeMenu implements HostMenu {
  constructor(
    readonly items: HostMenuItem[],
    readonly shown: HostMenuItem[][],
  ) {}

  popup(): void {
    this.shown.push(this.items)
  }
}

/** https://www.electronjs.org/docs/latest/api/tray */
export class FakeTray extends EventEmitter implements HostTray {
  items: HostMenuItem[] = []
  isDestroyed = false
  #isEmitting = false
  setToolTip(): void {}

  setContextMenu(menu: HostMenu | null): void {
    this.items = menu instanceof FakeMenu ? menu.items : []
  }

  /** #traydestroy. An object that emits an event must exist until all its listeners have returned. */
  destroy(): void {
    if (this.#isEmitting) throw new Error('the tray was destroyed during its click event')
    this.isDestroyed = true
  }

  /** The user clicks it. */
  click(): void {
    this.#isEmitting = true
    try {
      this.emit('click')
    } finally {
      this.#isEmitting = false
    }
  }
}
