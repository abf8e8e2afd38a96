import { z } from 'zod'

import type { ErrorData } from '../../../../shared/errors'
import { serverFailureData } from '../../../../shared/failures/server-failure'
import { shownText } from './shown-text'

const uriChars = 200
const appScheme = /^ui:\/\//i

const uiMeta = z.object({
  'ui/resourceUri': z.string().optional().catch(undefined),
  ui: z
    .object({
      resourceUri: z.string().optional().catch(undefined),
      visibility: z.array(z.unknown()).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
})

/** Something of a server that cannot be used, and why. */
export interface Skipped {
  name: string
  problem: ErrorData
}

/** Reads the `_meta` of a tool about apps: the address of its app, and whether only an app may call the tool. */
export function appOf(meta: unknown): { uri: string | null; isOnlyForApps: boolean } {
  const { 'ui/resourceUri': former, ui } = uiMeta.safeParse(meta).data ?? {}
  const uri = ui?.resourceUri ?? former
  return {
    uri: uri !== undefined && isApp(uri) ? uri : null,
    isOnlyForApps: ui?.visibility !== undefined && !ui.visibility.includes('model'),
  }
}

/** True if the resource is an app, a page to be shown in the chat. */
export function isApp(uri: string): boolean {
  return appScheme.test(uri)
}

/** An app as one of the things that cannot be used. */
export function skippedApp(uri: string): Skipped {
  return { name: shownText(uri, uriChars), problem: serverFailureData('app') }
}
