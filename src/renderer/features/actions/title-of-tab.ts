import { isInBrowser } from '../../browser/is-in-browser'
import { t } from '../../language/t'

/** The title of an action that opens a window, in a browser, where it opens a tab. */
export function titleOfTab(id: 'newWindow' | 'openInWindow'): { title?: string } {
  return isInBrowser ? { title: t(`actions.tabs.${id}`) } : {}
}
