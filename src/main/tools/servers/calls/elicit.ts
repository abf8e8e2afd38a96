import type { ElicitRequestParams, ElicitResult } from '@modelcontextprotocol/client'
import { z } from 'zod'

import type { NewId } from '../../../base/new-id'
import type { ToolCallContext } from '../../tool'
import { shownText } from '../definitions/shown-text'

const titleChars = 1_000

/** The content that a form can return to a server. */
const formContent = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))

const pages = z.array(z.object({ url: z.string(), message: z.string() })).max(3)

/** Has the user visit the pages that a server named instead of running a call. */
export async function visitPages(
  given: unknown,
  call: ToolCallContext,
  deps: Parameters<typeof elicit>[2],
): Promise<void> {
  for (const { url, message } of pages.safeParse(given).data ?? []) {
    await elicit({ mode: 'url', url, message, elicitationId: '' }, call, deps, call.signal)
    call.signal.throwIfAborted()
  }
}

/** Asks the user what a server wants to know during `call`: with a form, or on a page that the server names. */
export async function elicit(
  params: ElicitRequestParams,
  call: ToolCallContext,
  deps: { server: string; newId: NewId; openLink: (url: string, signal: AbortSignal) => Promise<boolean> },
  signal: AbortSignal,
): Promise<ElicitResult> {
  if (params.mode === 'url') {
    const title = shownText(`${deps.server}: ${params.message}`, titleChars)
    // The address is shown with the call, whatever becomes of it.
    call.onOutput(`${title}\n${params.url}\n`)
    if (!/^https?:$/.test(URL.parse(params.url)?.protocol ?? '')) return { action: 'decline' }
    const withdrawal = AbortSignal.any([call.signal, signal])
    if (await call.whileAsking(() => deps.openLink(params.url, withdrawal))) return { action: 'accept' }
    return { action: withdrawal.aborted ? 'cancel' : 'decline' }
  }
  const form = {
    formId: deps.newId<string>(),
    title: shownText(params.message, titleChars) || deps.server,
    schema: { ...params.requestedSchema },
    serverId: deps.server,
  }
  try {
    const values = await call.requestForm(form, signal)
    const content = formContent.safeParse(values).data
    return content === undefined ? { action: 'decline' } : { action: 'accept', content }
  } catch {
    // The form was withdrawn with the call.
    return { action: 'cancel' }
  }
}
