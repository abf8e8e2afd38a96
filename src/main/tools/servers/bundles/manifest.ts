import { z } from 'zod'

import { serverFailure } from '../../../../shared/failures/server-failure'
import { isNestedDeeperThan, valueDepth } from '../../../../shared/json-depth'
import { bundleLimits } from '../../../../shared/tools/bundles'

const words = z.string().max(10_000)
const key = z.string().min(1).max(100)

const command = z.object({
  command: z.string().min(1).max(4_096),
  args: z.array(z.string().max(8_192)).max(200).default([]),
  env: z.record(z.string().max(256), z.string().max(16_384)).default({}),
})

const field = z.object({
  type: z.enum(['string', 'number', 'boolean', 'directory', 'file']),
  title: words,
  description: words.default(''),
  required: z.boolean().default(false),
  default: z.union([words, z.number(), z.boolean(), z.array(words).max(bundleLimits.paths)]).optional(),
  multiple: z.boolean().default(false),
  sensitive: z.boolean().default(false),
  min: z.number().optional(),
  max: z.number().optional(),
})

/** The fields of a bundle's manifest that Parley uses; it ignores the rest, such as icons. */
const manifest = z.object({
  /** Its name in older bundles. */
  dxt_version: z.string().max(20).optional(),
  manifest_version: z.string().max(20).optional(),
  name: z.string().min(1).max(200),
  display_name: words.optional(),
  version: z.string().max(100),
  description: words,
  author: z.object({ name: words }),
  server: z.object({
    type: z.enum(['node', 'python', 'binary', 'uv']),
    entry_point: z.string().min(1).max(1_024),
    mcp_config: command
      .extend({ platform_overrides: z.record(z.string().max(100), command.partial()).default({}) })
      .optional(),
  }),
  tools: z
    .array(z.object({ name: words }))
    .max(1_000)
    .default([])
    .catch([]),
  compatibility: z.object({ platforms: z.array(z.string().max(100)).max(20).optional() }).default({}),
  user_config: z
    .record(key, field)
    .refine((fields) => Object.keys(fields).length <= bundleLimits.fields)
    .default({}),
})

/** The manifest of a bundle, checked. */
export type BundleManifest = z.infer<typeof manifest>

/** The versions of the format whose fields are known. */
const knownVersion = /^0\.[1-4]$/

/** Reads a `manifest.json`. @throws INVALID_INPUT it is not one, or of an unknown version, or for other systems */
export function readManifest(text: string, platform: NodeJS.Platform): BundleManifest {
  const read = manifest.safeParse(parsed(text))
  if (!read.success) {
    const { path = [] } = read.error.issues[0] ?? {}
    throw serverFailure('bundle-manifest', { field: 'importId', name: path.join('.').slice(0, 200) || '.' })
  }
  const found = read.data
  const version = found.manifest_version ?? found.dxt_version ?? ''
  if (!knownVersion.test(version)) throw serverFailure('bundle-version', { field: 'importId', version })
  const { platforms } = found.compatibility
  if (platforms !== undefined && !platforms.includes(platform)) {
    throw serverFailure('bundle-platform', { field: 'importId' })
  }
  return found
}

/** Null if it is not JSON, or nested too deeply. */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    return isNestedDeeperThan(value, valueDepth) ? null : value
  } catch {
    // Reported with the other faults of a manifest.
    return null
  }
}
