import { lazyComponent } from '../../ui/lazy-component'

/** Panels that open in a chat on request. */
export const LazyPagePanel = lazyComponent(() => import('../pages/page-panel'), 'PagePanel')
export const LazyFindBar = lazyComponent(() => import('./find-bar'), 'FindBar')
export const LazyOutlinePanel = lazyComponent(() => import('./outline-panel'), 'OutlinePanel')
