import { later } from '../later'

/** The code of menus and popovers. */
export const layers = later(() => import('./layers'))
