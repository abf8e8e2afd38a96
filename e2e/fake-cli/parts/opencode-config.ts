import { existsSync, readFileSync } from 'node:fs'

import type { Policy, ToolUse } from '../script/voice.ts'
import { isRecord } from './input.ts'
import { UnknownWordError } from './known-words.ts'

/** What the configuration of OpenCode says, as far as a fake heeds it. */
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
const policies: Record<string, Policy> = { allow: 'allow', ask: 'ask', deny: 'refuse' }

/** Reads `OPENCODE_CONFIG` or `OPENCODE_CONFIG_CONTENT`, and `OPENCODE_PERMISSION` over it. */
export function readOpenCodeConfig(): OpenCodeConfig {
  const file = process.env['OPENCODE_CONFIG']
  const config = {
    ...(file !== undefined && existsSync(file) ? parse(readFileSync(file, 'utf8')) : {}),
    ...parse(process.env['OPENCODE_CONFIG_CONTENT'] ?? '{}'),
  }
  const permission = process.env['OPENCODE_PERMISSION']
  const rules = permission === undefined ? config['permission'] : (JSON.parse(permission) as unknown)
  const instructions = config['instructions']
  return {
    model: typeof config['model'] === 'string' ? config['model'] : null,
    instructions: Array.isArray(instructions) ? instructions.map(String) : [],
    policy: (use) => openCodePolicy(rules, permissions[use.kind]),
  }
}

/** What OpenCode's rules say of one permission. @throws UnknownWordError */
export function openCodePolicy(rules: unknown, name: string): Policy {
  if (typeof rules === 'string') return policyNamed(rules)
  if (!isRecord(rules)) return 'allow'
  const rule: unknown = rules[name] ?? rules['*']
  const level = isRecord(rule) ? rule['*'] : rule
  return level === undefined
    ? 'allow'
    : policyNamed(typeof level === 'string' ? level : JSON.stringify(level))
}

/** @throws UnknownWordError */
function policyNamed(level: string): Policy {
  const policy = policies[level]
  if (policy === undefined) throw new UnknownWordError(level, "OpenCode's permissions", Object.keys(policies))
  return policy
}

function parse(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text)
  return isRecord(value) ? value : {}
}
