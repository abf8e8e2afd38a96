import variant from '@jitl/quickjs-singlefile-mjs-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core'

import { prelude } from './code-prelude'

/** Code to run, and its limits. */
export interface CodeToRun {
  code: string
  limitMs: number
  memoryBytes: number
}

/** The outcome of running code. */
export type CodeOutcome =
  /** `value` describes the value of its last expression; null if that is `undefined`. */
  | { kind: 'done'; value: string | null }
  | { kind: 'threw'; error: string }
  | { kind: 'unsettled' }
  | { kind: 'too-slow' }
  | { kind: 'too-large' }

/** The longest description of a value, and the longest line of output. */
const maxTextChars = 32 * 1024
/** In WebAssembly; a deeper recursion is an error of the code. The thread’s own stack has to be larger. */
const maxStackBytes = 512 * 1024

/** The memory of an engine. */
interface EngineMemory {
  readonly buffer: { readonly byteLength: number }
}

/** Node’s types do not include it. */
declare const WebAssembly: { Memory: new (pages: { initial: number; maximum: number }) => EngineMemory }

const pageBytes = 64 * 1024
/** The engine does not start with less. */
const firstPages = 256

/**
 * An engine whose whole memory is limited. Its own limit would not count the content of strings and buffers, because it
 * cannot ask for the size of an allocation in WebAssembly.
 */
async function openEngine(
  memoryBytes: number,
): Promise<{ engine: QuickJSWASMModule; isFull: () => boolean }> {
  const maximum = Math.max(firstPages, Math.floor(memoryBytes / pageBytes))
  const wasmMemory = new WebAssembly.Memory({ initial: firstPages, maximum })
  const engine = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }))
  return { engine, isFull: () => wasmMemory.buffer.byteLength > maximum * pageBytes * almost }
}

/** Memory grows in steps, so the last one may not fit. */
const almost = 0.75

/**
 * Runs JavaScript in an engine of its own, which has neither network nor files nor timers. Some code ends only with its
 * thread, so call this in a thread that can be terminated.
 */
export async function runCode(
  { code, limitMs, memoryBytes }: CodeToRun,
  onOutput: (line: string) => void,
): Promise<CodeOutcome> {
  const { engine, isFull } = await openEngine(memoryBytes)
  const endsAt = performance.now() + limitMs
  const isOver = () => performance.now() > endsAt
  const runtime = engine.newRuntime()
  runtime.setMaxStackSize(maxStackBytes)
  runtime.setInterruptHandler(isOver)
  const context = runtime.newContext()
  try {
    const describe = prepare(context, onOutput)
    const evaluated = context.evalCode(isProgram(context, code) ? code : asyncBody(code), 'code.js')
    const outcome = evaluated.error ? { error: evaluated.error } : settled(context, runtime, evaluated.value)
    return outcomeOf(context, describe, outcome, { isOver, isFull })
  } catch (error) {
    // The engine itself failed: its stack or memory is exhausted in a way that it cannot report.
    return isOver() ? { kind: 'too-slow' } : { kind: 'threw', error: String(error).slice(0, maxTextChars) }
  }
  // Nothing is freed: the thread ends now, and the engine would check for leaks.
}

/** Gives the code a console; returns the function that describes a value. */
function prepare(context: QuickJSContext, onOutput: (line: string) => void): QuickJSHandle {
  const print = context.newFunction('print', (line) => {
    onOutput(context.getString(line))
  })
  const make = context.unwrapResult(context.evalCode(prelude, 'console.js'))
  const most = context.newNumber(maxTextChars)
  return context.unwrapResult(context.callFunction(make, context.undefined, print, most))
}

/** True if the code is a script; otherwise it awaits or returns at its top level, or has a syntax error. */
function isProgram(context: QuickJSContext, code: string): boolean {
  if (!/\b(?:await|return)\b/.test(code)) return true
  const compiled = context.evalCode(code, 'code.js', { type: 'global', compileOnly: true })
  return compiled.error === undefined
}

/** The lines keep their numbers. */
function asyncBody(code: string): string {
  return `(async () => {${code}\n})()`
}

type Evaluated = { value: QuickJSHandle } | { error: QuickJSHandle } | { isUnsettled: true }

/** Runs what waits in promises; the value of a promise in place of the promise. */
function settled(context: QuickJSContext, runtime: QuickJSRuntime, value: QuickJSHandle): Evaluated {
  const ran = runtime.executePendingJobs()
  if (ran.error) return { error: ran.error }
  const state = context.getPromiseState(value)
  if (state.type === 'pending') return { isUnsettled: true }
  return state.type === 'rejected' ? { error: state.error } : { value: state.value }
}

function outcomeOf(
  context: QuickJSContext,
  describe: QuickJSHandle,
  evaluated: Evaluated,
  { isOver, isFull }: { isOver: () => boolean; isFull: () => boolean },
): CodeOutcome {
  if ('isUnsettled' in evaluated) return { kind: isOver() ? 'too-slow' : 'unsettled' }
  if ('error' in evaluated) {
    if (isOver()) return { kind: 'too-slow' }
    const error = described(context, describe, evaluated.error)
    // Without any memory, the engine throws null in place of an error.
    const isTooLarge = isOutOfMemory(error) || (error === 'null' && isFull())
    return isTooLarge ? { kind: 'too-large' } : { kind: 'threw', error }
  }
  const { value } = evaluated
  if (context.typeof(value) === 'undefined') return { kind: 'done', value: null }
  const text = described(context, describe, value)
  if (isOver()) return { kind: 'too-slow' }
  return isOutOfMemory(text) ? { kind: 'too-large' } : { kind: 'done', value: text }
}

function isOutOfMemory(text: string): boolean {
  return text.startsWith('InternalError: out of memory')
}

function described(context: QuickJSContext, describe: QuickJSHandle, value: QuickJSHandle): string {
  const text = context.callFunction(describe, context.undefined, value)
  if (text.error === undefined) return context.getString(text.value)
  // The code has replaced what describing needs, or there is no memory left.
  const error: unknown = context.dump(text.error)
  const message =
    typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : ''
  return message === 'out of memory' || error === null || error === ''
    ? 'InternalError: out of memory'
    : '[a value that cannot be shown]'
}
