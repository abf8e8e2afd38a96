import type { RouteInput } from '../../../../shared/rpc/contract'
import { serverIdPattern, type ServerInfo, serverLimits } from '../../../../shared/tools/servers'
import { changedValues, isVariableName, type NamedValue, storedValues } from '../named-values/named-values'

/** The settings of a server, as edited. */
export interface ServerDraft {
  id: string
  type: 'stdio' | 'http'
  /** A program with its arguments. */
  line: string
  variables: readonly NamedValue[]
  url: string
  headers: readonly NamedValue[]
  /** Empty if the server's sign-in needs no registered client. */
  clientId: string
  /** Empty keeps the stored one, if the client is the same. */
  clientSecret: string
  /** A secret of the client is stored. */
  hasClientSecret: boolean
  timeoutSeconds: number
  startTimeoutSeconds: number
  idleSeconds: number
}

/** The settings of a server, or the start of a new one. */
export function serverFormDraft(server: ServerInfo | null): ServerDraft {
  const { call, start, idle } = serverLimits.defaultSeconds
  const draft: ServerDraft = {
    id: server?.id ?? '',
    type: server?.transport.type ?? 'stdio',
    line: '',
    variables: [],
    url: '',
    headers: [],
    clientId: '',
    clientSecret: '',
    hasClientSecret: false,
    timeoutSeconds: server?.timeoutSeconds ?? call,
    startTimeoutSeconds: server?.startTimeoutSeconds ?? start,
    idleSeconds: server?.idleSeconds ?? idle,
  }
  if (server === null) return draft
  const { transport } = server
  return transport.type === 'stdio'
    ? {
        ...draft,
        line: commandLine([transport.command, ...transport.args]),
        variables: storedValues(transport.env),
      }
    : {
        ...draft,
        url: transport.url,
        headers: storedValues(transport.headers),
        clientId: transport.oauthClientId ?? '',
        hasClientSecret: transport.hasClientSecret === true,
      }
}

/** The problem of a draft; null if it is valid. */
export type DraftFault = 'name' | 'taken' | 'command' | 'url' | 'variable' | 'header'

/** Finds the problem of this draft; `taken` are the ids of other servers. */
export function faultOf(draft: ServerDraft, taken: readonly string[]): DraftFault | null {
  const { id, type, line, url, variables, headers } = draft
  if (!serverIdPattern.test(id.trim()) || id.trim().length > serverLimits.idChars) return 'name'
  if (taken.includes(id.trim())) return 'taken'
  if (type === 'stdio') {
    if (commandWords(line).length === 0) return 'command'
    return kept(variables).every(({ name }) => isVariableName(name)) ? null : 'variable'
  }
  if (!/^https?:$/.test(URL.parse(url.trim())?.protocol ?? '')) return 'url'
  return kept(headers).every(({ name }) => /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name.trim()))
    ? null
    : 'header'
}

/** The changes to a server, or a new server; null if nothing has changed. */
export function serverChange(
  server: ServerInfo | null,
  draft: ServerDraft,
): RouteInput<'servers.save'> | null {
  const before = serverFormDraft(server)
  const transport = transportOf(draft)
  const isMoved = server === null || JSON.stringify(transport) !== JSON.stringify(transportOf(before))
  const { timeoutSeconds, startTimeoutSeconds, idleSeconds } = draft
  const change = {
    ...(isMoved ? { transport } : {}),
    ...(timeoutSeconds === before.timeoutSeconds ? {} : { timeoutSeconds }),
    ...(startTimeoutSeconds === before.startTimeoutSeconds ? {} : { startTimeoutSeconds }),
    ...(idleSeconds === before.idleSeconds ? {} : { idleSeconds }),
  }
  return Object.keys(change).length === 0 ? null : { id: draft.id.trim(), ...change }
}

function transportOf(draft: ServerDraft): NonNullable<RouteInput<'servers.save'>['transport']> {
  const { type, line, variables, url, headers, clientId, clientSecret } = draft
  if (type === 'stdio') {
    const [command = '', ...args] = commandWords(line)
    const env = changedValues(variables)
    return { type, command, args, ...(Object.keys(env).length === 0 ? {} : { env }) }
  }
  const changed = changedValues(headers)
  return {
    type,
    url: url.trim(),
    ...(Object.keys(changed).length === 0 ? {} : { headers: changed }),
    oauthClientId: clientId.trim() === '' ? null : clientId.trim(),
    ...(clientSecret.trim() === '' ? {} : { oauthClientSecret: clientSecret.trim() }),
  }
}

function kept(values: readonly NamedValue[]): readonly NamedValue[] {
  return values.filter(({ isRemoved }) => !isRemoved)
}

/**
 * The words of a command line. Double and single quotes group words; within double quotes, a backslash precedes a quote
 * or a backslash. Everywhere else it is an ordinary character, as in Windows paths.
 */
export function commandWords(line: string): string[] {
  const words: string[] = []
  const word = /(?:"(?:\\["\\]|[^"])*"?|'[^']*'?|[^\s"'])+/g
  for (const [raw] of line.matchAll(word)) {
    words.push(
      raw.replaceAll(/"((?:\\["\\]|[^"])*)"?|'([^']*)'?/g, (_whole, double?: string, single?: string) =>
        double === undefined ? (single ?? '') : double.replaceAll(/\\(["\\])/g, '$1'),
      ),
    )
  }
  return words
}

/** A command line that `commandWords` reads as these words. */
export function commandLine(words: readonly string[]): string {
  return words
    .map((word) => (/^[^\s"']+$/.test(word) ? word : `"${word.replaceAll(/["\\]/g, '\\$&')}"`))
    .join(' ')
}
