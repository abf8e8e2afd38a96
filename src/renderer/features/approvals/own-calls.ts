import { isRecord } from '../../../shared/record'
import { shortAddress } from '../../../shared/text/visible-text'
import { t } from '../../language/t'

/** Of an address in a phrase, which is shortened where it is shown. */
const addressChars = 100

/** A call, or a request for one. */
interface NamedCall {
  toolName: string
  input: unknown
  /** In the words of an agent or a server; of Parley's own tools, for clients without a window. */
  title?: string | undefined
}

/** Parley's own tools, with the field of the input that says what a call is about. */
const ownTools = {
  'web.fetch': { key: 'fetch', field: 'url' },
  'web.search': { key: 'search', field: 'query' },
  'files.list': { key: 'list', field: 'path' },
  'files.read': { key: 'read', field: 'path' },
  'files.search': { key: 'find', field: 'query' },
  'files.edit': { key: 'edit', field: 'path' },
  'code.run': { key: 'code', field: null },
  ask_user: { key: 'ask', field: 'title' },
  read_more: { key: 'more', field: null },
  find_tools: { key: 'tools', field: 'query' },
} as const

type OwnTool = (typeof ownTools)[keyof typeof ownTools]

/** A short phrase for the call; empty if neither its tool nor its input suggests one. */
export function callPhrase({ toolName, input, title }: NamedCall): string {
  const own = ownToolOf(toolName)
  if (own === null) return title ?? ''
  const { key } = own
  const target = key === 'fetch' ? shortAddress(targetIn(input, own), addressChars) : targetIn(input, own)
  if (target === '' || key === 'code' || key === 'more') return t(`messages.ownTools.${key}`)
  return key === 'ask' ? target : t(`messages.ownCalls.${key}`, { target })
}

/** The subject of a call of one of Parley's own tools; null for other tools. */
export function ownTarget({ toolName, input }: NamedCall): string | null {
  const own = ownToolOf(toolName)
  if (own === null) return null
  const target = targetIn(input, own)
  return target === '' ? t(`messages.ownTools.${own.key}`) : target
}

function targetIn(input: unknown, { field }: OwnTool): string {
  const value = field !== null && isRecord(input) ? input[field] : undefined
  return typeof value === 'string' ? value.trim() : ''
}

function ownToolOf(name: string): OwnTool | null {
  return Object.hasOwn(ownTools, name) ? ownTools[name as keyof typeof ownTools] : null
}
