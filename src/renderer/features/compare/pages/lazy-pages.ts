import { lazyComponent } from '../../../ui/lazy-component'

export const PagesBar = lazyComponent(() => import('./pages-bar'), 'PagesBar')
export const PanePage = lazyComponent(() => import('./pane-page'), 'PanePage')

/** Loads what shows pages, so that all panes switch at once. */
export function loadPages(): Promise<unknown> {
  return Promise.all([PagesBar.load(), PanePage.load()])
}
