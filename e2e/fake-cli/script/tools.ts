import { existsSync, readFileSync, writeFileSync } from 'node:fs'

import { runCommand } from '../parts/tool-processes.ts'
import type { Turn } from './turn.ts'
import type { Policy, ToolUse, ToolVoice } from './voice.ts'

/** Uses a tool, after asking if its level demands it. */
export async function useTool(use: ToolUse, turn: Turn): Promise<void> {
  const policy = policyOf(use, turn)
  turn.asksNext = false
  const tool = turn.voice.tool(use, policy)
  if (policy === 'refuse') {
    tool.refused('level')
    return
  }
  if (policy === 'ask' && !(await isAllowed(use, tool, turn))) return
  tool.started()
  await doTool(use, tool, turn)
}

function policyOf(use: ToolUse, turn: Turn): Policy {
  const level = turn.policy(use)
  if (level === 'refuse') return 'refuse'
  if (turn.asksNext === true) return 'ask'
  return turn.allowed.has(use.kind) ? 'allow' : level
}

async function isAllowed(use: ToolUse, tool: ToolVoice, turn: Turn): Promise<boolean> {
  const decision = await tool.ask(turn.signal).catch((error: unknown) => {
    tool.interrupted(false)
    throw error
  })
  if (decision === 'always') turn.allowed.add(use.kind)
  if (decision !== 'deny') return true
  tool.refused('user')
  turn.isOver = tool.endsTurnWhenDenied
  return false
}

async function doTool(use: ToolUse, tool: ToolVoice, turn: Turn): Promise<void> {
  switch (use.kind) {
    case 'execute':
      try {
        tool.done(
          await runCommand(use.command, {
            cwd: turn.cwd,
            signal: turn.signal,
            reach: turn.reach,
            onOutput: (soFar) => tool.output(soFar),
            onLateEnd: (result) => tool.done(result),
          }),
        )
      } catch (error) {
        tool.interrupted(true)
        throw error
      }
      break
    case 'read':
      tool.done(
        existsSync(use.path)
          ? { output: readFileSync(use.path, 'utf8'), exitCode: 0 }
          : { output: `File not found: ${use.path}`, exitCode: 1 },
      )
      break
    case 'edit':
      writeFileSync(use.path, use.newText)
      tool.done({ output: `Wrote ${use.path}`, exitCode: 0 })
      break
    case 'agent':
      await playInner(use.task, tool, turn)
      break
  }
}

async function playInner(task: string, tool: ToolVoice, turn: Turn): Promise<void> {
  const inner = tool.inner
  if (inner !== null) {
    inner.text('I look around. ')
    const use: ToolUse = { kind: 'execute', command: 'echo found' }
    const found = inner.tool(use, 'allow')
    found.started()
    await doTool(use, found, turn)
  }
  tool.done({ output: `Done: ${task}`, exitCode: 0 })
}
