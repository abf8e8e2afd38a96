import { lazyModule } from '../lazy-module'

/** The code of menus and popovers. */
export const layers = lazyModule(() => import('./layers'))
