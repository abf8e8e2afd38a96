import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { endWithCode } from '../parts/ending.ts'
import { UnknownWordError } from '../parts/known-words.ts'
import { leaveBehind } from '../parts/left-behind.ts'
import { print } from '../parts/print.ts'
import { ignoreSignals } from '../parts/signals.ts'
import type { Reach } from '../parts/tool-processes.ts'
import { runCommand } from '../parts/tool-processes.ts'
import { Interrupted, wait, waitForAbort } from '../parts/wait.ts'
import { printOddLine } from './oddities.ts'
import { pieces } from './pieces.ts'
import type { Policy, ToolUse, ToolVoice, Voice } from './voice.ts'
import type { Step } from './words.ts'

/** A turn in progress, and what it uses. */
export interface Turn {
  voice: Voice
  signal: AbortSignal
  cwd: string
  policy: (use: ToolUse) => Policy
  /** Kinds of tools that the user allowed for the rest of the session. */
  allowed: Set<ToolUse['kind']>
  /** The processes of a command that end when the turn is cancelled. */
  reach: Reach
  /** Printed by the word `tell`: everything that the fake received. */
  facts: Record<string, unknown>
  /** From now on the turn ignores cancellation. */
  ignoreCancel: () => void
}

/** How a turn ended: after `stay`, the fake reports its end but does not exit. */
export type TurnEnd = 'end' | 'stay'

/** @throws Interrupted the turn's signal aborted */
export async function play(steps: readonly Step[], turn: Turn): Promise<TurnEnd> {
  const state: State = { asks: false, stays: false, isOver: false }
  for (const step of steps) {
    await playStep(step, turn, state)
    if (turn.signal.aborted) throw new Interrupted()
    if (state.isOver) break
  }
  return state.stays ? 'stay' : 'end'
}

interface State {
  /** The next tool needs permission, whatever its level says. */
  asks: boolean
  stays: boolean
  isOver: boolean
}

async function playStep(step: Step, turn: Turn, state: State): Promise<void> {
  const { voice, signal } = turn
  switch (step.type) {
    case 'say':
      if (step.isLate) voice.lateText(step.text)
      else for (const piece of pieces(step.text)) voice.text(piece)
      break
    case 'say-after':
      voice.lateText(step.text, step.moment)
      break
    case 'think':
      voice.thought(step.text)
      break
    case 'slow':
      for (let token = 0; token < step.tokens; token += 1) {
        voice.text(`w${token} `)
        await wait(step.everyMs, signal)
      }
      break
    case 'run':
      await useTool({ kind: 'execute', command: step.command }, turn, state)
      break
    case 'read':
      await useTool({ kind: 'read', path: resolve(turn.cwd, step.path) }, turn, state)
      break
    case 'edit':
      await useTool(editOf(resolve(turn.cwd, step.path), step.content), turn, state)
      break
    case 'subagent':
      await useTool({ kind: 'agent', task: step.text }, turn, state)
      break
    case 'ask':
      state.asks = true
      break
    case 'plan':
      await showPlan(turn)
      break
    case 'tell':
      for (const piece of pieces(JSON.stringify(turn.facts))) voice.text(piece)
      break
    case 'fail':
      return await voice.fail(step.status)
    case 'cut':
      return await voice.cut()
    case 'hang':
      return await waitForAbort(signal)
    case 'stay':
      state.stays = true
      break
    case 'wait':
      await wait(step.ms, signal)
      break
    case 'ignore-signals':
      ignoreSignals(step.signals)
      break
    case 'ignore-cancel':
      turn.ignoreCancel()
      break
    case 'leave':
      voice.text(`left ${await leaveBehind(step.what)} `)
      break
    case 'flood-stderr':
      for (let size = 0; size < step.sizeBytes; size += 1_024)
        process.stderr.write(`${'noise '.repeat(170)}\n`)
      break
    case 'big-line':
      voice.text('x'.repeat(step.sizeBytes))
      break
    case 'invalid-json':
      print('{"type": no json at all}\n')
      break
    case 'odd':
      if (!printOddLine(step.oddity)) voice.odd(step.oddity)
      break
    case 'ends-as':
      voice.endAs(step.word)
      break
    case 'half-line':
      print('{"type":"mess')
      return await endWithCode(1)
    case 'exit':
      return await endWithCode(step.code)
    case 'replay':
      throw new UnknownWordError(`replay ${step.name}`, 'a script that is played', ['any other word'])
  }
}

async function useTool(use: ToolUse, turn: Turn, state: State): Promise<void> {
  const level = turn.policy(use)
  const policy =
    state.asks && level !== 'refuse' ? 'ask' : level === 'ask' && turn.allowed.has(use.kind) ? 'allow' : level
  state.asks = false
  const tool = turn.voice.tool(use, policy)
  if (policy === 'refuse') {
    tool.refused('level')
    return
  }
  if (policy === 'ask') {
    const decision = await askFor(tool, turn)
    if (decision === 'always') turn.allowed.add(use.kind)
    if (decision === 'deny') {
      tool.refused('user')
      state.isOver = tool.endsTurnWhenDenied
      return
    }
  }
  tool.started()
  await doTool(use, tool, turn)
}

async function askFor(tool: ToolVoice, turn: Turn): Promise<'once' | 'always' | 'deny'> {
  try {
    return await tool.ask(turn.signal)
  } catch (error) {
    tool.interrupted(false)
    throw error
  }
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

async function showPlan(turn: Turn): Promise<void> {
  const texts = ['Look at the code', 'Change it', 'Run the tests']
  for (let done = 0; done <= texts.length; done += 1) {
    turn.voice.plan(
      texts.map((text, index) => ({
        text,
        status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending',
      })),
    )
    await wait(1, turn.signal)
  }
}

function editOf(path: string, content: string | null): ToolUse {
  const oldText = existsSync(path) ? readFileSync(path, 'utf8') : null
  const newText =
    content === null ? `${oldText ?? ''}one more line\n` : `${content.replaceAll('\\n', '\n')}\n`
  return { kind: 'edit', path, oldText, newText }
}
