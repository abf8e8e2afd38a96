import { later } from '../later'

/** What menus and popovers are made of. */
export const layers = later(() => import('./layers'))
