import { lazyComponent } from '../../../ui/lazy-component'

/** Editing messages is not needed for the first paint. */
export const LazyEditMessage = lazyComponent(() => import('./edit-message'), 'EditMessage')
export const LazyEditAnswer = lazyComponent(() => import('./edit-message'), 'EditAnswer')
