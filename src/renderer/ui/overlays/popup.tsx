import { lazyComponent } from '../lazy-component'

/** A small popover next to its anchor. It closes on Escape and on a press outside. */
export const Popup = lazyComponent(() => import('./layers'), 'PopupLayer')
