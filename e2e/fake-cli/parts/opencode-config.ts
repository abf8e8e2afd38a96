import { readFileSync } from 'node:fs'

import type { Policy, ToolUse } from '../script/voice.ts'
import { isRecord, parseJsonLine } from './input.ts'
import { knownWord, UnknownWordError } from './known-words.ts'

/** The parts of OpenCode's configuration that a fake applies. */
export interface OpenCodeConfig {
  model: string | null
  instructions: string[]
  policy: (use: ToolUse) => Policy
}

const permissions: Record<ToolUse['kind'], string> = {
  execute: 'bash',
  read: 'read',
  edit: 'edit',
  agent: 'task',
}
/** All permissions; the fake has tools for some of them. */
const permissionNames = [
  '*',
  ...Object.values(permissions),
  'grep',
  'glob',
  'list',
  'webfetch',
  'websearch',
  'codesearch',
  'skill',
  'external_directory',
]
const configNames = [
  '$schema',
  'autoupdate',
  'share',
  'permission',
  'agent',
  'model',
  'instructions',
  'provider',
]
const policies = new Map<string, Policy>([
  ['allow', 'allow'],
  ['ask', 'ask'],
  ['deny', 'refuse'],
])

/**
 * Reads `OPENCODE_CONFIG` or `OPENCODE_CONFIG_CONTENT`, overridden by `OPENCODE_PERMISSION`. @throws
 * UnknownWordError
 */
export function readOpenCodeConfig(environment: NodeJS.ProcessEnv = process.env): OpenCodeConfig {
  const file = environment['OPENCODE_CONFIG']
  const config = {
    ...(file === undefined ? {} : parse(readFileSync(file, 'utf8'))),
    ...parse(environment['OPENCODE_CONFIG_CONTENT'] ?? '{}'),
  }
  const permission = environment['OPENCODE_PERMISSION']
  const rules = permission === undefined ? config['permission'] : (JSON.parse(permission) as unknown)
  // An invalid rule is an error even if no tool uses it.
  openCodePolicy(rules, '*')
  const instructions = config['instructions']
  return {
    model: typeof config['model'] === 'string' ? config['model'] : null,
    instructions: Array.isArray(instructions) ? instructions.map(String) : [],
    policy: (use) => openCodePolicy(rules, permissions[use.kind]),
  }
}

/** Applies OpenCode's rules to one permission. @throws UnknownWordError */
export function openCodePolicy(rules: unknown, name: string): Policy {
  if (typeof rules === 'string') return policyNamed(rules)
  if (rules === undefined) return 'allow'
  if (!isRecord(rules)) throw unknownLevel(rules)
  const known = Object.entries(rules).map(([key, rule]): [string, Policy] => [
    knownWord(key, "OpenCode's permissions", permissionNames),
    policyOf(rule),
  ])
  const policyFor = new Map(known)
  return policyFor.get(name) ?? policyFor.get('*') ?? 'allow'
}

/**
 * A rule is a level, or one level for everything; the fake supports no other patterns. @throws
 * UnknownWordError
 */
function policyOf(rule: unknown): Policy {
  if (typeof rule === 'string') return policyNamed(rule)
  if (!isRecord(rule)) throw unknownLevel(rule)
  for (const pattern of Object.keys(rule)) knownWord(pattern, "the patterns of OpenCode's permissions", ['*'])
  return policyOf(rule['*'])
}

/** @throws UnknownWordError */
function policyNamed(level: string): Policy {
  const policy = policies.get(level)
  if (policy === undefined) throw unknownLevel(level)
  return policy
}

function unknownLevel(level: unknown): UnknownWordError {
  const word = typeof level === 'string' ? level : (JSON.stringify(level) ?? '')
  return new UnknownWordError(word, "OpenCode's permissions", [...policies.keys()])
}

function parse(text: string): Record<string, unknown> {
  const config = parseJsonLine(text)
  for (const key of Object.keys(config)) knownWord(key, "OpenCode's configuration", configNames)
  return config
}
