import { lazyComponent } from '../../ui/lazy-component'

/** Chats that exist. A window that opens with an empty one draws that first. */
export const LazyOpenChat = lazyComponent(() => import('./open-chat'), 'OpenChat')
