import { isRecord, parseJsonLine } from './input.ts'
import { UnknownWordError } from './known-words.ts'

/** The known keys of Codex's configuration. Keys that end in a dot contain others. */
const keys = [
  'analytics.enabled',
  'check_for_update_on_startup',
  'developer_instructions',
  'model',
  'model_provider',
  'model_providers.',
]

/**
 * Checks a configuration argument such as `model_provider="own"`. @throws UnknownWordError Codex has no such
 * key
 */
export function knownCodexEntry(entry: string): string {
  const [, key = entry] = /^([\w.-]+)=/.exec(entry) ?? []
  refuseUnknown(key)
  return entry
}

/** Checks `CODEX_CONFIG`, which is JSON. @throws UnknownWordError Codex has no such key */
export function checkCodexConfig(text = '{}'): void {
  for (const [key, value] of Object.entries(parseJsonLine(text))) {
    if (!isRecord(value)) refuseUnknown(key)
    else for (const inner of Object.keys(value)) refuseUnknown(`${key}.${inner}`)
  }
}

function refuseUnknown(key: string): void {
  const isKnown = keys.some((known) => key === known || (known.endsWith('.') && key.startsWith(known)))
  if (!isKnown) throw new UnknownWordError(key, 'the configuration of codex', keys)
}
