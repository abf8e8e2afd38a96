import { isAbsolute, join, sep } from 'node:path'

import { serverFailure } from '../../../../shared/failures/server-failure'
import { assertNever } from '../../../../shared/invariant'
import { bundleLimits, type BundleField, type BundleValue } from '../../../../shared/tools/bundles'
import { pathInside } from '../../../base/files/full-path'
import type { GivenTransport } from '../../../../shared/tools/schema'
import { shownText } from '../definitions/shown-text'
import type { BundleManifest } from './manifest'

/** This machine, for what a manifest may refer to. */
export interface BundlePlaces {
  platform: NodeJS.Platform
  home: string
}

type Given = Readonly<Record<string, BundleValue>>
type Config = ReturnType<typeof commandOf>

const titleChars = 200
const descriptionChars = 1_000

/** The settings that a bundle asks for. */
export function bundleFields(manifest: BundleManifest, places: BundlePlaces): BundleField[] {
  return Object.entries(manifest.user_config).map(([key, field]) => ({
    key,
    type: field.type,
    title: shownText(field.title, titleChars) || key,
    description: shownText(field.description, descriptionChars),
    isRequired: field.required,
    isSensitive: field.sensitive,
    isMultiple: field.multiple,
    // A key that a manifest contains is public, so it cannot be the user's.
    initial: field.default === undefined || field.sensitive ? null : withPlaces(field.default, places),
    ...(field.min === undefined ? {} : { min: field.min }),
    ...(field.max === undefined ? {} : { max: field.max }),
  }))
}

/** The command of a bundle on this system, as its manifest writes it. */
export function commandOf({ server }: BundleManifest, platform: NodeJS.Platform) {
  const { type, entry_point: entry, mcp_config: config } = server
  if (config === undefined) {
    // Only bundles for `uv` may leave it out, and then this is what the format says.
    if (type !== 'uv')
      throw serverFailure('bundle-manifest', { field: 'importId', name: 'server.mcp_config' })
    const dirname = '${__dirname}'
    return { command: 'uv', args: ['run', '--directory', dirname, entry], env: {} as Record<string, string> }
  }
  const own = Object.hasOwn(config.platform_overrides, platform) ? config.platform_overrides[platform] : {}
  return {
    command: own?.command ?? config.command,
    args: own?.args ?? config.args,
    env: { ...config.env, ...own?.env },
  }
}

/**
 * Returns the transport that starts the server of a bundle from `folder`, with the user's settings. Keys are only in
 * variables, whose values are stored encrypted.
 * @throws INVALID_INPUT a setting is missing or has a wrong value, or the manifest refers to something else
 */
export function bundleTransport(
  manifest: BundleManifest,
  { folder, given, places }: { folder: string; given: Given; places: BundlePlaces },
): Extract<GivenTransport, { type: 'stdio' }> {
  const config = commandOf(manifest, places.platform)
  const fields = bundleFields(manifest, places)
  assertNoKeysInArguments(config, fields)
  const values = new Map(fields.map((field) => [field.key, valueOf(field, given)]))
  const filled = (text: string) => fill(text, { folder, values, places })
  const [word = ''] = filled(config.command)
  return {
    type: 'stdio',
    command: programIn(folder, word),
    args: config.args.flatMap(filled),
    // A variable of a setting without a value is not set.
    env: Object.fromEntries(
      Object.entries(config.env).flatMap(([name, text]) => {
        const parts = filled(text)
        return parts.length === 0 ? [] : [[name, parts.join(',')] as const]
      }),
    ),
  }
}

/** A program of the bundle itself; any other is looked for where programs are. */
function programIn(folder: string, command: string): string {
  if (isAbsolute(command) || !/[/\\]/.test(command)) return command
  const path = join(folder, command)
  if (pathInside(folder, path) === null) throw serverFailure('bundle-path', { field: 'importId' })
  return path
}

function assertNoKeysInArguments({ command, args }: Config, fields: readonly BundleField[]): void {
  for (const { key, title, isSensitive } of fields) {
    const placeholder = `\${user_config.${key}}`
    if (isSensitive && [command, ...args].some((word) => word.includes(placeholder))) {
      throw serverFailure('bundle-key', { field: 'importId', name: title })
    }
  }
}

/** The text with what its placeholders stand for; several for a setting with several values, none for one without. */
function fill(
  text: string,
  of: { folder: string; values: ReadonlyMap<string, BundleValue | null>; places: BundlePlaces },
): string[] {
  const alone = /^\$\{user_config\.([^}]+)\}$/.exec(text)?.[1]
  if (alone !== undefined) {
    const value = known(of.values, alone)
    if (value === null) return []
    return Array.isArray(value) ? value : [String(value)]
  }
  // In one pass: what a user enters is never read as a placeholder.
  const filled = text.replaceAll(/\$\{([^}]*)\}/g, (whole, name: string) => {
    if (name === '__dirname') return of.folder
    const setting = /^user_config\.(.+)$/.exec(name)?.[1]
    if (setting === undefined) return placeOf(name, of.places) ?? unknownPlaceholder(whole)
    const value = known(of.values, setting)
    return Array.isArray(value) ? value.join(',') : String(value ?? '')
  })
  return [filled]
}

function known(values: ReadonlyMap<string, BundleValue | null>, key: string): BundleValue | null {
  const value = values.get(key)
  return value === undefined ? unknownPlaceholder(`\${user_config.${key}}`) : value
}

function unknownPlaceholder(text: string): never {
  throw serverFailure('bundle-placeholder', { field: 'importId', name: text.slice(0, 200) })
}

/** A folder of the user's, or the character between folders; null for anything else. */
function placeOf(name: string, { home }: BundlePlaces): string | null {
  switch (name) {
    case 'HOME':
      return home
    case 'DESKTOP':
      return join(home, 'Desktop')
    case 'DOCUMENTS':
      return join(home, 'Documents')
    case 'DOWNLOADS':
      return join(home, 'Downloads')
    case 'pathSeparator':
    case '/':
      return sep
    default:
      return null
  }
}

function withPlaces(value: BundleValue, places: BundlePlaces): BundleValue {
  const filled = (text: string) =>
    text.replaceAll(/\$\{([^}]*)\}/g, (whole, name: string) => placeOf(name, places) ?? whole)
  if (typeof value === 'string') return filled(value)
  return Array.isArray(value) ? value.map(filled) : value
}

/** The value of a setting; null if it has none. @throws INVALID_INPUT */
function valueOf(field: BundleField, given: Given): BundleValue | null {
  const value = Object.hasOwn(given, field.key) ? given[field.key] : undefined
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  if (isEmpty && !field.isRequired) return null
  if (isEmpty || !isValid(field, value)) {
    throw serverFailure('bundle-value', { field: 'values', name: field.title })
  }
  return value
}

function isPath(text: string): boolean {
  return isAbsolute(text) && text.length <= bundleLimits.valueChars
}

function isValid(field: BundleField, value: BundleValue): boolean {
  const { type, isMultiple, min = -Infinity, max = Infinity } = field
  switch (type) {
    case 'boolean':
      return typeof value === 'boolean'
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max
    case 'string':
      return typeof value === 'string' && value.length <= bundleLimits.valueChars
    case 'directory':
    case 'file':
      if (!isMultiple) return typeof value === 'string' && isPath(value)
      return Array.isArray(value) && value.length <= bundleLimits.paths && value.every(isPath)
    default:
      return assertNever(type)
  }
}
